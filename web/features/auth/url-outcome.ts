/** What an e-mail link or an external provider brought back in the address: a session, or why there is none. */

export type UrlOutcome =
  | { kind: 'session'; accessToken: string; refreshToken: string; purpose: string | null }
  | { kind: 'error'; code: string | null; description: string | null }

const errorFields = ['error', 'error_code', 'error_description'] as const

/** Null when the address carries nothing of the kind. The fragment goes before the query, where some providers put their errors. */
export function readUrlOutcome(url: URL): UrlOutcome | null {
  return outcomeOf(new URLSearchParams(url.hash.slice(1))) ?? errorOf(url.searchParams)
}

/** The same address without anything secret or spent in it, as path, query and fragment. */
export function cleanUrl(url: URL): string {
  const query = new URLSearchParams(url.search)
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
  // A page may have an `error` of its own in its query; the auth service always sends both.
  if (!fields.has('error') || !fields.has('error_description')) return null
  return { kind: 'error', code: fields.get('error_code'), description: fields.get('error_description') }
}
