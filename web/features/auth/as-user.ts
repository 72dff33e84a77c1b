/** Calls to the auth service in the name of whoever is signed in: made again after they have signed in again, where the session had ended. */
import type { AuthError } from '@supabase/supabase-js'
import type { AppContext, Backend } from '#web/app/app-context.ts'

const lostCodes: readonly (string | undefined)[] = [
  'session_not_found',
  'bad_jwt',
  'refresh_token_not_found',
  'user_not_found',
]

export async function asUser<Answer extends { error: AuthError | null }>(
  app: AppContext,
  call: (auth: Backend['auth']) => Promise<Answer>,
): Promise<Answer> {
  const { auth } = await app.supabase()
  const answer = await call(auth)
  if (!answer.error || !isSessionLost(answer.error)) return answer
  return (await app.signInAgain?.()) ? call(auth) : answer
}

function isSessionLost({ name, code }: AuthError): boolean {
  return name === 'AuthSessionMissingError' || lostCodes.includes(code)
}
