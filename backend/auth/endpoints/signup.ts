/** POST /signup: creates an account, which an email confirms. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Mail } from '#backend/mail/index'
import { normaliseEmail } from '../accounts/email-addresses.ts'
import { assertMetadataFits } from '../accounts/metadata.ts'
import { assertAcceptablePassword } from '../accounts/password-rules.ts'
import { userView } from '../accounts/user-view.ts'
import { findUserByEmail, insertUser, isConfirmed, lockUser, restartSignUp, type User } from '../accounts/users.ts'
import { type Client, record } from '../audit.ts'
import { type JsonObject, jsonObject, readBody, text } from '../body.ts'
import type { AuthContext, Call } from '../context.ts'
import { issueLinkEmail } from '../email/token-emails.ts'
import {
  AuthError,
  anonymousDisabled,
  emailProviderDisabled,
  invalid,
  passwordMissing,
  phoneProviderDisabled,
  signUpDisabled,
  userAlreadyExists,
} from '../errors.ts'
import { jsonResponse } from '../responses.ts'
import type { Runner } from '../rows.ts'
import { type StartedSession, sessionResponse, startSession } from '../sessions/sessions.ts'
import { inConstantTime } from '../throttle/constant-time.ts'
import { isTooSoon } from '../throttle/email-throttle.ts'
import { type Challenge, parseChallenge } from '../tokens/flow-states.ts'
import { redirectOf } from './redirects.ts'

const body = z.object({
  email: text,
  phone: text,
  password: text,
  data: jsonObject.nullish().transform((data) => data ?? {}),
  code_challenge: text,
  code_challenge_method: text,
})

export async function signUp(context: AuthContext, call: Call): Promise<Response> {
  const { settings, passwords, emailThrottle } = context
  if (!settings.signUpEnabled) throw signUpDisabled()
  const params = await readBody(call.request, body)
  assertMetadataFits(params.data)
  if (params.email === '' && params.phone === '') return signUpAnonymously(context, call.client, params.data)
  if (params.email !== '' && params.phone !== '') {
    throw invalid('Only an email address or phone number should be provided on signup.')
  }
  if (params.phone !== '') throw phoneProviderDisabled('signups')
  if (!settings.email.signUpEnabled) throw emailProviderDisabled('signups')
  if (params.password === '') throw passwordMissing()
  const email = normaliseEmail(params.email)
  assertAcceptablePassword(params.password, settings.password, { emails: [email], metadata: params.data })
  if (settings.email.confirmationsEnabled) await context.emailQuota.assertAvailable({ ...call, email, isSignUp: true })
  const challenge = parseChallenge(params.code_challenge, params.code_challenge_method)
  const redirectTo = redirectOf(call.request, call.url, settings)

  return inConstantTime(context.responseTimes.signUp, async () => {
    const encryptedPassword = await passwords.hash(params.password)
    await emailThrottle.record('confirmation', email)
    const request = { email, encryptedPassword, userMetadata: params.data, challenge, redirectTo, client: call.client }
    return signUpResponse(context, request, await register(context, request))
  })
}

export interface SignUpRequest {
  readonly email: string
  /** '' for an account without a password. */
  readonly encryptedPassword: string
  readonly userMetadata: JsonObject
  readonly challenge: Challenge | undefined
  readonly redirectTo: string
  readonly client: Client
}

interface Registration {
  /** The account, if this sign-up created it. */
  readonly created?: User
  readonly mail?: Mail
  readonly started?: StartedSession
}

/** Creates the account, or emails an unconfirmed one again. A confirmed account is left alone. */
export async function register(context: AuthContext, request: SignUpRequest): Promise<Registration> {
  try {
    return await context.database.transaction((tx) => registerWithin(context, tx, request))
  } catch (error) {
    // A parallel sign-up created the account first and sends its email.
    if (error instanceof AuthError && error.code === 'email_exists') return {}
    throw error
  }
}

async function registerWithin(context: AuthContext, tx: Runner, request: SignUpRequest): Promise<Registration> {
  const { settings } = context
  const { email, encryptedPassword, userMetadata, client } = request
  const now = context.now()
  const found = await findUserByEmail(tx, email)
  if (found === undefined) {
    const confirmed = !settings.email.confirmationsEnabled
    const account = await insertUser(
      tx,
      { email, encryptedPassword, userMetadata, confirmed, metadataHasClaims: true },
      now,
    )
    await record(tx, { action: 'user_signedup', actorId: account.id, traits: { provider: 'email' }, client }, now)
    if (confirmed) return { started: await startSession(tx, account.id, 'password', client, now) }
    const mail = await issueLinkEmail(context, tx, account, 'signup', request)
    return { created: { ...account, confirmation_sent_at: now.toISOString() }, mail }
  }
  await record(tx, { action: 'user_repeated_signup', actorId: found.id, traits: { provider: 'email' }, client }, now)
  const account = await lockUser(tx, found.id)
  if (account === undefined || isConfirmed(account) || !settings.email.confirmationsEnabled) return {}
  if (isTooSoon(account.confirmation_sent_at, now, settings.email.maxFrequencySeconds)) return {}
  if (isTooSoon(account.created_at, now, settings.email.otpExpirySeconds)) {
    return { mail: await issueLinkEmail(context, tx, account, 'signup', request) }
  }
  // The first sign-up was never confirmed in time. The address's owner must not confirm its password now.
  const restarted = await restartSignUp(tx, account.id, { email, encryptedPassword, userMetadata }, now)
  return { mail: await issueLinkEmail(context, tx, restarted, 'signup', request) }
}

async function signUpResponse(
  context: AuthContext,
  request: SignUpRequest,
  registration: Registration,
): Promise<Response> {
  if (registration.mail) context.backgroundTasks.send(registration.mail)
  if (registration.started) return jsonResponse(await sessionResponse(context, registration.started))
  if (!context.settings.email.confirmationsEnabled) throw userAlreadyExists()
  return jsonResponse(userView(registration.created ?? fakeUser(request, context.now())))
}

/** The response for a taken address: an account as if it had been created, so that it reveals nothing. */
function fakeUser({ email, userMetadata }: SignUpRequest, now: Date): User {
  const id = randomUUID()
  const timestamp = now.toISOString()
  const claims = { sub: id, email, email_verified: false, phone_verified: false }
  const times = { last_sign_in_at: timestamp, created_at: timestamp, updated_at: timestamp }
  return {
    id,
    aud: 'authenticated',
    email,
    phone: '',
    encrypted_password: '',
    email_confirmed_at: null,
    phone_confirmed_at: null,
    confirmed_at: null,
    invited_at: null,
    confirmation_token: '',
    confirmation_sent_at: timestamp,
    recovery_token: '',
    recovery_sent_at: null,
    email_change: '',
    email_change_token_new: '',
    email_change_token_current: '',
    email_change_sent_at: null,
    email_change_confirm_status: 0,
    reauthentication_token: '',
    reauthentication_sent_at: null,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: { ...userMetadata, ...claims },
    banned_until: null,
    deleted_at: null,
    is_anonymous: false,
    ...times,
    last_sign_in_at: null,
    factors: [],
    identities: [
      { id: randomUUID(), provider_id: id, user_id: id, identity_data: claims, provider: 'email', email, ...times },
    ],
  }
}

async function signUpAnonymously(context: AuthContext, client: Client, userMetadata: JsonObject): Promise<Response> {
  if (!context.settings.anonymousSignInsEnabled) throw anonymousDisabled()
  const now = context.now()
  const started = await context.database.transaction(async (tx) => {
    const account = await insertUser(tx, { email: '', encryptedPassword: '', userMetadata, confirmed: false }, now)
    return startSession(tx, account.id, 'anonymous', client, now)
  })
  return jsonResponse(await sessionResponse(context, started))
}
