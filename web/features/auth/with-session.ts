/**
 * Calls the auth service as the signed-in member. If the session has ended, it asks them to sign in and repeats the
 * call.
 */
import type { AuthError } from '@supabase/supabase-js'
import type { AppContext, Backend } from '#platform/app-context.ts'
import { type AuthFailure, callAuth, type NoResponse } from './call-auth.ts'

const lostSessionCodes: readonly (string | undefined)[] = [
  'session_not_found',
  'bad_jwt',
  'refresh_token_not_found',
  'user_not_found',
]

export async function withSession<Result extends { error: AuthError | null }>(
  app: AppContext,
  call: (auth: Backend['auth']) => Promise<Result>,
): Promise<Result | NoResponse> {
  const result = await callAuth(app, call)
  if (!result.error || !isSessionLost(result.error)) return result
  const noUser = { data: null, error: new NoUserError('No user found', { cause: result.error }) }
  return callAuth(app, async (auth) => ((await app.signInAgain?.()) ? call(auth) : noUser))
}

/** Nobody is signed in, and the sign-in was cancelled. */
class NoUserError extends Error {
  override name = 'NoUserError'
  readonly status = 401
  readonly code = 'no_user'
}

function isSessionLost({ name, code }: AuthFailure): boolean {
  return name === 'AuthSessionMissingError' || lostSessionCodes.includes(code)
}
