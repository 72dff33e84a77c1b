/** The second factor of an account: entering its code, adding and removing authenticator apps, recovery codes. */
import type { Factor } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { memberKeys } from '#keys/member-keys'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { MessageError } from '#platform/message-for.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import { finishSignIn } from './auth-dialog-store.ts'
import { callAuth, isAuthRefusal } from './call-auth.ts'
import { type SessionUser, toSessionUser } from './session-user.ts'
import { cancelSignOut } from './sign-out-intent.ts'

const wrongFactorCode = 'That code is not correct. Please enter the newest code. Each code works once.'
const wrongRecoveryCode = 'That recovery code is not correct.'

/** Tries the code with each of the account's authenticator apps. @throws MessageError for a wrong code */
export async function enterFactorCode(app: AppContext, code: string): Promise<SessionUser> {
  const { data } = await callAuth(app, ({ mfa }) => mfa.listFactors())
  let wrong: unknown
  for (const { id } of data.totp) {
    try {
      return await verify(app, id, code)
    } catch (error) {
      if (!(error instanceof MessageError) || error.message !== wrongFactorCode) throw error
      wrong = error
    }
  }
  throw wrong ?? new MessageError('There is no authenticator app to check this code with.')
}

async function verify(app: AppContext, factorId: string, code: string): Promise<SessionUser> {
  try {
    const { data } = await callAuth(app, ({ mfa }) =>
      mfa.challengeAndVerify({ factorId, code: code.replace(/\s+/g, '') }),
    )
    return toSessionUser(data.user)
  } catch (error) {
    throw isAuthRefusal(error, 'mfa_verification_failed') ? new MessageError(wrongFactorCode, { cause: error }) : error
  }
}

export function useEnterFactorCode() {
  return useWrite({
    run: enterFactorCode,
    onSuccess: (user) => {
      cancelSignOut()
      finishSignIn(user)
    },
    success: { title: 'Signed in successfully', description: 'Welcome to Tuckbox!' },
    failure: 'shown',
  })
}

/** Turns two-step verification off with a recovery code. */
export function useRecoveryCode() {
  return useWrite({
    run: async (app, code: string) => {
      const isRight = await read(app, (client) => client.rpc('use_recovery_code', { code }))
      if (!isRight) throw new MessageError(wrongRecoveryCode)
      const { data } = await callAuth(app, (auth) => auth.refreshSession())
      if (!data.user) throw new Error('The session ended while its recovery code was used')
      return toSessionUser(data.user)
    },
    onSuccess: (user) => {
      cancelSignOut()
      finishSignIn(user)
    },
    success: {
      title: 'Two-step verification is off',
      description: 'You are signed in. Set it up again under Settings, Security.',
    },
    failure: 'shown',
  })
}

/** Ends the session that waits for a code, on this device. */
export async function abandonSession(app: AppContext): Promise<void> {
  await callAuth(app, (auth) => auth.signOut({ scope: 'local' }))
}

const factorsKey = (userId: string) => memberKeys.of(userId, 'second-factors')

export function useSecondFactors(userId: string) {
  return useQuery(secondFactorsQuery(useApp(), userId))
}

function secondFactorsQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: factorsKey(userId),
    queryFn: async (): Promise<readonly Factor[]> => (await callAuth(app, ({ mfa }) => mfa.listFactors())).data.totp,
  })
}

interface NewFactor {
  readonly id: string
  /** A data URL. */
  readonly qrCode: string
  readonly secret: string
}

export function useStartFactor() {
  return useWrite({ run: startFactor, failure: 'shown' })
}

async function startFactor(app: AppContext): Promise<NewFactor> {
  const { data: known } = await callAuth(app, ({ mfa }) => mfa.listFactors())
  const leftovers = known.all.filter(({ status }) => status === 'unverified')
  for (const { id } of leftovers) await callAuth(app, ({ mfa }) => mfa.unenroll({ factorId: id }))
  const friendlyName = nextName(known.totp.map((factor) => factor.friendly_name ?? ''))
  const { data } = await callAuth(app, ({ mfa }) => mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'Tuckbox' }))
  return { id: data.id, qrCode: encodedSvg(data.totp.qr_code), secret: data.totp.secret }
}

/** Two factors of an account cannot have the same name. */
function nextName(taken: readonly string[]): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? 'Authenticator app' : `Authenticator app ${n}`
    if (!taken.includes(name)) return name
  }
}

/** The client puts the SVG into the URL unescaped, which not every browser accepts. */
function encodedSvg(url: string): string {
  const start = url.indexOf('<')
  return `data:image/svg+xml;utf-8,${encodeURIComponent(url.slice(start))}`
}

/** Verifies a new authenticator app. @returns new recovery codes */
export function useFinishFactor(userId: string) {
  return useWrite({
    run: async (app, { id, code }: { id: string; code: string }): Promise<readonly string[]> => {
      await verify(app, id, code)
      return createRecoveryCodes(app)
    },
    success: { title: 'Two-step verification is on', description: 'Your other devices are signed out.' },
    failure: 'shown',
    invalidates: [factorsKey(userId)],
  })
}

export function createRecoveryCodes(app: AppContext): Promise<readonly string[]> {
  return read(app, (client) => client.rpc('create_recovery_codes'))
}

export function useRemoveFactor(userId: string) {
  return useWrite({
    run: async (app, id: string) => {
      await callAuth(app, ({ mfa }) => mfa.unenroll({ factorId: id }))
      // The stored session still lists the factor.
      await callAuth(app, (auth) => auth.refreshSession())
    },
    success: { title: 'Authenticator app removed', description: 'Its codes no longer work.' },
    failure: { title: 'The authenticator app could not be removed', description: 'Please try again later' },
    invalidates: [factorsKey(userId)],
  })
}
