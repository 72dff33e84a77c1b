/**
 * Calls the auth service as the signed-in member. If the session has ended, it asks them to sign in and repeats the
 * call.
 */
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

/** @throws MessageError 'No user found' if the member does not sign in again */
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
