/** Parses a request's body (JSON, CSV or form) as far as the plan needs its keys; PostgreSQL gets the original text. */
import { invalidBody } from '../errors.ts'
import { isRecord } from '../is-record.ts'
import { readCsv } from './csv.ts'
import { decodeQuery, type QueryParameter } from './query-parser.ts'

export type Payload =
  | {
      readonly kind: 'json'
      /** The original body. */
      readonly text: string
      /** The body as a JSON array of rows. */
      readonly rows: string
      /** The keys of the rows. */
      readonly keys: readonly string[]
      readonly isArray: boolean
      readonly source: 'json' | 'csv' | 'form'
      /** The pairs of a form, in which a name can be repeated. */
      readonly fields?: readonly QueryParameter[]
    }
  /** For functions with a single unnamed text, xml or bytea parameter. */
  | { readonly kind: 'raw'; readonly text: string; readonly type: 'text' | 'xml' | 'bytea' }

/** PostgreSQL's JSON parser is recursive, and PGlite's stack is small. */
const maxJsonDepth = 200

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * @param keysMatter false with a `columns` parameter, where rows may have different keys
 * @throws RestError PGRST102
 */
export function parsePayload(
  bytes: Uint8Array,
  contentType: string | null,
  { isCall, keysMatter }: { isCall: boolean; keysMatter: boolean },
): Payload {
  const type = (contentType ?? 'application/json').split(';', 1)[0]?.trim().toLowerCase()
  switch (type) {
    case '':
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
      return parseJson(decodeText(bytes), isCall, keysMatter)
    case 'text/csv':
      return fromCsv(decodeText(bytes))
    case 'application/x-www-form-urlencoded':
      return parseForm(decodeText(bytes))
    case 'text/plain':
    case 'text/xml':
      if (isCall) return { kind: 'raw', text: decodeText(bytes), type: type === 'text/xml' ? 'xml' : 'text' }
      break
    case 'application/octet-stream':
      if (isCall) return { kind: 'raw', text: `\\x${Buffer.from(bytes).toString('hex')}`, type: 'bytea' }
      break
  }
  throw invalidBody(`Content-Type not acceptable: ${contentType}`)
}

function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw invalidBody('Empty or invalid json')
  }
}

function parseJson(body: string, isCall: boolean, keysMatter: boolean): Payload {
  const text = isCall && body === '' ? '{}' : body
  if (nestsTooDeep(text)) throw invalidBody(`The body may nest at most ${maxJsonDepth} deep`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidBody('Empty or invalid json')
  }
  if (Array.isArray(value)) {
    const keys = isCall ? keysOfFirst(value) : keysOfRows(value, keysMatter)
    return { kind: 'json', text, rows: text, keys, isArray: true, source: 'json' }
  }
  if (!isRecord(value)) return { kind: 'json', text, rows: '[]', keys: [], isArray: true, source: 'json' }
  return { kind: 'json', text, rows: `[${text}]`, keys: Object.keys(value), isArray: false, source: 'json' }
}

/** A single unnamed parameter accepts any array. */
const keysOfFirst = ([first]: readonly unknown[]) => (isRecord(first) ? Object.keys(first) : [])

function keysOfRows(rows: readonly unknown[], keysMatter: boolean): string[] {
  const [first] = rows
  if (first === undefined) return []
  if (!isRecord(first)) throw invalidBody('All object keys must match')
  const keys = Object.keys(first)
  const isKey = new Set(keys)
  for (const row of rows) {
    if (!isRecord(row)) throw invalidBody('All object keys must match')
    if (!keysMatter) continue
    const own = Object.keys(row)
    if (own.length !== keys.length || !own.every((key) => isKey.has(key))) {
      throw invalidBody('All object keys must match')
    }
  }
  return keys
}

function fromCsv(body: string): Payload {
  const { text, keys } = readCsv(body)
  return { kind: 'json', text, rows: text, keys, isArray: true, source: 'csv' }
}

function parseForm(body: string): Payload {
  const fields = decodeQuery(body)
  // fromEntries, because assigning "__proto__" would not set a key.
  const row = Object.fromEntries(fields.map(([name, value]) => [name, value ?? '']))
  const text = JSON.stringify(row)
  return { kind: 'json', text, rows: `[${text}]`, keys: Object.keys(row), isArray: false, source: 'form', fields }
}

function nestsTooDeep(json: string): boolean {
  if (json.length <= maxJsonDepth) return false
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === 34) at = endOfString(json, at)
    else if (code === 91 || code === 123) {
      if (++depth > maxJsonDepth) return true
    } else if (code === 93 || code === 125) depth--
  }
  return false
}

/** The index of the closing quote of the string that starts at `start`. */
function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === 92) at++
    else if (code === 34) return at
  }
  return json.length
}
