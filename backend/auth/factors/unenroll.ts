/** DELETE /factors/:id: removes a second factor of the caller. */

import { lockUser } from '../accounts/users.ts'
import { record } from '../audit.ts'
import type { AuthContext, Call } from '../context.ts'
import { notifyOwner } from '../email/notifications.ts'
import { insufficientAal } from '../errors.ts'
import { jsonResponse } from '../responses.ts'
import { lowerSessions } from '../sessions/sessions.ts'
import { ownFactor, requireFactor } from './caller.ts'
import { deleteFactor } from './factor-rows.ts'

export async function unenrollFactor(context: AuthContext, call: Call): Promise<Response> {
  const { account, session, factor } = await requireFactor(context, call)
  const removed = await context.database.transaction(async (tx) => {
    const now = context.now()
    // Read again under the lock, because another request may have verified it.
    const current = ownFactor((await lockUser(tx, account.id)) ?? account, factor.id)
    if (current.status === 'verified' && !session.isAal2) {
      throw insufficientAal(422, 'AAL2 required to unenroll verified factor')
    }
    await deleteFactor(tx, current.id)
    await lowerSessions(tx, current, now)
    const traits = { factor_id: current.id, factor_status: current.status, session_id: session.id }
    await record(tx, { action: 'factor_unenrolled', actorId: account.id, traits, client: call.client }, now)
    return current
  })
  if (removed.status === 'verified') {
    notifyOwner(context, { kind: 'mfa_factor_unenrolled', to: account.email, factorType: removed.factor_type })
  }
  return jsonResponse({ id: removed.id })
}
