/** The errors that this API raises itself: PostgREST 14's PGRST1xx codes, messages and statuses. */

export interface RestErrorFields {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details?: unknown
  readonly hint?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** An error response: `{ code, details, hint, message }` with a status. */
export class RestError extends Error {
  override readonly name = 'RestError'
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly hint: string | null
  readonly headers: Readonly<Record<string, string>>

  constructor(fields: RestErrorFields, options?: ErrorOptions) {
    super(fields.message, options)
    this.status = fields.status
    this.code = fields.code
    this.details = fields.details ?? null
    this.hint = fields.hint ?? null
    this.headers = fields.headers ?? {}
  }
}

export const invalidQuery = (message: string, details: string) =>
  new RestError({ status: 400, code: 'PGRST100', message, details })

export const invalidRpcMethod = (method: string) =>
  new RestError({ status: 405, code: 'PGRST101', message: `Cannot use the ${method} method on RPC` })

export const invalidBody = (message: string) => new RestError({ status: 400, code: 'PGRST102', message })

export const invalidRange = (details: string, headers?: Record<string, string>) =>
  new RestError({
    status: 416,
    code: 'PGRST103',
    message: 'Requested range not satisfiable',
    details,
    ...(headers === undefined ? {} : { headers }),
  })

export const invalidPutFilters = () =>
  new RestError({
    status: 405,
    code: 'PGRST105',
    message: "Filters must include all and only primary key columns with 'eq' operators",
  })

export const unacceptableSchema = (schema: string, exposed: readonly string[]) =>
  new RestError({
    status: 406,
    code: 'PGRST106',
    message: `Invalid schema: ${schema}`,
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })

export const unacceptableMediaType = (accepted: readonly string[]) =>
  new RestError({
    status: 406,
    code: 'PGRST107',
    message: `None of these media types are available: ${accepted.join(', ')}`,
  })

export const notEmbedded = (resource: string) =>
  new RestError({
    status: 400,
    code: 'PGRST108',
    message: `'${resource}' is not an embedded resource in this request`,
    hint: `Verify that '${resource}' is included in the 'select' query parameter.`,
  })

export const invalidResponseHeaders = () =>
  new RestError({
    status: 500,
    code: 'PGRST111',
    message: 'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  })

export const invalidResponseStatus = () =>
  new RestError({ status: 500, code: 'PGRST112', message: 'response.status guc must be a valid status code' })

export const limitedPut = () =>
  new RestError({
    status: 400,
    code: 'PGRST114',
    message: 'limit/offset querystring parameters are not allowed for PUT',
  })

export const mismatchedPutKey = () =>
  new RestError({
    status: 400,
    code: 'PGRST115',
    message: 'Payload values do not match URL in primary key column(s)',
  })

export const notSingular = (rows: number | string) =>
  new RestError({
    status: 406,
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${rows} rows`,
  })

export const unsupportedMethod = (method: string) =>
  new RestError({ status: 405, code: 'PGRST117', message: `Unsupported HTTP method: ${method}` })

export const relatedOrderNotToOne = (origin: string, target: string) =>
  new RestError({
    status: 400,
    code: 'PGRST118',
    message: `A related order on '${target}' is not possible`,
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  })

export const unacceptableEmbedFilter = (target: string) =>
  new RestError({
    status: 400,
    code: 'PGRST120',
    message: `Bad operator on the '${target}' embedded resource`,
    details: 'Only is null or not is null filters are allowed on embedded resources',
  })

export const unreadableRaise = (details: string, hint: string) =>
  new RestError({
    status: 500,
    code: 'PGRST121',
    message: 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error',
    details,
    hint,
  })

export const invalidPreferences = (preferences: readonly string[]) =>
  new RestError({
    status: 400,
    code: 'PGRST122',
    message: 'Invalid preferences given with handling=strict',
    details: `Invalid preferences: ${preferences.join(', ')}`,
  })

export const aggregatesNotAllowed = () =>
  new RestError({ status: 400, code: 'PGRST123', message: 'Use of aggregate functions is not allowed' })

export const tooManyAffected = (rows: number | string) =>
  new RestError({
    status: 400,
    code: 'PGRST124',
    message: 'Query result exceeds max-affected preference constraint',
    details: `The query affects ${rows} rows`,
  })

export const invalidPath = () =>
  new RestError({ status: 404, code: 'PGRST125', message: 'Invalid path specified in request URL' })

export const noRootMetadata = () =>
  new RestError({ status: 404, code: 'PGRST126', message: 'Root endpoint metadata is disabled' })

export const notImplemented = (details: string) =>
  new RestError({ status: 400, code: 'PGRST127', message: 'Feature not implemented', details })

export const maxAffectedNeedsRows = () =>
  new RestError({
    status: 400,
    code: 'PGRST128',
    message: 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  })

/** PostgreSQL's code for program limits. */
export const responseTooLarge = () =>
  new RestError({
    status: 400,
    code: '54000',
    message: 'The response is too large',
    hint: 'Select fewer columns, limit the rows, also of embedded resources, or read them in pages.',
  })

/** Visitors may not use regular expressions; members may. */
export const expressionsRequireSignIn = () =>
  new RestError({
    status: 401,
    code: '42501',
    message: 'permission denied for regular expressions',
    hint: 'Sign in to filter by match and imatch, or filter by like and ilike.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  })

export const unacceptablePattern = (details: string) => invalidQuery('pattern not allowed', details)

export const tooManyRequests = (seconds: number) =>
  new RestError({
    status: 429,
    code: 'PT429',
    message: 'Too many requests. Please try again in a little while.',
    headers: { 'Retry-After': String(seconds) },
  })

export const tooManyEmbeds = (max: number) =>
  invalidQuery('too many embedded resources', `At most ${max} resources are embedded in a request.`)

export const embedsTooDeep = (max: number) =>
  invalidQuery('embedded resources nest too deep', `Embedded resources nest at most ${max} deep.`)

/** PostgreSQL's error for invalid text, raised before such a value reaches it. */
export const invalidText = (what: string) =>
  new RestError({ status: 400, code: '22021', message: `invalid byte sequence for encoding "UTF8": ${what}` })
