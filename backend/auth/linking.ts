/** Whose account somebody of an external provider is given: the rules of linking. */
import { record } from './audit.ts'
import { requireUser } from './bearer.ts'
import type { JsonObject } from './body.ts'
import type { AuthContext, Call, Client } from './context.ts'
import {
  AuthError,
  emailNeedsVerification,
  identityExists,
  manualLinkingDisabled,
  noProviderEmail,
  sessionNotFound,
  signInAgain,
  signUpDisabled,
  userBanned,
} from './errors.ts'
import { findOwner, insertIdentity, nameProviders, touchIdentity } from './identities.ts'
import { tell } from './notices.ts'
import type { ExternalIdentity } from './providers/index.ts'
import type { Runner } from './rows.ts'
import { findSession } from './sessions.ts'
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
} from './users.ts'

/** Who asked to change the ways into an account, and from which session. */
export interface Linker {
  readonly accountId: string
  readonly sessionId: string
}

/** A way in outlives the session that added it: a session that lies open, or was stolen, is not enough. */
const recentSignInMs = 600_000

/** The caller, who has signed in just now and may change the ways into their account. @throws AuthError */
export async function requireLinker(context: AuthContext, call: Call): Promise<Linker> {
  const { account, session } = await requireUser(context, call)
  if (!context.settings.manualLinkingEnabled) throw manualLinkingDisabled()
  const isRecent = context.now().getTime() - session.createdAt.getTime() < recentSignInMs
  // Whoever has no way in yet cannot sign in again.
  if (!isRecent && account.identities.length > 0) throw signInAgain()
  return { accountId: account.id, sessionId: session.id }
}

export interface Newcomer {
  readonly provider: string
  readonly identity: ExternalIdentity
  readonly client: Client
  /** The account that asked to be linked, instead of whichever is theirs. */
  readonly linkTo: Linker | null
}

/**
 * Finds, links or makes the account; then does `next` with it, all in one transaction. When another request was quicker with the
 * same person, everything is tried once more and finds what that one made. Where somebody's account got a way in, its owner is told.
 * @throws AuthError
 */
export async function withAccount<T>(
  context: AuthContext,
  newcomer: Newcomer,
  next: (tx: Runner, account: User) => Promise<T>,
): Promise<T> {
  const attempt = async () => {
    const { result, widened } = await context.database.transaction(async (tx) => {
      const { account, widened } = await (newcomer.linkTo === null ? accountOf : linkedAccount)(context, tx, newcomer)
      if (isBanned(account, context.now())) throw userBanned()
      return { result: await next(tx, account), widened }
    })
    if (widened !== undefined) tell(context, { kind: 'identity_linked', to: widened, provider: newcomer.provider })
    return result
  }
  try {
    return await attempt()
  } catch (error) {
    const wasSlower = error instanceof AuthError && ['email_exists', 'identity_already_exists'].includes(error.code)
    if (!wasSlower || newcomer.linkTo !== null) throw error
    return attempt()
  }
}

interface Found {
  readonly account: User
  /** The address of an account that was somebody's before, and has one more way in now. */
  readonly widened?: string | undefined
}

async function accountOf(context: AuthContext, tx: Runner, newcomer: Newcomer): Promise<Found> {
  const { provider, identity, client } = newcomer
  const now = context.now()
  const owner = await findOwner(tx, provider, identity.subject)
  const known = owner && (await lockUser(tx, owner))
  if (known) {
    await touchIdentity(tx, { provider, providerId: identity.subject, claims: identity.claims }, now)
    return { account: await fillIn(tx, known, identity.claims, now) }
  }
  // Linking on an address that nobody vouches for would hand accounts to whoever writes it into a profile.
  if (identity.email === '') throw noProviderEmail(provider)
  if (!identity.emailVerified) throw emailNeedsVerification(provider)
  const found = await findUserByEmail(tx, identity.email)
  const present = found && (await lockUser(tx, found.id))
  if (present && isBanned(present, now)) throw userBanned()
  if (!present && !context.settings.signUpEnabled) throw signUpDisabled()
  const account = present ? await welcome(tx, present, identity, now) : await make(tx, newcomer, now)
  if (present) await link(tx, account.id, newcomer, now)
  const isSomebodys = present !== undefined && isConfirmed(present)
  const action = isSomebodys ? 'user_modified' : 'user_signedup'
  await record(tx, { action, actorId: account.id, traits: { provider }, client }, now)
  return {
    account: (await findUserById(tx, account.id)) ?? account,
    widened: isSomebodys ? present.email : undefined,
  }
}

/**
 * The provider vouches that the address is this person's. A confirmed account with it is therefore theirs; of one that nobody ever
 * confirmed only the row is: its password, its letters and what it says were a stranger's, who may have waited for this.
 */
async function welcome(tx: Runner, present: User, { claims }: ExternalIdentity, now: Date): Promise<User> {
  return isConfirmed(present) ? fillIn(tx, present, claims, now) : adoptUnconfirmed(tx, present.id, claims, now)
}

async function make(tx: Runner, { provider, identity }: Newcomer, now: Date): Promise<User> {
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

async function link(tx: Runner, userId: string, { provider, identity }: Newcomer, now: Date): Promise<void> {
  await insertIdentity(tx, { userId, provider, providerId: identity.subject, claims: identity.claims }, now)
  await nameProviders(tx, userId, now)
}

/** What the account lacks it takes from the provider; what its owner chose stays. */
async function fillIn(tx: Runner, account: User, claims: JsonObject, now: Date): Promise<User> {
  const chosen = account.raw_user_meta_data ?? {}
  const shown = ['name', 'full_name', 'avatar_url', 'picture', 'user_name', 'preferred_username']
  const missing = Object.entries(claims).filter(([key]) => shown.includes(key) && chosen[key] === undefined)
  return missing.length === 0 ? account : mergeUserMetadata(tx, account, Object.fromEntries(missing), now)
}

/** The person asked for it while signed in, so the addresses need not agree. */
async function linkedAccount(context: AuthContext, tx: Runner, newcomer: Newcomer): Promise<Found> {
  const { provider, identity, client, linkTo } = newcomer
  const now = context.now()
  const account = linkTo === null ? undefined : await lockUser(tx, linkTo.accountId)
  if (linkTo === null || account === undefined || account.deleted_at !== null) {
    throw new AuthError(404, 'user_not_found', 'User not found')
  }
  // Signed out since, perhaps by the owner from elsewhere.
  if ((await findSession(tx, linkTo.sessionId, account.id, now)) === undefined) throw sessionNotFound()
  const owner = await findOwner(tx, provider, identity.subject)
  if (owner === account.id) throw identityExists('Identity is already linked')
  if (owner !== undefined) throw identityExists('Identity is already linked to another user')
  await link(tx, account.id, newcomer, now)
  // An anonymous account becomes somebody.
  if (account.email === '' && identity.emailVerified) {
    await setEmail(tx, account.id, identity.email, true, now)
    await confirmEmail(tx, account.id, now)
    await nameProviders(tx, account.id, now)
  }
  await record(tx, { action: 'user_modified', actorId: account.id, traits: { provider }, client }, now)
  return { account: (await findUserById(tx, account.id)) ?? account, widened: account.email }
}
