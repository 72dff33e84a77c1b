/** Headers that every answer of the API carries, whatever it says. */

/** Lets pages of other origins call the API, as Supabase does: there are no cookies, so a caller can do only what its keys allow. */
const openToOrigins = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Preference-Applied, Server, Transfer-Encoding, Range-Unit, ETag, X-Supabase-Api-Version, WWW-Authenticate, Link, X-Total-Count, X-Sb-Error-Code',
}

/** What the API answers is data: nothing in it may run, wherever it is opened. */
const inert = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** For those who make their answers with them at once, which costs a fraction of adding them afterwards. */
export const answerHeaders: Readonly<Record<string, string>> = { ...openToOrigins, ...inert }

/** Adds them to an answer that is made; what it says of what may run in it stands. */
export function withAnswerHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(openToOrigins)) response.headers.set(name, value)
  return withInertHeaders(response)
}

/** For an answer that says itself who may read it. */
export function withInertHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(inert)) if (!response.headers.has(name)) response.headers.set(name, value)
  return response
}
