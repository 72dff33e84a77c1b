/** Responses in GoTrue's format: JSON bodies, and errors in the caller's API version. */
import { currentRequestId } from '#backend/request-id'
import { AuthError } from './errors.ts'

const versionHeader = 'x-supabase-api-version'
/** From this version on `code` is a text code and the text is `message`; before, a number and `msg`. */
const codesVersion = '2024-01-01'

/** Responses about accounts are never cached. */
export function jsonResponse(
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: HeadersInit } = {},
): Response {
  const response = Response.json(body, { status, headers })
  response.headers.set('cache-control', 'no-store')
  return response
}

export function noContent(): Response {
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}

export function errorResponse(error: AuthError, request: Request): Response {
  const { status, code, message } = error
  // As GoTrue's, the body of an unexpected error has the request's id, by which the log is searched.
  const extra = status < 500 ? error.extra : { error_id: currentRequestId(), ...error.extra }
  const headers = { 'x-sb-error-code': code }
  if (wantsTextCodes(request)) {
    return jsonResponse({ code, message, ...extra }, { status, headers: { ...headers, [versionHeader]: codesVersion } })
  }
  return jsonResponse({ code: status, error_code: code, msg: message, ...extra }, { status, headers })
}

/** An unexpected error reveals nothing to the caller. */
export const unexpectedFailure = () =>
  new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information')

function wantsTextCodes(request: Request): boolean {
  const version = request.headers.get(versionHeader)
  return version !== null && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= codesVersion
}
