/** POST /logout: ends this session, the others or all of them. */
import { record } from '../audit.ts'
import type { AuthContext, Call } from '../context.ts'
import { invalid } from '../errors.ts'
import { noContent } from '../responses.ts'
import type { Runner } from '../rows.ts'
import { assertSecondFactor, lacksSecondFactor, requireUser } from '../sessions/bearer.ts'
import { endAllSessions, endOtherSessions, endSession } from '../sessions/sessions.ts'

/** Functions that end the user's sessions, by scope. */
const scopes: Readonly<Record<string, (tx: Runner, userId: string, sessionId: string) => Promise<void>>> = {
  global: endAllSessions,
  local: endSession,
  others: endOtherSessions,
}

export async function logOut(context: AuthContext, call: Call): Promise<Response> {
  const scope = call.url.searchParams.get('scope') || 'global'
  const endScope = Object.hasOwn(scopes, scope) ? scopes[scope] : undefined
  if (endScope === undefined) throw invalid(`Unsupported logout scope ${JSON.stringify(scope.slice(0, 40))}`)
  const { account, session } = await requireUser(context, call)
  if (scope === 'others')
    assertSecondFactor(account, session, 'AAL2 session is required to end other sessions when MFA is enabled.')
  // A client that signs out in every scope is signed out here all the same.
  const end = lacksSecondFactor(account, session) ? endSession : endScope
  await context.database.transaction(async (tx) => {
    await end(tx, account.id, session.id)
    await record(tx, { action: 'logout', actorId: account.id, client: call.client }, context.now())
  })
  return noContent()
}
