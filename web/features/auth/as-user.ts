/** Calls to the auth service in the name of whoever is signed in: made again after they have signed in again, where the session had ended. */
import type { AuthError } from '@supabase/supabase-js'
import type { AppContext, Backend } from '#web/app/app-context.ts'
import { type AuthFailure, askAuth, type NoAnswer } from './ask-auth.ts'

const lostCodes: readonly (string | undefined)[] = [
  'session_not_found',
  'bad_jwt',
  'refresh_token_not_found',
  'user_not_found',
]

export async function asUser<Answer extends { error: AuthError | null }>(
  app: AppContext,
  call: (auth: Backend['auth']) => Promise<Answer>,
): Promise<Answer | NoAnswer> {
  const answer = await askAuth(app, call)
  if (!answer.error || !isSessionLost(answer.error)) return answer
  const nobody = { data: null, error: new NoUser('No user found', { cause: answer.error }) }
  return askAuth(app, async (auth) => ((await app.signInAgain?.()) ? call(auth) : nobody))
}

/** Nobody is signed in, and nobody wanted to be. */
class NoUser extends Error {
  override name = 'NoUser'
  readonly status = 401
  readonly code = 'no_user'
}

function isSessionLost({ name, code }: AuthFailure): boolean {
  return name === 'AuthSessionMissingError' || lostCodes.includes(code)
}
