/** Account linking: which account an external identity signs in to. */
import type { Database } from '#backend/database/database'
import { findOwner, insertIdentity, touchIdentity, updateProviderMetadata } from '../accounts/identities.ts'
import {
  adoptUnconfirmed,
  confirmEmail,
  findUserByEmail,
  findUserById,
  insertUser,
  isBanned,
  isConfirmed,
  lockUser,
  mergeUserMetadata,
  setEmail,
  type User,
} from '../accounts/users.ts'
import { type Client, record } from '../audit.ts'
import type { JsonObject } from '../body.ts'
import { type Notifying, notifyOwner } from '../email/notifications.ts'
import {
  AuthError,
  emailNeedsVerification,
  identityExists,
  manualLinkingDisabled,
  noProviderEmail,
  sessionNotFound,
  signUpDisabled,
  userBanned,
} from '../errors.ts'
import type { Runner } from '../rows.ts'
import { assertRecentSignIn, assertSecondFactor, type BearerChecks, requireUser } from '../sessions/bearer.ts'
import { findSession } from '../sessions/sessions.ts'
import type { AuthSettings } from '../settings.ts'
import type { ExternalIdentity } from './index.ts'

interface Linking extends Notifying {
  readonly database: Database
  now(): Date
}

/** The account to link to, and the session that requested it. */
export interface LinkTarget {
  readonly accountId: string
  readonly sessionId: string
}

/** The caller, if they signed in recently and linking is enabled. @throws AuthError */
export async function requireRecentSignIn(
  context: BearerChecks & { readonly settings: AuthSettings },
  call: { readonly request: Request },
): Promise<LinkTarget> {
  const { account, session } = await requireUser(context, call)
  if (!context.settings.manualLinkingEnabled) throw manualLinkingDisabled()
  assertSecondFactor(account, session, 'AAL2 session is required to link or unlink an identity when MFA is enabled.')
  assertRecentSignIn(account, session, context.now())
  return { accountId: account.id, sessionId: session.id }
}

export interface ExternalSignIn {
  readonly provider: string
  readonly identity: ExternalIdentity
  readonly client: Client
  /** The account that requested the link; null to sign in. */
  readonly linkTo: LinkTarget | null
}

/**
 * Finds, links or creates the account and runs `next` with it, in one transaction. If a parallel request created the same account
 * first, it tries once more. The owner of an account that gained an identity is notified.
 * @throws AuthError
 */
export async function withExternalAccount<T>(
  context: Linking,
  signIn: ExternalSignIn,
  next: (tx: Runner, account: User) => Promise<T>,
): Promise<T> {
  const attempt = async () => {
    const { result, notifyEmail } = await context.database.transaction(async (tx) => {
      const { account, notifyEmail } = await (signIn.linkTo === null ? findOrCreateAccount : linkAccount)(
        context,
        tx,
        signIn,
      )
      if (isBanned(account, context.now())) throw userBanned()
      return { result: await next(tx, account), notifyEmail }
    })
    if (notifyEmail !== undefined)
      notifyOwner(context, { kind: 'identity_linked', to: notifyEmail, provider: signIn.provider })
    return result
  }
  try {
    return await attempt()
  } catch (error) {
    const lostRace = error instanceof AuthError && ['email_exists', 'identity_already_exists'].includes(error.code)
    if (!lostRace || signIn.linkTo !== null) throw error
    return attempt()
  }
}

interface LinkResult {
  readonly account: User
  /** The address to notify, when an existing account gained an identity. */
  readonly notifyEmail?: string | undefined
}

async function findOrCreateAccount(context: Linking, tx: Runner, signIn: ExternalSignIn): Promise<LinkResult> {
  const { provider, identity, client } = signIn
  const now = context.now()
  const owner = await findOwner(tx, provider, identity.subject)
  const known = owner && (await lockUser(tx, owner))
  if (known) {
    await touchIdentity(tx, { provider, providerId: identity.subject, claims: identity.claims }, now)
    return { account: await fillMissingMetadata(tx, known, identity.claims, now) }
  }
  // An unverified address could be anyone's: linking it would give away the account.
  if (identity.email === '') throw noProviderEmail(provider)
  if (!identity.emailVerified) throw emailNeedsVerification(provider)
  const found = await findUserByEmail(tx, identity.email)
  const present = found && (await lockUser(tx, found.id))
  if (present && isBanned(present, now)) throw userBanned()
  if (!present && !context.settings.signUpEnabled) throw signUpDisabled()
  const account = present ? await claimExisting(tx, present, identity, now) : await createAccount(tx, signIn, now)
  if (present) await link(tx, account.id, signIn, now)
  const wasConfirmed = present !== undefined && isConfirmed(present)
  const action = wasConfirmed ? 'user_modified' : 'user_signedup'
  await record(tx, { action, actorId: account.id, traits: { provider }, client }, now)
  return {
    account: (await findUserById(tx, account.id)) ?? account,
    notifyEmail: wasConfirmed ? present.email : undefined,
  }
}

/**
 * The provider has verified the address, so a confirmed account with it belongs to this person. A never confirmed account was created
 * by a stranger, so only its row is reused: not its password, pending emails or metadata.
 */
async function claimExisting(tx: Runner, present: User, { claims }: ExternalIdentity, now: Date): Promise<User> {
  return isConfirmed(present)
    ? fillMissingMetadata(tx, present, claims, now)
    : adoptUnconfirmed(tx, present.id, claims, now)
}

async function createAccount(tx: Runner, { provider, identity }: ExternalSignIn, now: Date): Promise<User> {
  const { email, subject, claims } = identity
  return insertUser(
    tx,
    {
      email,
      encryptedPassword: '',
      userMetadata: claims,
      confirmed: true,
      identity: { provider, providerId: subject, claims },
    },
    now,
  )
}

async function link(tx: Runner, userId: string, { provider, identity }: ExternalSignIn, now: Date): Promise<void> {
  await insertIdentity(tx, { userId, provider, providerId: identity.subject, claims: identity.claims }, now)
  await updateProviderMetadata(tx, userId, now)
}

/** Copies missing metadata from the provider and keeps what the owner chose. */
async function fillMissingMetadata(tx: Runner, account: User, claims: JsonObject, now: Date): Promise<User> {
  const chosen = account.raw_user_meta_data ?? {}
  const displayFields = ['name', 'full_name', 'avatar_url', 'picture', 'user_name', 'preferred_username']
  const missing = Object.entries(claims).filter(([key]) => displayFields.includes(key) && chosen[key] === undefined)
  return missing.length === 0 ? account : mergeUserMetadata(tx, account, Object.fromEntries(missing), now)
}

/** Links at the signed-in member's request, so the email addresses may differ. */
async function linkAccount(context: Linking, tx: Runner, signIn: ExternalSignIn): Promise<LinkResult> {
  const { provider, identity, client, linkTo } = signIn
  const now = context.now()
  const account = linkTo === null ? undefined : await lockUser(tx, linkTo.accountId)
  if (linkTo === null || account === undefined || account.deleted_at !== null) {
    throw new AuthError(404, 'user_not_found', 'User not found')
  }
  // The session has ended since, perhaps because the owner signed out elsewhere.
  if ((await findSession(tx, linkTo.sessionId, account.id, now)) === undefined) throw sessionNotFound()
  const owner = await findOwner(tx, provider, identity.subject)
  if (owner === account.id) throw identityExists('Identity is already linked')
  if (owner !== undefined) throw identityExists('Identity is already linked to another user')
  await link(tx, account.id, signIn, now)
  // An anonymous account gets the verified address.
  if (account.email === '' && identity.emailVerified) {
    await setEmail(tx, account.id, identity.email, true, now)
    await confirmEmail(tx, account.id, now)
  }
  await record(tx, { action: 'user_modified', actorId: account.id, traits: { provider }, client }, now)
  return { account: (await findUserById(tx, account.id)) ?? account, notifyEmail: account.email }
}
