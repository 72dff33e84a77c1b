/** Calls the auth service. The only place that turns its errors into those of the web app. */
import type { AuthError } from '@supabase/supabase-js'
import type { AppContext, Backend } from '#platform/app-context.ts'
import { MessageError } from '#platform/message-for.ts'
import { QueryError } from '#platform/unwrap.ts'

/** A refusal of the auth service, whose messages are written for members. */
export class AuthRefusal extends MessageError {
  override name = 'AuthRefusal'
  /** A code of the auth service, or the name of an error of supabase-js that has none. */
  readonly code: string

  constructor(message: string, code: string, cause: unknown) {
    super(message, { cause })
    this.code = code
  }
}

type Succeeded<Result> = Result extends { error: null } ? Result : Result extends { data: unknown } ? never : unknown

/** @throws AuthRefusal, or QueryError for an error without a message and for an unreachable server (status 0) */
export async function callAuth<Result extends { error: AuthError | null }>(
  app: AppContext,
  call: (auth: Backend['auth']) => Promise<Result>,
): Promise<Succeeded<Result>>
export async function callAuth(
  app: AppContext,
  call: (auth: Backend['auth']) => Promise<{ error: AuthError | null }>,
): Promise<unknown> {
  const result = await app
    .supabase()
    .then(({ auth }) => call(auth))
    // An exception of supabase-js, or a chunk that could not be loaded.
    .catch((cause: unknown) => {
      throw new QueryError('The auth service could not be reached.', 0, undefined, cause)
    })
  if (result.error) throw errorOf(result.error)
  return result
}

function errorOf(error: AuthError): AuthRefusal | QueryError {
  const { name, message, status = 0, code } = error
  if (name === 'AuthRetryableFetchError') return new QueryError(message, 0, code, error)
  // supabase-js reports '{}' for an error body without a message.
  if (message.trim() === '' || message === '{}') return new QueryError(message, status, code, error)
  return new AuthRefusal(message, code ?? name, error)
}

export function isAuthRefusal(error: unknown, ...codes: readonly string[]): error is AuthRefusal {
  return error instanceof AuthRefusal && codes.includes(error.code)
}
