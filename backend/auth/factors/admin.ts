/** /admin/users/:id/factors: manages the second factors of an account with the service key. */
import { z } from 'zod'
import { isUuid } from '#backend/uuid'
import { factorView } from '../accounts/user-view.ts'
import { findUserById, lockUser, type User } from '../accounts/users.ts'
import { record } from '../audit.ts'
import { readBody, text } from '../body.ts'
import type { AuthContext, Call } from '../context.ts'
import { notifyOwner } from '../email/notifications.ts'
import { userIdMalformed, userNotFound } from '../errors.ts'
import { jsonResponse } from '../responses.ts'
import type { Runner } from '../rows.ts'
import { requireAdmin } from '../sessions/bearer.ts'
import { lowerSessions } from '../sessions/sessions.ts'
import { ownFactor } from './caller.ts'
import { deleteFactor, renameFactor } from './factor-rows.ts'

export async function listFactorsAsAdmin(context: AuthContext, call: Call): Promise<Response> {
  await requireAdmin(context, call)
  const account = await findAccount(context.database, call, findUserById)
  return jsonResponse(account.factors.map(factorView))
}

const body = z.object({ friendly_name: text })

export async function updateFactorAsAdmin(context: AuthContext, call: Call): Promise<Response> {
  await requireAdmin(context, call)
  const { friendly_name: friendlyName } = await readBody(call.request, body)
  const updated = await context.database.transaction(async (tx) => {
    const now = context.now()
    const account = await findAccount(tx, call, lockUser)
    const factor = ownFactor(account, call.params.factor)
    if (friendlyName !== '') await renameFactor(tx, factor.id, friendlyName, now)
    const traits = { user_id: account.id, factor_id: factor.id, factor_type: factor.factor_type }
    await record(tx, { action: 'factor_updated', actorId: 'service_role', traits, client: call.client }, now)
    return ownFactor(await findAccount(tx, call, findUserById), factor.id)
  })
  return jsonResponse(factorView(updated))
}

export async function deleteFactorAsAdmin(context: AuthContext, call: Call): Promise<Response> {
  await requireAdmin(context, call)
  const { account, factor } = await context.database.transaction(async (tx) => {
    const now = context.now()
    const account = await findAccount(tx, call, lockUser)
    const factor = ownFactor(account, call.params.factor)
    await deleteFactor(tx, factor.id)
    await lowerSessions(tx, factor, now)
    const traits = { user_id: account.id, factor_id: factor.id }
    await record(tx, { action: 'factor_deleted', actorId: 'service_role', traits, client: call.client }, now)
    return { account, factor }
  })
  if (factor.status === 'verified') {
    notifyOwner(context, { kind: 'mfa_factor_unenrolled', to: account.email, factorType: factor.factor_type })
  }
  return jsonResponse(factorView(factor))
}

async function findAccount<Db extends Runner>(
  db: Db,
  { params: { id = '' } }: Call,
  find: (db: Db, id: string) => Promise<User | undefined>,
): Promise<User> {
  if (!isUuid(id)) throw userIdMalformed()
  const account = await find(db, id)
  if (account === undefined) throw userNotFound()
  return account
}
