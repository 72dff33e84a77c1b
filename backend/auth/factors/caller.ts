/** The caller of an endpoint for second factors, and the factor in its path. */

import { isUuid } from '#backend/uuid'
import type { Factor, User } from '../accounts/users.ts'
import type { AuthContext, Call } from '../context.ts'
import { requireUser } from '../sessions/bearer.ts'
import type { Session } from '../sessions/sessions.ts'
import { anonymousRefused, factorIdMalformed, factorNotFound } from './factor-errors.ts'
import { findFactor } from './factor-rows.ts'

export interface FactorCaller {
  readonly account: User
  readonly session: Session
}

/** @throws AuthError */
export async function requireFactorCaller(context: AuthContext, call: Call): Promise<FactorCaller> {
  const caller = await requireUser(context, call)
  if (caller.account.is_anonymous) throw anonymousRefused()
  return caller
}

/** The caller's own factor that the path names. @throws AuthError */
export async function requireFactor(context: AuthContext, call: Call): Promise<FactorCaller & { factor: Factor }> {
  const caller = await requireFactorCaller(context, call)
  return { ...caller, factor: ownFactor(caller.account, call.params.id) }
}

/** @throws AuthError validation_failed, mfa_factor_not_found */
export function ownFactor(account: User, id = ''): Factor {
  if (!isUuid(id)) throw factorIdMalformed()
  const factor = findFactor(account, id)
  if (factor === undefined) throw factorNotFound()
  return factor
}
