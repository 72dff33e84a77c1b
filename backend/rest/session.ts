/** What of a request goes along with its statement: the search path, and what the database may read of the request itself. */
import type { Session } from '../database/database.ts'
import { defaultSearchPath } from '../database/exchange.ts'
import { quoteName } from './sql/identifiers.ts'

/** As much of a verified caller as a statement needs. */
export interface RestCaller {
  readonly role: string
  readonly claimsText: string
  /** The address the request came from, where it is known. */
  readonly address?: string
}

/** The search path of requests to a schema; undefined where it is what connections have anyway, so that none need be set. */
export function searchPathOf(schema: string, extra: readonly string[]): string | undefined {
  const names = [...new Set([schema, ...extra])]
  // No API role has a schema of its own name, so that "$user" stands for none.
  const usual = defaultSearchPath.split(', ').filter((name) => name !== '"$user"')
  return names.join() === usual.join() ? undefined : names.map(quoteName).join(', ')
}

/**
 * What a request shows of itself to the database, where anything there asks. As behind Supabase's gateway two headers say where it came
 * from, whatever the client says in them.
 */
export function requestSettings(request: Request, path: string, address = ''): NonNullable<Session['request']> {
  const { method, headers } = request
  return { method, path, headers: headersText(headers, address), cookies: cookiesText(headers.get('cookie')) }
}

const addressHeaders: ReadonlySet<string> = new Set(['cf-connecting-ip', 'x-forwarded-for'])

function headersText(headers: Headers, address: string): string {
  const origin = JSON.stringify(address.replace(/^::ffff:/, ''))
  let text = [...addressHeaders].map((name) => `"${name}":${origin}`).join()
  headers.forEach((value, name) => {
    if (name !== 'cookie' && !addressHeaders.has(name)) text += `,${JSON.stringify(name)}:${JSON.stringify(value)}`
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
