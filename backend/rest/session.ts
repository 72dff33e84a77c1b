/** The session of a request's statement: the search path, and the request's own properties that SQL can read. */
import { currentRequestId, requestIdHeader } from '#backend/request-id'
import type { Session } from '../database/database.ts'
import { defaultSearchPath } from '../database/exchange.ts'
import { quoteName } from './sql/identifiers.ts'

/** The parts of a verified caller that a statement needs. */
export interface RestCaller {
  readonly role: string
  readonly claimsText: string
  /** The client's network address, if known. */
  readonly address?: string
}

/** The search path for a schema; undefined if it equals the connection's default. */
export function searchPathOf(schema: string, extra: readonly string[]): string | undefined {
  const names = [...new Set([schema, ...extra])]
  // "$user" can be ignored, because no API role has a schema of its name.
  const usual = defaultSearchPath.split(', ').filter((name) => name !== '"$user"')
  return names.join() === usual.join() ? undefined : names.map(quoteName).join(', ')
}

/**
 * The request's properties for SQL, if any function reads them. As behind Supabase's gateway, two headers contain the client's address
 * regardless of what the client sends in them. So does another the request's id.
 */
export function requestSettings(request: Request, path: string, address = ''): NonNullable<Session['request']> {
  const { method, headers } = request
  return { method, path, headers: headersText(headers, address), cookies: cookiesText(headers.get('cookie')) }
}

const addressHeaders = ['cf-connecting-ip', 'x-forwarded-for']
const ownHeaders: ReadonlySet<string> = new Set([...addressHeaders, requestIdHeader])

function headersText(headers: Headers, address: string): string {
  const clientAddress = JSON.stringify(address.replace(/^::ffff:/, ''))
  let text = addressHeaders.map((name) => `"${name}":${clientAddress}`).join()
  const requestId = currentRequestId()
  if (requestId !== undefined) text += `,"${requestIdHeader}":"${requestId}"`
  headers.forEach((value, name) => {
    if (name !== 'cookie' && !ownHeaders.has(name)) text += `,${JSON.stringify(name)}:${JSON.stringify(value)}`
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
