/** Returns the data of a backend response, or throws a QueryError. */

export interface BackendResponse<Data> {
  data: Data | null
  error: { message: string; code?: string; details?: string | null; hint?: string | null } | null
  /** HTTP status; 0 without a response. */
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
  /** The hint and the details of the database error, where there are any. */
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
 * `unwrap(await client.from('shops').select())`. Use `unwrapOptional` for `maybeSingle()`, whose data may be null.
 * @throws QueryError
 */
export function unwrap<Data>(response: BackendResponse<Data>): Data {
  const data = unwrapOptional(response)
  if (data === null) throw new QueryError('The response has no data.', response.status, undefined, response)
  return data
}

/** @throws QueryError */
export function unwrapOptional<Data>({ data, error, status }: BackendResponse<Data>): Data | null {
  if (error) throw new QueryError(error.message, status, error.code, error, error)
  return data
}

/** Whether the request itself was refused, so that a retry cannot help. 408 and 429 allow a retry. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof QueryError)) return false
  return error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429
}

/** Whether a row with these values already exists. @param error a QueryError, or the error of a response */
export function isUniqueViolation(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23505'
}
