/** The data of a backend's answer, or a thrown QueryError that knows whether trying again can help. */

interface BackendResponse<Data> {
  data: Data | null
  error: { message: string; code?: string; details?: string | null; hint?: string | null } | null
  /** HTTP status; 0 when no answer came. */
  status: number
}

interface ErrorDetails {
  hint?: string | null
  details?: string | null
}

export class QueryError extends Error {
  override name = 'QueryError'
  readonly status: number
  /** SQLSTATE or PGRST code. */
  readonly code: string | undefined
  /** A word for programs, and more about what was refused, where the database gave them. */
  readonly hint: string | null
  readonly details: string | null

  constructor(message: string, status: number, code: string | undefined, cause: unknown, details: ErrorDetails = {}) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.hint = details.hint ?? null
    this.details = details.details ?? null
  }
}

/**
 * `unwrap(await client.from('shops').select())`. For `maybeSingle()` use `unwrapOptional`, whose data may be null.
 * @throws QueryError
 */
export function unwrap<Data>(response: BackendResponse<Data>): Data {
  const data = unwrapOptional(response)
  if (data === null) throw new QueryError('The answer holds no data.', response.status, undefined, response)
  return data
}

/** @throws QueryError */
export function unwrapOptional<Data>({ data, error, status }: BackendResponse<Data>): Data | null {
  if (error) throw new QueryError(error.message, status, error.code, error, error)
  return data
}

/** Whether the request itself was wrong, so that repeating it cannot help; 408 and 429 ask to come back later. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof QueryError)) return false
  return error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429
}
