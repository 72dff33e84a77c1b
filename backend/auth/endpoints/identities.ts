/** DELETE /user/identities/:id: takes a way to sign in away from the caller's account. */
import { answer } from '../answers.ts'
import { record } from '../audit.ts'
import { isUuid, requireUser } from '../bearer.ts'
import type { AuthContext, Call } from '../context.ts'
import { AuthError, identityNotFound, lastIdentity, manualLinkingDisabled } from '../errors.ts'
import { deleteIdentity, nameProviders } from '../identities.ts'
import { forgetPassword, lockUser } from '../users.ts'

export async function unlinkIdentity(context: AuthContext, call: Call): Promise<Response> {
  const { account } = await requireUser(context, call)
  if (!context.settings.manualLinkingEnabled) throw manualLinkingDisabled()
  const { id = '' } = call.params
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID')
  await context.database.transaction(async (tx) => {
    const now = context.now()
    const identities = (await lockUser(tx, account.id))?.identities ?? []
    const identity = identities.find((candidate) => candidate.id === id.toLowerCase())
    if (identity === undefined) throw identityNotFound()
    if (identities.length < 2) throw lastIdentity()
    await deleteIdentity(tx, identity.id)
    // Whoever takes the way in by address and password away does not mean the password to go on opening the account.
    if (identity.provider === 'email') await forgetPassword(tx, account.id, now)
    await nameProviders(tx, account.id, now)
    const traits = { provider: identity.provider, unlinked: 'true' }
    await record(tx, { action: 'user_modified', actorId: account.id, traits, client: call.client }, now)
  })
  return answer({})
}
