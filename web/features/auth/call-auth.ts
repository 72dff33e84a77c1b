/** Calls to the auth service that always come to an answer, so that nothing waits for ever. */
import type { AuthError } from '@supabase/supabase-js'
import type { AppContext, Backend } from '#web/app/app-context.ts'

/** What our own failures have in common with the service's. */
export type AuthFailure = Pick<AuthError, 'message' | 'status' | 'name' | 'code'>

/** No answer at all: by the name that supabase-js gives it. */
class UnreachableError extends Error {
  override name = 'AuthRetryableFetchError'
  readonly status = 0
  readonly code = undefined
}

export interface NoResponse {
  data: null
  error: AuthFailure & Error
}

/** What supabase-js throws, and its code when that does not arrive, count as a server out of reach. */
export async function callAuth<Result extends { error: AuthFailure | null }>(
  app: AppContext,
  call: (auth: Backend['auth']) => Promise<Result>,
): Promise<Result | NoResponse> {
  try {
    return await call((await app.supabase()).auth)
  } catch (cause) {
    return { data: null, error: new UnreachableError('The auth service could not be asked.', { cause }) }
  }
}
