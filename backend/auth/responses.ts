/** Responses in GoTrue's shapes: JSON bodies, and errors in the form that the caller's API version has. */
import { AuthError } from './errors.ts'

const versionHeader = 'x-supabase-api-version'
/** Since this version an error's `code` is its text code and its text is `message`; before, a number and `msg`. */
const codesVersion = '2024-01-01'

/** Answers of accounts are nobody else's: never cached. */
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
  const { status, code, message, extra } = error
  const headers = { 'x-sb-error-code': code }
  if (wantsTextCodes(request)) {
    return jsonResponse({ code, message, ...extra }, { status, headers: { ...headers, [versionHeader]: codesVersion } })
  }
  return jsonResponse({ code: status, error_code: code, msg: message, ...extra }, { status, headers })
}

/** What a caller learns of a fault of ours: nothing but that it is one. */
export const unexpectedFailure = () =>
  new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information')

function wantsTextCodes(request: Request): boolean {
  const version = request.headers.get(versionHeader)
  return version !== null && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= codesVersion
}
