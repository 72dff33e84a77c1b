/** POST /admin/generate_link and /invite: creates links and sends invitations with the service key. */
import { z } from 'zod'
import { normaliseEmail } from '../accounts/email-addresses.ts'
import { assertMetadataFits } from '../accounts/metadata.ts'
import { assertAcceptablePassword } from '../accounts/password-rules.ts'
import { userView } from '../accounts/user-view.ts'
import {
  findUserByEmail,
  findUserById,
  insertUser,
  isConfirmed,
  lockUser,
  mergeUserMetadata,
  requestEmailChange,
  type User,
} from '../accounts/users.ts'
import { recordByAdmin } from '../audit.ts'
import { jsonObject, readBody, text } from '../body.ts'
import type { AuthContext, Call } from '../context.ts'
import { actionLink, issueLinkEmail, type LinkType } from '../email/token-emails.ts'
import { AuthError, emailExists, invalid, passwordMissing } from '../errors.ts'
import { jsonResponse } from '../responses.ts'
import type { Runner } from '../rows.ts'
import { requireAdmin } from '../sessions/bearer.ts'
import { type IssuedToken, issueToken, type TokenKind } from '../tokens/one-time-tokens.ts'
import { allowedRedirect, redirectOf } from './redirects.ts'

const types = ['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new'] as const
type GeneratedType = (typeof types)[number]

/** The token's kind, and the `type` parameter of /verify. */
const linkOf: Record<GeneratedType, { kind: TokenKind; verify: LinkType }> = {
  signup: { kind: 'confirmation', verify: 'signup' },
  invite: { kind: 'confirmation', verify: 'invite' },
  magiclink: { kind: 'recovery', verify: 'magiclink' },
  recovery: { kind: 'recovery', verify: 'recovery' },
  email_change_current: { kind: 'email_change_current', verify: 'email_change' },
  email_change_new: { kind: 'email_change_new', verify: 'email_change' },
}

const linkBody = z.object({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: jsonObject.nullish().transform((data) => data ?? {}),
  redirect_to: text,
})

export async function generateLink(context: AuthContext, call: Call): Promise<Response> {
  await requireAdmin(context, call)
  const { settings, passwords } = context
  const params = await readBody(call.request, linkBody)
  const requested = types.find((type) => type === params.type)
  if (requested === undefined) throw invalid(`Invalid email action link type requested: ${params.type.slice(0, 40)}`)
  const email = normaliseEmail(params.email)
  const newEmail = requested.startsWith('email_change') ? normaliseEmail(params.new_email) : ''
  assertMetadataFits(params.data)
  const owner = { emails: [email], metadata: params.data }
  if (params.password !== '') assertAcceptablePassword(params.password, settings.password, owner)
  const encryptedPassword = params.password === '' ? '' : await passwords.hash(params.password)
  const redirectTo =
    params.redirect_to === ''
      ? redirectOf(call.request, call.url, settings)
      : allowedRedirect(params.redirect_to, settings)

  const issued = await context.database.transaction(async (tx) => {
    const found = await findAndLock(tx, email)
    // A magic link for an unknown address creates an account, which the link confirms.
    const type = requested === 'magiclink' && found === undefined ? 'signup' : requested
    if (requested === 'signup' && found === undefined && encryptedPassword === '') throw passwordMissing()
    const request = { type, email, newEmail, encryptedPassword, userMetadata: params.data }
    const account = await accountFor(context, tx, found, request)
    const token = await issue(context, tx, account, request)
    await recordByAdmin(tx, { action: 'user_invited', userId: account.id, client: call.client }, context.now())
    return { account: (await findUserById(tx, account.id)) ?? account, token, type }
  })
  return jsonResponse({
    ...userView(issued.account),
    action_link: actionLink(settings.apiUrl, linkOf[issued.type].verify, issued.token.link, redirectTo),
    email_otp: issued.token.code,
    hashed_token: issued.token.link,
    verification_type: issued.type,
    redirect_to: redirectTo,
  })
}

async function findAndLock(tx: Runner, email: string): Promise<User | undefined> {
  const found = await findUserByEmail(tx, email)
  return found && lockUser(tx, found.id)
}

interface LinkRequest {
  readonly type: GeneratedType
  readonly email: string
  readonly newEmail: string
  readonly encryptedPassword: string
  readonly userMetadata: z.output<typeof jsonObject>
}

/** The account of the link; created if the link's type does so. */
async function accountFor(
  context: AuthContext,
  tx: Runner,
  found: User | undefined,
  request: LinkRequest,
): Promise<User> {
  const { type, email, encryptedPassword, userMetadata } = request
  const createsAccounts = type === 'signup' || type === 'invite'
  if (found !== undefined) {
    if (createsAccounts && isConfirmed(found)) throw emailExists()
    return type === 'signup' ? mergeUserMetadata(tx, found, userMetadata, context.now()) : found
  }
  if (!createsAccounts) throw new AuthError(404, 'user_not_found', 'User with this email not found')
  const invited = type === 'invite'
  return insertUser(tx, { email, encryptedPassword, userMetadata, confirmed: false, invited }, context.now())
}

async function issue(context: AuthContext, tx: Runner, account: User, request: LinkRequest): Promise<IssuedToken> {
  const { kind } = linkOf[request.type]
  const { doubleConfirmChanges, otpLength } = context.settings.email
  if (kind === 'email_change_current' && !doubleConfirmChanges) {
    throw invalid('Enable secure email change to generate link for current email')
  }
  if (request.newEmail !== '' && request.newEmail !== account.email_change) {
    if ((await findUserByEmail(tx, request.newEmail)) !== undefined) throw emailExists()
    await requestEmailChange(tx, account.id, request.newEmail, context.now())
  }
  const email = kind === 'email_change_new' ? request.newEmail : request.email
  return issueToken(tx, { userId: account.id, kind, email, codeLength: otpLength }, context.now())
}

const inviteBody = z.object({ email: text, data: jsonObject.nullish().transform((data) => data ?? {}) })

export async function invite(context: AuthContext, call: Call): Promise<Response> {
  await requireAdmin(context, call)
  const params = await readBody(call.request, inviteBody)
  const email = normaliseEmail(params.email)
  assertMetadataFits(params.data)
  const redirectTo = redirectOf(call.request, call.url, context.settings)
  const request: LinkRequest = { type: 'invite', email, newEmail: '', encryptedPassword: '', userMetadata: params.data }
  const { account, mail } = await context.database.transaction(async (tx) => {
    const account = await accountFor(context, tx, await findAndLock(tx, email), request)
    const mail = await issueLinkEmail(context, tx, account, 'invite', { redirectTo })
    await recordByAdmin(tx, { action: 'user_invited', userId: account.id, client: call.client }, context.now())
    return { account: (await findUserById(tx, account.id)) ?? account, mail }
  })
  context.backgroundTasks.send(mail)
  return jsonResponse(userView(account))
}
