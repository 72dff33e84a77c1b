/** Headers of every API response. */

/** Other origins may call the API, as on Supabase: there are no cookies, so a caller can do only what its keys allow. */
const openToOrigins = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Preference-Applied, Server, Transfer-Encoding, Range-Unit, ETag, X-Supabase-Api-Version, WWW-Authenticate, Link, X-Total-Count, X-Sb-Error-Code, X-Request-Id',
}

/** API responses are data: a browser that opens one must run nothing in it. */
const inert = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** For responses built with these headers, which is much cheaper than adding them afterwards. */
export const responseHeaders: Readonly<Record<string, string>> = { ...openToOrigins, ...inert }

/** Adds the headers to a response. A content security policy that it already has stays. */
export function withResponseHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(openToOrigins)) response.headers.set(name, value)
  return withInertHeaders(response)
}

/** For a response that sets its own CORS headers. */
export function withInertHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(inert)) if (!response.headers.has(name)) response.headers.set(name, value)
  return response
}
