/** POST /factors/:id/verify: a right code raises the caller's session to aal2, and verifies a new factor. */
import { z } from 'zod'
import type { Transaction } from '#backend/database/database'
import { isUuid } from '#backend/uuid'
import { type Factor, lockUser } from '../accounts/users.ts'
import { record } from '../audit.ts'
import { readBody, text } from '../body.ts'
import type { AuthContext, Call } from '../context.ts'
import { notifyOwner } from '../email/notifications.ts'
import { type AuthError, invalid, userNotFound } from '../errors.ts'
import { jsonResponse } from '../responses.ts'
import {
  endLowerSessions,
  hasSignedInFrom,
  raiseSession,
  type StartedSession,
  sessionResponse,
} from '../sessions/sessions.ts'
import { type FactorCaller, ownFactor, requireFactor } from './caller.ts'
import { challengeSeconds } from './challenge.ts'
import {
  challengeExpired,
  challengeMismatch,
  challengeNotFound,
  tooManyFactorCodes,
  totpVerifyDisabled,
  wrongFactorCode,
} from './factor-errors.ts'
import { consumeStep, deleteChallenge, findChallenge, markVerified, readSecret } from './factor-rows.ts'
import { stepOf } from './totp.ts'

const body = z.object({ challenge_id: text, code: text })

interface Attempt extends FactorCaller {
  readonly factor: Factor
  readonly challengeId: string
  readonly code: string
}

export async function verifyFactor(context: AuthContext, call: Call): Promise<Response> {
  const caller = await requireFactor(context, call)
  const { challenge_id: challengeId, code } = await readBody(call.request, body)
  if (code === '') throw invalid('Code needs to be non-empty')
  if (!context.settings.mfa.totp.verifyEnabled) throw totpVerifyDisabled()
  if (!isUuid(challengeId)) throw challengeNotFound()
  const { account, factor } = caller
  const attempts = context.factorAttempts.ofAccount(account.id, call.client, (tx) =>
    hasSignedInFrom(tx ?? context.database, account.id, call.client, { aal2: true }),
  )
  // Checked before the transaction, too, so that a flood of attempts takes no locks.
  if (await attempts.areExhausted()) throw tooManyFactorCodes()
  const outcome = await context.database.transaction(async (tx): Promise<StartedSession | AuthError> => {
    // The lock makes parallel attempts wait, so that each one is counted before the next.
    const current = await lockUser(tx, account.id)
    if (current === undefined) throw userNotFound()
    ownFactor(current, factor.id)
    const attempt = { ...caller, challengeId, code }
    const refusal = await refusalOf(context, tx, call, attempt)
    if (refusal !== undefined) return refusal
    if (await attempts.areExhausted(tx)) return tooManyFactorCodes()
    if (!(await consumeCode(context, tx, attempt))) {
      await attempts.recordFailure(tx)
      return wrongFactorCode()
    }
    return pass(context, tx, call, attempt)
  })
  // Thrown after the transaction, because the wrong code must stay counted.
  if (outcome instanceof Error) throw outcome
  if (factor.status === 'unverified') {
    notifyOwner(context, { kind: 'mfa_factor_enrolled', to: account.email, factorType: factor.factor_type })
  }
  return jsonResponse(await sessionResponse(context, outcome))
}

/** Why the challenge cannot be used; an expired one is deleted. */
async function refusalOf(
  context: AuthContext,
  tx: Transaction,
  { client }: Call,
  { challengeId, factor }: Attempt,
): Promise<AuthError | undefined> {
  const challenge = await findChallenge(tx, { id: challengeId, factorId: factor.id, client })
  if (challenge === undefined) return challengeNotFound()
  if (!challenge.isUsable) return challengeMismatch()
  if (context.now().getTime() <= challenge.createdAt.getTime() + challengeSeconds * 1000) return undefined
  await deleteChallenge(tx, challengeId)
  return challengeExpired(challengeId)
}

/** @returns false for a wrong code, and for one that was used before */
async function consumeCode(context: AuthContext, tx: Transaction, { factor, challengeId, code }: Attempt) {
  const now = context.now()
  const step = stepOf(await readSecret(tx, factor.id), code, now)
  return step !== undefined && (await consumeStep(tx, { challengeId, factorId: factor.id, step }, now))
}

async function pass(
  context: AuthContext,
  tx: Transaction,
  { client }: Call,
  { account, session, factor, challengeId }: Attempt,
): Promise<StartedSession> {
  const now = context.now()
  const traits = { factor_id: factor.id, challenge_id: challengeId, factor_type: factor.factor_type }
  await record(tx, { action: 'verification_attempted', actorId: account.id, traits, client }, now)
  await markVerified(tx, factor, account.id, now)
  const raised = { sessionId: session.id, userId: account.id, factorId: factor.id, method: 'totp' } as const
  const started = await raiseSession(tx, raised, now)
  await endLowerSessions(tx, account.id)
  return started
}
