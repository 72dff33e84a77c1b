/** Redirects for browsers that return from an email link or a provider. */
import type { AuthError } from '../errors.ts'
import type { SessionResponse } from '../sessions/sessions.ts'
import { withParameters } from './redirects.ts'

export const seeOther = (location: string, headers: HeadersInit = {}): Response => {
  const response = new Response(null, { status: 303, headers })
  response.headers.set('location', location)
  response.headers.set('cache-control', 'no-store')
  response.headers.set('referrer-policy', 'no-referrer')
  return response
}

/** `redirect` with the session in its fragment. @param type the kind of link; absent for external providers */
export function withSession(redirect: string, session: SessionResponse, type?: string): string {
  const fragment = new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    ...(session.provider_token && { provider_token: session.provider_token }),
    ...(session.provider_refresh_token && { provider_refresh_token: session.provider_refresh_token }),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    ...(type !== undefined && { type }),
  })
  return withParameters(redirect, { fragment })
}

/** `redirect` with the error in its fragment; for PKCE in the query as well. */
export function withError(redirect: string, error: AuthError, pkce: boolean): string {
  const outcome = errorParameters(error)
  return withParameters(withoutQuery(redirect), { fragment: outcome, ...(pkce && { query: outcome }) })
}

/** OAuth 2's error names by status, which clients read first. */
const oauthErrors: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

function errorParameters({ status, code, message }: AuthError): URLSearchParams {
  return new URLSearchParams({
    error: oauthErrors[status] ?? 'invalid_request',
    error_code: code,
    error_description: message,
  })
}

function withoutQuery(redirect: string): string {
  const url = new URL(redirect)
  url.search = ''
  return url.href
}
