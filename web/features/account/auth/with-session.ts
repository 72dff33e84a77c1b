/** Calls of the auth service that need a session. */
import type { AuthError } from '@supabase/supabase-js'
import type { AppContext, Backend } from '#platform/app-context.ts'
import { MessageError } from '#platform/message-for.ts'
import { callAuth, isAuthRefusal } from './call-auth.ts'

const lostSessionCodes = [
  'AuthSessionMissingError',
  'session_not_found',
  'bad_jwt',
  'refresh_token_not_found',
  'user_not_found',
]

/**
 * Calls the auth service as the signed-in member. If the session has ended, it asks them to sign in and repeats the
 * call.
 * @throws MessageError 'No user found' if the member does not sign in again
 */
export async function withSession<Result extends { error: AuthError | null }>(
  app: AppContext,
  call: (auth: Backend['auth']) => Promise<Result>,
) {
  try {
    return await callAuth(app, call)
  } catch (error) {
    if (!isAuthRefusal(error, ...lostSessionCodes)) throw error
    if (!(await app.signInAgain?.())) throw new MessageError('No user found', { cause: error })
    return callAuth(app, call)
  }
}
