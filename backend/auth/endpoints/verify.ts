/** GET and POST /verify: consumes the token of an email, by its link or its code. */
import { z } from 'zod'
import { normaliseEmail } from '../accounts/email-addresses.ts'
import { normalisePhone } from '../accounts/phone-numbers.ts'
import {
  confirmEmail,
  findUserByEmail,
  findUserChangingEmail,
  isBanned,
  isConfirmed,
  lockUser,
  recordEmailChangeConfirmation,
  removePassword,
  setEmail,
  type User,
} from '../accounts/users.ts'
import { record } from '../audit.ts'
import { readBody, text } from '../body.ts'
import type { AuthContext, Call } from '../context.ts'
import { AuthError, codeExpired, invalid, linkExpired, userBanned } from '../errors.ts'
import { jsonResponse } from '../responses.ts'
import type { Runner } from '../rows.ts'
import { type StartedSession, sessionResponse, startSession } from '../sessions/sessions.ts'
import { inConstantTime } from '../throttle/constant-time.ts'
import { type FlowOrigin, issueCode } from '../tokens/flow-states.ts'
import { consumeLink, isPkceToken, matchCode, type TokenKind, voidCode, voidToken } from '../tokens/one-time-tokens.ts'
import { seeOther, withError, withSession } from './redirect-responses.ts'
import { redirectOf, withParameters } from './redirects.ts'

/** The token kinds of each `type`; for `email`, whichever of the two the account has. */
const kindsOf = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  recovery: ['recovery'],
  magiclink: ['recovery'],
  email: ['confirmation', 'recovery'],
  email_change: ['email_change_new', 'email_change_current'],
} as const satisfies Record<string, readonly TokenKind[]>

type VerifyType = keyof typeof kindsOf
const isVerifyType = (type: string): type is VerifyType => Object.hasOwn(kindsOf, type)

const otherAddressPending = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** `pending`: the other address must confirm, too. */
type Confirmed = { readonly userId: string; readonly pending: boolean }

/** Handles a link in an email. The browser is always redirected. */
export async function verifyByLink(context: AuthContext, call: Call): Promise<Response> {
  const { searchParams } = call.url
  const token = searchParams.get('token') || searchParams.get('token_hash') || ''
  const type = searchParams.get('type') ?? ''
  if (token === '') throw invalid('Verify requires a token or a token hash')
  if (type === '') throw invalid('Verify requires a verification type')
  const redirect = redirectOf(call.request, call.url, context.settings)
  const pkce = isPkceToken(token)
  try {
    return seeOther(await followLink(context, call, { token, type, redirect, pkce }))
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return seeOther(withError(redirect, error, pkce))
  }
}

interface Link {
  readonly token: string
  readonly type: string
  readonly redirect: string
  readonly pkce: boolean
}

/** @returns the redirect URL */
async function followLink(context: AuthContext, call: Call, { token, type, redirect, pkce }: Link): Promise<string> {
  if (!isVerifyType(type)) throw invalid('Invalid email verification type')
  const now = context.now()
  const outcome = await context.database.transaction(async (tx) => {
    const confirmed = await consumeToken(context, tx, call, { token, type })
    if (confirmed.pending) return { is: 'pending' } as const
    if (pkce) return { is: 'code', code: await issueCode(tx, confirmed.userId, originOf(type), now) } as const
    return { is: 'session', started: await startSession(tx, confirmed.userId, 'otp', call.client, now) } as const
  })
  if (outcome.is === 'pending') {
    const message = new URLSearchParams({ message: otherAddressPending })
    return withParameters(redirect, { fragment: message, ...(pkce && { query: message }) })
  }
  if (outcome.is === 'code') return withParameters(redirect, { query: new URLSearchParams({ code: outcome.code }) })
  return withSession(redirect, await sessionResponse(context, outcome.started), type)
}

const body = z.object({ type: text, token: text, token_hash: text, email: text, phone: text })

export async function verifyByCode(context: AuthContext, call: Call): Promise<Response> {
  const params = await readBody(call.request, body)
  const { type } = params
  if (type === '') throw invalid('Verify requires a verification type')
  if (params.token === '' && params.token_hash === '') throw invalid('Verify requires a token or a token hash')
  if (params.token_hash !== '' && (params.email !== '' || params.phone !== '')) {
    throw invalid('Only the token_hash and type should be provided')
  }
  if (params.token_hash === '' && (params.email === '') === (params.phone === '')) {
    throw invalid('Only an email address or phone number should be provided on verify')
  }
  if (params.phone !== '') throw refusalOfPhone(params.phone, type)
  if (!isVerifyType(type)) throw invalid('Invalid email verification type')

  const outcome =
    params.token_hash === ''
      ? await inConstantTime(context.responseTimes.email, () =>
          consumeCode(context, call, { type, email: normaliseEmail(params.email), code: params.token }),
        )
      : await context.database.transaction(async (tx) =>
          startConfirmedSession(
            context,
            tx,
            call,
            await consumeToken(context, tx, call, { token: params.token_hash, type }),
          ),
        )
  if (outcome === 'pending') return jsonResponse({ msg: otherAddressPending, code: '200' })
  return jsonResponse(await sessionResponse(context, outcome))
}

/** No code is ever sent to a phone, so none is right. */
function refusalOfPhone(phone: string, type: string): AuthError {
  normalisePhone(phone)
  return type === 'sms' || type === 'phone_change' ? codeExpired() : invalid('Invalid sms verification type')
}

async function startConfirmedSession(
  context: AuthContext,
  tx: Runner,
  call: Call,
  confirmed: Confirmed,
): Promise<StartedSession | 'pending'> {
  if (confirmed.pending) return 'pending'
  return startSession(tx, confirmed.userId, 'otp', call.client, context.now())
}

async function consumeToken(
  context: AuthContext,
  tx: Runner,
  call: Call,
  { token, type }: { token: string; type: VerifyType },
): Promise<Confirmed> {
  const expiry = { now: context.now(), expirySeconds: context.settings.email.otpExpirySeconds }
  const consumed = await consumeLink(tx, token, kindsOf[type], expiry)
  if (consumed === undefined) throw linkExpired()
  return confirm(context, tx, call, consumed.account, consumed.kind)
}

/** Wrong codes are counted and void the code after a few; the transaction commits even a refusal. */
async function consumeCode(
  context: AuthContext,
  call: Call,
  { type, email, code }: { type: VerifyType; email: string; code: string },
): Promise<StartedSession | 'pending'> {
  const now = context.now()
  const expiry = { now, expirySeconds: context.settings.email.otpExpirySeconds }
  const outcome = await context.database.transaction(async (tx) => {
    const found = await (type === 'email_change' ? findUserChangingEmail : findUserByEmail)(tx, email)
    const account = found && (await lockUser(tx, found.id))
    if (account === undefined) return undefined
    const kind = matchCode(account, { email, code: code.replaceAll('-', '') }, kindsOf[type], expiry)
    if (kind === undefined || (await context.otpAttempts.isExhausted('emailed', account.id, tx))) {
      if (await context.otpAttempts.recordFailure('emailed', account.id, tx)) {
        for (const other of kindsOf[type]) await voidCode(tx, account.id, other)
      }
      return undefined
    }
    await voidToken(tx, account.id, kind)
    return startConfirmedSession(context, tx, call, await confirm(context, tx, call, account, kind))
  })
  if (outcome === undefined) throw codeExpired()
  return outcome
}

/** Confirms the address, or the change of address, by the token's kind. */
async function confirm(
  context: AuthContext,
  tx: Runner,
  { client }: Call,
  account: User,
  kind: TokenKind,
): Promise<Confirmed> {
  const now = context.now()
  if (isBanned(account, now)) throw userBanned()
  if (kind === 'email_change_new' || kind === 'email_change_current') return confirmChange(context, tx, account)
  if (!isConfirmed(account)) {
    // The email was not a sign-up's: reading it proves the mailbox, but the password may be a stranger's.
    if (kind === 'recovery') await removePassword(tx, account.id, now)
    await confirmEmail(tx, account.id, now)
    await record(tx, { action: 'user_signedup', actorId: account.id, traits: { provider: 'email' }, client }, now)
  }
  return { userId: account.id, pending: false }
}

async function confirmChange(context: AuthContext, tx: Runner, account: User): Promise<Confirmed> {
  if (account.email_change === '') throw linkExpired()
  const needsBoth = context.settings.email.doubleConfirmChanges && account.email !== ''
  if (needsBoth && account.email_change_confirm_status !== 1) {
    await recordEmailChangeConfirmation(tx, account.id)
    return { userId: account.id, pending: true }
  }
  await setEmail(tx, account.id, account.email_change, true, context.now())
  await voidToken(tx, account.id, 'email_change_new')
  await voidToken(tx, account.id, 'email_change_current')
  return { userId: account.id, pending: false }
}

const originOf = (type: VerifyType): FlowOrigin => (type === 'signup' || type === 'email' ? 'email/signup' : type)
