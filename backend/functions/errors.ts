/** Error responses for functions, with the status codes and bodies of Supabase's edge runtime. */
import { withResponseHeaders } from '#backend/http/response-headers'

/** Source: https://supabase.com/docs/guides/functions/error-codes */
const errors = {
  NOT_FOUND: { status: 404, message: 'Requested function was not found' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request body is too large' },
  WORKER_ERROR: { status: 500, message: 'Function exited due to an error (please check logs)' },
  BOOT_ERROR: { status: 503, message: 'Function failed to start (please check logs)' },
  IDLE_TIMEOUT: { status: 504, message: 'The function did not respond in time' },
  WORKER_LIMIT: {
    status: 546,
    message: 'Function failed due to not having enough compute resources (please check logs)',
  },
} as const

export type FunctionErrorCode = keyof typeof errors

/** The function could not handle the request. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError'
  readonly code: FunctionErrorCode

  constructor(code: FunctionErrorCode, options?: ErrorOptions) {
    super(errors[code].message, options)
    this.code = code
  }
}

export function errorResponse(code: FunctionErrorCode): Response {
  const { status, message } = errors[code]
  return jsonResponse(status, { code, message }, code)
}

/** In the format of Supabase's gateway, where the code is a number. */
export function unauthorised(message: string): Response {
  return jsonResponse(401, { code: 401, message }, 'UNAUTHORIZED')
}

/** Other origins may read these errors; a function sets the CORS headers of its own responses. */
function jsonResponse(status: number, body: object, code: string): Response {
  return withResponseHeaders(Response.json(body, { status, headers: { 'sb-error-code': code } }))
}
