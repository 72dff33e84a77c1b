/** Who a request's statement runs as, and what functions in the database may read of the request. */
import type { Session } from '../database/database.ts'
import { quoteName } from './sql/identifiers.ts'

/** As much of a verified caller as a statement needs. */
export interface RestCaller {
  readonly role: string
  readonly claimsText: string
}

export const searchPathOf = (schema: string, extra: readonly string[]): string =>
  [...new Set([schema, ...extra])].map(quoteName).join(', ')

export function sessionOf(request: Request, path: string, caller: RestCaller, searchPath: string): Session {
  return {
    role: caller.role,
    claims: caller.claimsText,
    searchPath,
    request: {
      method: request.method,
      path,
      headers: headersText(request.headers),
      cookies: cookiesText(request.headers.get('cookie')),
    },
  }
}

function headersText(headers: Headers): string {
  let text = ''
  headers.forEach((value, name) => {
    if (name !== 'cookie') text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(value)}`
  })
  return `{${text}}`
}

function cookiesText(header: string | null): string {
  if (header === null) return '{}'
  const pairs = header.split(';').map((pair): [string, string] => {
    const equals = pair.indexOf('=')
    return equals === -1 ? [pair.trim(), ''] : [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()]
  })
  return JSON.stringify(Object.fromEntries(pairs))
}
