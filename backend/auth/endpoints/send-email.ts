/** POST /resend, /recover, /otp and /magiclink: emails that an address requests. */
import { z } from 'zod'
import type { Mail } from '#backend/mail/index'
import { normaliseEmail } from '../accounts/email-addresses.ts'
import { assertMetadataFits } from '../accounts/metadata.ts'
import { findUserByEmail, isBanned, isConfirmed, lockUser, requestEmailChange, type User } from '../accounts/users.ts'
import { flag, jsonObject, readBody, text } from '../body.ts'
import type { AuthContext, Call } from '../context.ts'
import { issueEmailChangeEmails, issueLinkEmail } from '../email/token-emails.ts'
import { emailProviderDisabled, invalid, noPhoneProvider, phoneProviderDisabled } from '../errors.ts'
import { jsonResponse } from '../responses.ts'
import type { Runner } from '../rows.ts'
import { inConstantTime } from '../throttle/constant-time.ts'
import { isTooSoon } from '../throttle/email-throttle.ts'
import { type Challenge, parseChallenge } from '../tokens/flow-states.ts'
import { redirectOf } from './redirects.ts'
import { register } from './signup.ts'

interface EmailRequest {
  readonly email: string
  readonly redirectTo: string
  readonly challenge: Challenge | undefined
}

const resendBody = z.object({ type: text, email: text, phone: text })

export async function resend(context: AuthContext, call: Call): Promise<Response> {
  const { type, email: given, phone } = await readBody(call.request, resendBody)
  if (type === 'sms' || type === 'phone_change') throw phoneProviderDisabled('logins')
  if (type !== 'signup' && type !== 'email_change') {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  }
  if (given !== '' && phone !== '') throw invalid('Only an email address or phone number should be provided.')
  if (given === '') throw invalid('Type provided requires an email address')
  if (!context.settings.email.signUpEnabled) throw emailProviderDisabled('logins')
  const email = normaliseEmail(given)
  const request = { email, redirectTo: redirectOf(call.request, call.url, context.settings), challenge: undefined }
  await context.emailQuota.assertAvailable({ ...call, email, isSignUp: type === 'signup' })
  await context.emailThrottle.assertAllowed(type === 'signup' ? 'confirmation' : 'email_change', email)
  const issue = type === 'signup' ? confirmationEmails : emailChangeEmails
  return respondInConstantTime(context, () => issueAndSend(context, request, issue))
}

const recoverBody = z.object({ email: text, code_challenge: text, code_challenge_method: text })

export async function recover(context: AuthContext, call: Call): Promise<Response> {
  const params = await readBody(call.request, recoverBody)
  if (params.email === '') throw invalid('Password recovery requires an email')
  const request = {
    email: normaliseEmail(params.email),
    challenge: parseChallenge(params.code_challenge, params.code_challenge_method),
    redirectTo: redirectOf(call.request, call.url, context.settings),
  }
  await context.emailQuota.assertAvailable({ ...call, email: request.email })
  await context.emailThrottle.assertAllowed('recovery', request.email)
  return respondInConstantTime(context, () => issueAndSend(context, request, recoveryEmails))
}

/** Issues the emails of a locked account; none if it must not get any. */
type IssueEmails = (context: AuthContext, tx: Runner, account: User, request: EmailRequest) => Promise<Mail[]>

/** Responds after the same time whether or not the account exists. */
const respondInConstantTime = (context: AuthContext, work: () => Promise<void>): Promise<Response> =>
  inConstantTime(context.responseTimes.email, async () => {
    context.backgroundTasks.run('issuing an email', work)
    return jsonResponse({})
  })

async function issueAndSend(context: AuthContext, request: EmailRequest, issue: IssueEmails): Promise<void> {
  const mails = await context.database.transaction(async (tx) => {
    const found = await findUserByEmail(tx, request.email)
    const account = found && (await lockUser(tx, found.id))
    if (account === undefined || isBanned(account, context.now())) return []
    return issue(context, tx, account, request)
  })
  for (const mail of mails) context.backgroundTasks.send(mail)
}

const confirmationEmails: IssueEmails = async (context, tx, account, request) => {
  if (isConfirmed(account) || isTooSoonFor(context, account.confirmation_sent_at)) return []
  const type = account.invited_at === null ? 'signup' : 'invite'
  return [await issueLinkEmail(context, tx, account, type, request)]
}

const emailChangeEmails: IssueEmails = async (context, tx, account, request) => {
  if (account.email_change === '' || isTooSoonFor(context, account.email_change_sent_at)) return []
  // Starts again from no confirmation. Otherwise one mailbox could confirm twice, by the old link and a new one.
  await requestEmailChange(tx, account.id, account.email_change, context.now())
  return issueEmailChangeEmails(context, tx, account, account.email_change, request)
}

const recoveryEmails: IssueEmails = async (context, tx, account, request) => {
  if (isTooSoonFor(context, account.recovery_sent_at)) return []
  return [await issueLinkEmail(context, tx, account, 'recovery', request)]
}

const magicLinkEmails: IssueEmails = async (context, tx, account, request) => {
  if (isTooSoonFor(context, account.recovery_sent_at)) return []
  return [await issueLinkEmail(context, tx, account, 'magiclink', request)]
}

const isTooSoonFor = ({ settings, now }: AuthContext, sentAt: string | null) =>
  isTooSoon(sentAt, now(), settings.email.maxFrequencySeconds)

const otpBody = z.object({
  email: text,
  phone: text,
  channel: text,
  create_user: flag(true),
  data: jsonObject.nullish().transform((data) => data ?? {}),
  code_challenge: text,
  code_challenge_method: text,
})

/**
 * Sends a sign-in link and code. For an unknown address it creates an account by default, which the email confirms. The response does
 * not reveal which.
 */
export async function sendOtp(context: AuthContext, call: Call): Promise<Response> {
  const { settings, database } = context
  const params = await readBody(call.request, otpBody)
  if (params.email !== '' && params.phone !== '') {
    throw invalid('Only an email address or phone number should be provided')
  }
  if (params.phone !== '') throw noPhoneProvider()
  if (params.channel !== '') throw invalid('Channel should only be specified with Phone OTP')
  if (params.email === '') throw invalid('One of email or phone must be set')
  if (!settings.email.signUpEnabled) throw emailProviderDisabled('logins')
  assertMetadataFits(params.data)
  const request = {
    email: normaliseEmail(params.email),
    challenge: parseChallenge(params.code_challenge, params.code_challenge_method),
    redirectTo: redirectOf(call.request, call.url, settings),
  }
  const mayCreate = params.create_user && settings.signUpEnabled
  await context.emailQuota.assertAvailable({ ...call, email: request.email, isSignUp: mayCreate })
  await context.emailThrottle.assertAllowed('recovery', request.email)
  return respondInConstantTime(context, async () => {
    const account = await findUserByEmail(database, request.email)
    // A confirmation would also confirm the password, which a stranger may have chosen. A magic link voids it.
    if (account && (isConfirmed(account) || account.encrypted_password !== ''))
      return issueAndSend(context, request, magicLinkEmails)
    if (!account && !mayCreate) return
    const signUp = { ...request, encryptedPassword: '', userMetadata: params.data, client: call.client }
    const { mail } = await register(context, signUp)
    if (mail) context.backgroundTasks.send(mail)
  })
}
