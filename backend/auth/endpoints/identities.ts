/** DELETE /user/identities/:id: unlinks an identity from the caller's account. */

import { isUuid } from '#backend/uuid'
import { deleteIdentity, updateProviderMetadata } from '../accounts/identities.ts'
import { lockUser, removePassword, removePhone } from '../accounts/users.ts'
import { record } from '../audit.ts'
import type { AuthContext, Call } from '../context.ts'
import { notifyOwner } from '../email/notifications.ts'
import { AuthError, identityNotFound, lastIdentity } from '../errors.ts'
import { requireRecentSignIn } from '../providers/linking.ts'
import { jsonResponse } from '../responses.ts'

export async function unlinkIdentity(context: AuthContext, call: Call): Promise<Response> {
  const { accountId } = await requireRecentSignIn(context, call)
  const { id = '' } = call.params
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID')
  const notification = await context.database.transaction(async (tx) => {
    const now = context.now()
    const account = await lockUser(tx, accountId)
    const identities = account?.identities ?? []
    const identity = identities.find((candidate) => candidate.id === id.toLowerCase())
    if (identity === undefined) throw identityNotFound()
    if (identities.length < 2) throw lastIdentity()
    await deleteIdentity(tx, identity.id)
    // Without the email identity, the password must not open the account any more.
    if (identity.provider === 'email') await removePassword(tx, accountId, now)
    if (identity.provider === 'phone') await removePhone(tx, accountId, now)
    await updateProviderMetadata(tx, accountId, now)
    const traits = { provider: identity.provider, unlinked: 'true' }
    await record(tx, { action: 'user_modified', actorId: accountId, traits, client: call.client }, now)
    return { kind: 'identity_unlinked', to: account?.email ?? '', provider: identity.provider } as const
  })
  notifyOwner(context, notification)
  return jsonResponse({})
}
