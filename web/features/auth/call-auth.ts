/** Calls the auth service and turns exceptions into error results. */
import type { AuthError } from '@supabase/supabase-js'
import type { AppContext, Backend } from '#platform/app-context.ts'

/** The fields shared by our own errors and those of the auth service. */
export type AuthFailure = Pick<AuthError, 'message' | 'status' | 'name' | 'code'>

/** No response. It has the name that supabase-js uses. */
class UnreachableError extends Error {
  override name = 'AuthRetryableFetchError'
  readonly status = 0
  readonly code = undefined
}

export interface NoResponse {
  data: null
  error: AuthFailure & Error
}

/** Errors thrown by supabase-js, and a chunk that fails to load, count as an unreachable server. */
export async function callAuth<Result extends { error: AuthFailure | null }>(
  app: AppContext,
  call: (auth: Backend['auth']) => Promise<Result>,
): Promise<Result | NoResponse> {
  try {
    return await call((await app.supabase()).auth)
  } catch (cause) {
    return { data: null, error: new UnreachableError('The auth service could not be reached.', { cause }) }
  }
}
