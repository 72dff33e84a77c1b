/** Parses a query string: select, filters, order and ranges, of the root and of embedded resources. */
import { invalidQuery, invalidRange, invalidText, RestError } from '../errors.ts'
import { Cursor } from './cursor.ts'
import { parseField } from './field-parser.ts'
import { looksLikeFilter, parseFilterValue, parseLogic } from './filter-parser.ts'
import { parseOrder } from './order-parser.ts'
import type { Condition, EmbedPath, Field, LimitOffset, Placed, QueryParameters, SelectItem } from './query-syntax.ts'
import { parseSelect } from './select-parser.ts'

/** Far above the limits of clients and proxies. */
const maxQueryLength = 256 * 1024
/** Keeps statements below PostgreSQL's limits of 65,535 parameters and 1,664 columns. */
const maxTerms = 1000

export type QueryParameter = readonly [name: string, value: string | undefined]

/** Decodes `a=1&b=2`; "+" is a space. @throws RestError 22021 for bytes that are not UTF-8 */
export function decodeQuery(search: string): QueryParameter[] {
  if (search.length > maxQueryLength) {
    throw new RestError({ status: 414, code: 'PGRST100', message: 'The query string is too long' })
  }
  const parameters: QueryParameter[] = []
  for (const part of search.split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    if (equals === -1) parameters.push([decode(part), undefined])
    else parameters.push([decode(part.slice(0, equals)), decode(part.slice(equals + 1))])
  }
  if (parameters.length > maxTerms) throw tooManyTerms()
  return parameters
}

const tooManyTerms = () =>
  invalidQuery('too many query parameters', `A request may have at most ${maxTerms} columns, filters and order terms.`)

export function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    throw invalidText('malformed percent-encoding')
  }
}

/**
 * @param isCallByUrl whether parameters that are not filters are function arguments (GET /rpc/name)
 * @throws RestError PGRST100, PGRST103
 */
export function parseQuery(parameters: readonly QueryParameter[], isCallByUrl: boolean): QueryParameters {
  let select: string | undefined
  let columns: string | undefined
  let onConflict: string | undefined
  const conditions: Placed<Condition>[] = []
  const order: QueryParameters['order'][number][] = []
  const ranges = new Map<string, { path: EmbedPath; value: LimitOffset }>()
  const callArguments: [string, string][] = []
  for (const [name, value] of parameters) {
    // `apikey` is for the gateway.
    if (value === undefined || name === 'apikey') continue
    if (name === 'select') select ??= value
    else if (name === 'columns') columns ??= value
    else if (name === 'on_conflict') onConflict ??= value
    else {
      const lastDot = name.lastIndexOf('.')
      const word = name.slice(lastDot + 1)
      if (word === 'and' || word === 'or') conditions.push(parseLogicParameter(name, word, value))
      else if (word === 'order') order.push({ path: embedPath(name), value: value === '' ? [] : parseOrder(value) })
      else if (word === 'limit' || word === 'offset') addRange(ranges, name, word, value)
      else if (isCallByUrl && lastDot === -1 && !looksLikeFilter(value)) callArguments.push([name, value])
      else conditions.push(parseFilterParameter(name, value))
    }
  }
  const items = parseSelect(select || '*')
  const terms = [
    items.map(sizeOfItem),
    conditions.map(({ value }) => sizeOf(value)),
    order.map(({ value }) => value.length),
  ]
  if (terms.flat().reduce((sum, size) => sum + size, 0) > maxTerms) throw tooManyTerms()
  return {
    select: items,
    conditions,
    order,
    ranges: [...ranges.values()],
    columns: columns === undefined ? undefined : parseNames(columns, 'columns parameter'),
    onConflict: onConflict === undefined ? undefined : parseNames(onConflict, 'on_conflict parameter'),
    callArguments,
  }
}

const sizeOfItem = (item: SelectItem): number =>
  item.kind === 'field' ? 1 : item.select.reduce((sum, inner) => sum + sizeOfItem(inner), 1)

const sizeOf = (condition: Condition): number =>
  condition.kind === 'filter' ? 1 : condition.conditions.reduce((sum, inner) => sum + sizeOf(inner), 1)

function parseFilterParameter(name: string, value: string): Placed<Condition> {
  const { path, field } = parseTreePath(name)
  return { path, value: parseFilterValue(field, value) }
}

function parseTreePath(name: string): { path: string[]; field: Field } {
  const cursor = new Cursor(name, 'tree path')
  const path: string[] = []
  for (;;) {
    const field = parseField(cursor)
    if (field.path.length > 0 || !cursor.accept('.')) {
      cursor.expectEnd('delimiter (.)', '"->"', '"->>"')
      return { path, field }
    }
    path.push(field.name)
  }
}

/** `or`, `not.and`, `shops.or`, `shops.not.or`: "not" anywhere before the operator negates it. */
function parseLogicParameter(name: string, operator: 'and' | 'or', value: string): Placed<Condition> {
  const { path, field } = parseTreePath(name)
  if (field.path.length > 0) new Cursor(name, 'logic path').fail('logic operator (and, or)')
  return {
    path: path.filter((part) => part !== 'not'),
    value: parseLogic(operator, path.includes('not'), value),
  }
}

/** The embedded resources before `.order`, `.limit` or `.offset`. */
function embedPath(name: string): EmbedPath {
  return name.includes('.') ? parseTreePath(name).path : []
}

function addRange(
  ranges: Map<string, { path: EmbedPath; value: LimitOffset }>,
  name: string,
  word: 'limit' | 'offset',
  text: string,
): void {
  // Ignores values that are not integers and negative offsets, as PostgREST does; clients send `limit=` without one.
  if (!/^-?\d+$/.test(text)) return
  const number = Math.min(Number(text), Number.MAX_SAFE_INTEGER)
  if (number < 0) {
    if (word === 'offset') return
    throw invalidRange('Limit should be greater than or equal to zero.')
  }
  const path = embedPath(name)
  const key = path.join('\0')
  const previous = ranges.get(key)?.value ?? { limit: undefined, offset: undefined }
  ranges.set(key, { path, value: { ...previous, [word]: number } })
}

function parseNames(text: string, what: string): string[] {
  const cursor = new Cursor(text, what)
  const names = new Set<string>()
  do {
    cursor.skipBlanks()
    names.add(cursor.name())
    cursor.skipBlanks()
  } while (cursor.accept(','))
  cursor.expectEnd('","')
  return [...names]
}
