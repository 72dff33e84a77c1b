/** The outcome of an email link or an external sign-in in the URL: a session or an error. */
import { wishParameter } from './wish.ts'

export type UrlOutcome =
  | { kind: 'session'; accessToken: string; refreshToken: string; purpose: string | null }
  | { kind: 'error'; code: string | null; description: string | null }

const errorFields = ['error', 'error_code', 'error_description'] as const

/** Null without an outcome. The fragment has priority over the query, where some providers put errors. */
export function readUrlOutcome(url: URL): UrlOutcome | null {
  return outcomeOf(new URLSearchParams(url.hash.slice(1))) ?? errorOf(url.searchParams)
}

/** The URL's path, query and fragment without tokens, errors and a wish that came with them. */
export function cleanUrl(url: URL): string {
  const query = new URLSearchParams(url.search)
  if (readUrlOutcome(url)) query.delete(wishParameter)
  if (errorOf(query)) for (const name of errorFields) query.delete(name)
  const fragment = outcomeOf(new URLSearchParams(url.hash.slice(1))) ? '' : url.hash
  return url.pathname + (query.size > 0 ? `?${query}` : '') + fragment
}

function outcomeOf(fields: URLSearchParams): UrlOutcome | null {
  const accessToken = fields.get('access_token')
  const refreshToken = fields.get('refresh_token')
  if (accessToken && refreshToken) {
    return { kind: 'session', accessToken, refreshToken, purpose: fields.get('type') }
  }
  return errorOf(fields)
}

function errorOf(fields: URLSearchParams): UrlOutcome | null {
  // A page may have an `error` parameter of its own. The auth service always sends both parameters.
  if (!fields.has('error') || !fields.has('error_description')) return null
  return { kind: 'error', code: fields.get('error_code'), description: fields.get('error_description') }
}
