/** GET and PUT /user, GET /reauthenticate: the caller's own account. */
import { z } from 'zod'
import type { Mail } from '#backend/mail/index'
import { normaliseEmail } from '../accounts/email-addresses.ts'
import { insertIdentity, updateProviderMetadata } from '../accounts/identities.ts'
import { assertMetadataFits } from '../accounts/metadata.ts'
import { assertAcceptablePassword } from '../accounts/password-rules.ts'
import { userView } from '../accounts/user-view.ts'
import {
  findUserByEmail,
  findUserById,
  isConfirmed,
  lockUser,
  merged,
  mergeUserMetadata,
  requestEmailChange,
  setPassword,
  type User,
} from '../accounts/users.ts'
import { type Client, record } from '../audit.ts'
import { jsonObject, readBody, text } from '../body.ts'
import type { AuthContext, Call } from '../context.ts'
import { notifyOwner } from '../email/notifications.ts'
import { issueEmailChangeEmails, issueReauthenticationEmail } from '../email/token-emails.ts'
import {
  AuthError,
  appMetadataForbidden,
  currentPasswordInvalid,
  currentPasswordRequired,
  invalid,
  overEmailRate,
  phoneProviderDisabled,
  reauthenticationNeeded,
  reauthenticationNotValid,
  samePassword,
} from '../errors.ts'
import { jsonResponse } from '../responses.ts'
import type { Runner } from '../rows.ts'
import { assertSecondFactor, requireUser } from '../sessions/bearer.ts'
import { endOtherSessions, type Session } from '../sessions/sessions.ts'
import { inConstantTime } from '../throttle/constant-time.ts'
import { secondsToWait } from '../throttle/email-throttle.ts'
import { type Challenge, parseChallenge } from '../tokens/flow-states.ts'
import { matchCode, voidCode, voidToken } from '../tokens/one-time-tokens.ts'
import { redirectOf } from './redirects.ts'

/** Reauthentication is not required within a day of signing in. */
const freshSessionMs = 86_400_000

export async function getUser(context: AuthContext, call: Call): Promise<Response> {
  const { account } = await requireUser(context, call)
  return jsonResponse(userView(account))
}

const body = z.object({
  email: text,
  phone: text,
  password: z.string().nullish(),
  current_password: text,
  nonce: text,
  data: jsonObject.nullish(),
  app_metadata: jsonObject.nullish(),
  code_challenge: text,
  code_challenge_method: text,
})
type Changes = z.output<typeof body>

export async function putUser(context: AuthContext, call: Call): Promise<Response> {
  const { settings } = context
  const { account, session } = await requireUser(context, call)
  const changes = await readBody(call.request, body)
  if (changes.app_metadata) throw appMetadataForbidden()
  if (changes.phone !== '') throw phoneProviderDisabled('signups')
  if (changes.data) assertMetadataFits(merged(account.raw_user_meta_data, changes.data))
  const challenge = parseChallenge(changes.code_challenge, changes.code_challenge_method)
  const newEmail = changes.email === '' ? account.email : normaliseEmail(changes.email)
  if (changes.password != null && account.is_anonymous && newEmail === '') {
    throw new AuthError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    )
  }
  if (changes.password != null || newEmail !== account.email) {
    assertSecondFactor(account, session, 'AAL2 session is required to update email or password when MFA is enabled.')
  }
  if (changes.data) assertSecondFactor(account, session, 'AAL2 session is required to update data when MFA is enabled.')
  const encryptedPassword = await newPasswordHash(context, account, session, changes, call.client)
  const redirectTo = redirectOf(call.request, call.url, settings)

  const wanted = {
    account,
    session,
    changes,
    newEmail,
    encryptedPassword,
    challenge,
    redirectTo,
    client: call.client,
  }
  const change = () => context.database.transaction((tx) => update(context, tx, wanted))
  const { updated, mails } = await (newEmail === account.email
    ? change()
    : inConstantTime(context.responseTimes.email, change))
  for (const mail of mails) context.backgroundTasks.send(mail)
  if (encryptedPassword !== undefined) notifyOwner(context, { kind: 'password_changed', to: account.email })
  return jsonResponse(userView(updated))
}

/** Validates and hashes the new password before the transaction, because hashing is slow. */
async function newPasswordHash(
  context: AuthContext,
  account: User,
  session: Session,
  { password, nonce, current_password: current, email, data }: Changes,
  client: Client,
): Promise<string | undefined> {
  const { settings, passwords, loginThrottle } = context
  if (password == null) return undefined
  assertAcceptablePassword(password, settings.password, {
    emails: [account.email, email],
    metadata: merged(account.raw_user_meta_data, data ?? {}),
  })
  const needsNonce = isOld(context, session) && settings.password.changeRequiresReauthentication
  if (needsNonce && nonce === '') throw reauthenticationNeeded()
  const hasPassword = account.encrypted_password !== ''
  // A session from an email may mean a forgotten password.
  const mayHaveForgotten = session.isFromEmail && !isOld(context, session)
  if (settings.password.changeRequiresCurrent && hasPassword && current === '' && !mayHaveForgotten) {
    throw currentPasswordRequired()
  }
  if (hasPassword && current !== '') {
    // Throttled even from a known network address, because the session may be stolen.
    const succeed = await loginThrottle.begin(account.email, client.address, async () => false)
    if (!(await passwords.matches(current, account.encrypted_password))) throw currentPasswordInvalid()
    await succeed()
  }
  if (hasPassword && (await passwords.matches(password, account.encrypted_password))) throw samePassword()
  if (needsNonce) await consumeNonce(context, account.id, nonce)
  return passwords.hash(password)
}

const isOld = ({ now }: AuthContext, { createdAt }: Session) => now().getTime() - createdAt.getTime() >= freshSessionMs

interface Update {
  readonly account: User
  readonly session: Session
  readonly changes: Changes
  /** The current address when it does not change. */
  readonly newEmail: string
  readonly encryptedPassword: string | undefined
  readonly challenge: Challenge | undefined
  readonly redirectTo: string
  readonly client: Client
}

async function update(context: AuthContext, tx: Runner, wanted: Update): Promise<{ updated: User; mails: Mail[] }> {
  const now = context.now()
  const { changes, client } = wanted
  let account = await lockUser(tx, wanted.account.id)
  if (account === undefined) throw invalid('The account is being deleted')
  if (wanted.encryptedPassword !== undefined) {
    account = await setPassword(tx, account.id, wanted.encryptedPassword, now)
    await addPasswordIdentity(tx, account, now)
    await endOtherSessions(tx, account.id, wanted.session.id)
    await record(tx, { action: 'user_updated_password', actorId: account.id, client }, now)
  }
  if (changes.data) account = await mergeUserMetadata(tx, account, changes.data, now)
  const mails = wanted.newEmail === account.email ? [] : await requestConfirmation(context, tx, account, wanted)
  await record(tx, { action: 'user_modified', actorId: account.id, client }, now)
  return { updated: (await findUserById(tx, account.id)) ?? account, mails }
}

/** An account from an external provider gets an email identity with its first password. */
async function addPasswordIdentity(tx: Runner, account: User, now: Date): Promise<void> {
  const { id, email, identities } = account
  if (email === '' || identities.some(({ provider }) => provider === 'email')) return
  const claims = { sub: id, email, email_verified: isConfirmed(account), phone_verified: false }
  await insertIdentity(tx, { userId: id, provider: 'email', providerId: id, claims }, now)
  await updateProviderMetadata(tx, id, now)
}

async function requestConfirmation(context: AuthContext, tx: Runner, account: User, wanted: Update): Promise<Mail[]> {
  const { maxFrequencySeconds } = context.settings.email
  const now = context.now()
  await context.emailQuota.assertAvailable({ ...wanted, email: account.email }, tx)
  const seconds = secondsToWait(account.email_change_sent_at, now, maxFrequencySeconds)
  if (seconds > 0) throw overEmailRate(seconds)
  await requestEmailChange(tx, account.id, wanted.newEmail, now)
  const mails = await issueEmailChangeEmails(context, tx, account, wanted.newEmail, wanted)
  // A taken address gets no email, and the caller learns only that it was not confirmed.
  const isTaken = (await findUserByEmail(tx, wanted.newEmail)) !== undefined
  return isTaken ? mails.filter(({ to }) => to !== wanted.newEmail) : mails
}

/** Consumes the nonce of the reauthentication email. The transaction commits even a refusal, because wrong codes are counted. */
async function consumeNonce(context: AuthContext, accountId: string, nonce: string): Promise<void> {
  const { settings, otpAttempts, database } = context
  const isSpent = await database.transaction(async (tx) => {
    const account = await lockUser(tx, accountId)
    if (account === undefined) return false
    const given = { email: account.email, code: nonce }
    const expiry = { now: context.now(), expirySeconds: settings.email.otpExpirySeconds }
    const isRight = matchCode(account, given, ['reauthentication'], expiry) !== undefined
    if (isRight && !(await otpAttempts.isExhausted('reauthentication', account.id, tx))) {
      await voidToken(tx, account.id, 'reauthentication')
      return true
    }
    if (await otpAttempts.recordFailure('reauthentication', account.id, tx))
      await voidCode(tx, account.id, 'reauthentication')
    return false
  })
  if (!isSpent) throw reauthenticationNotValid()
}

export async function reauthenticate(context: AuthContext, call: Call): Promise<Response> {
  const { account } = await requireUser(context, call)
  if (account.email === '') {
    throw new AuthError(
      422,
      'validation_failed',
      'Reauthentication requires the user to have an email or a phone number',
    )
  }
  const now = context.now()
  await context.emailQuota.assertAvailable({ ...call, email: account.email })
  await context.emailThrottle.assertAllowed('reauthentication', account.email)
  const mail = await context.database.transaction(async (tx) => {
    const locked = await lockUser(tx, account.id)
    if (locked === undefined) throw invalid('The account is being deleted')
    await record(tx, { action: 'user_reauthenticate_requested', actorId: locked.id, client: call.client }, now)
    return issueReauthenticationEmail(context, tx, locked)
  })
  context.backgroundTasks.send(mail)
  return jsonResponse({})
}
