/** Verifies the Authorization header of endpoints that need a member or an administrator. */
import type { Database } from '#backend/database/database'
import { TokenError, type TokenProblem, type Tokens } from '#backend/tokens'
import { isUuid } from '#backend/uuid'
import { findUserById, hasVerifiedFactor, isBanned, type User } from '../accounts/users.ts'
import {
  badClaim,
  badJwt,
  insufficientAal,
  noAuthorization,
  notAdmin,
  sessionNotFound,
  signInAgain,
  userOfTokenNotFound,
} from '../errors.ts'
import { findSession, type Session } from './sessions.ts'

export interface BearerChecks {
  readonly database: Database
  readonly tokens: Pick<Tokens, 'verify'>
  now(): Date
}

interface Call {
  readonly request: Request
}

/** The signed-in account and its session. @throws AuthError */
export async function requireUser(context: BearerChecks, call: Call): Promise<{ account: User; session: Session }> {
  const claims = await verifiedClaims(context, call)
  const { sub, session_id: sessionId } = claims
  if (typeof sub !== 'string' || sub === '') throw badClaim('missing sub claim')
  if (!isUuid(sub)) throw badClaim('sub claim must be a UUID')
  if (![claims.aud].flat().includes('authenticated')) throw badClaim('token has invalid audience')
  const account = await findUserById(context.database, sub)
  if (account === undefined || account.deleted_at !== null || isBanned(account, context.now())) {
    throw userOfTokenNotFound()
  }
  if (typeof sessionId !== 'string' || !isUuid(sessionId)) throw sessionNotFound()
  const session = await findSession(context.database, sessionId, sub, context.now())
  if (session === undefined) throw sessionNotFound()
  return { account, session }
}

/** Whether the account has a second factor that the session has not passed. */
export const lacksSecondFactor = (account: User, session: Session) => hasVerifiedFactor(account) && !session.isAal2

/** @throws AuthError insufficient_aal when the session lacks the account's second factor */
export function assertSecondFactor(account: User, session: Session, message: string): void {
  if (lacksSecondFactor(account, session)) throw insufficientAal(401, message)
}

const recentMs = 600_000

/**
 * An identity or a second factor outlives the session that added it, so an old or stolen session must not add one.
 * @throws AuthError reauthentication_needed
 */
export function assertRecentSignIn(account: User, session: Session, now: Date): void {
  // An account without identities has no way to sign in again.
  const canSignIn = account.identities.length > 0
  if (canSignIn && now.getTime() - session.provedAt.getTime() >= recentMs) throw signInAgain()
}

/** @throws AuthError when the token is not the service key */
export async function requireAdmin(context: BearerChecks, call: Call): Promise<void> {
  const claims = await verifiedClaims(context, call)
  if (claims.role !== 'service_role') throw notAdmin()
}

const messages: Record<TokenProblem, string> = {
  expired: 'token has invalid claims: token is expired',
  'not-yet-valid': 'token has invalid claims: token is not valid yet',
  signature: 'token signature is invalid: signature is invalid',
  malformed: 'token is malformed',
}

async function verifiedClaims({ tokens }: BearerChecks, { request }: Call) {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (token === undefined) throw noAuthorization()
  try {
    return await tokens.verify(token)
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    throw badJwt(messages[error.reason], error)
  }
}
