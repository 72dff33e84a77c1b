/** POST /factors/:id/challenge: starts a verification, which a code completes within five minutes. */

import { lockUser } from '../accounts/users.ts'
import { record } from '../audit.ts'
import type { AuthContext, Call } from '../context.ts'
import { jsonResponse } from '../responses.ts'
import { ownFactor, requireFactor } from './caller.ts'
import { totpVerifyDisabled } from './factor-errors.ts'
import { insertChallenge } from './factor-rows.ts'

export const challengeSeconds = 300

export async function challengeFactor(context: AuthContext, call: Call): Promise<Response> {
  const { account, factor } = await requireFactor(context, call)
  if (!context.settings.mfa.totp.verifyEnabled) throw totpVerifyDisabled()
  await context.factorAttempts.takeRequest(account.id)
  const now = context.now()
  const id = await context.database.transaction(async (tx) => {
    const current = await lockUser(tx, account.id)
    // Another request may have removed the factor.
    const { status } = ownFactor(current ?? account, factor.id)
    const traits = { factor_id: factor.id, factor_status: status }
    await record(tx, { action: 'challenge_created', actorId: account.id, traits, client: call.client }, now)
    return insertChallenge(tx, factor.id, call.client, now)
  })
  const expiresAt = Math.floor(now.getTime() / 1000) + challengeSeconds
  return jsonResponse({ id, type: factor.factor_type, expires_at: expiresAt })
}
