/** Parses `select=`: columns with aliases, casts and aggregates; embedded and spread resources with hints and joins. */
import { Cursor, maxDepth } from './cursor.ts'
import { parseField } from './field-parser.ts'
import type { AggregateFunction, FieldItem, RelationItem, SelectItem } from './query-syntax.ts'

const castName = /[\p{L}\p{N}_ $]+/uy
const aggregateCall = /\.(?:avg|count|max|min|sum)\(\)/y
const aggregates: Record<string, AggregateFunction | undefined> = {
  '.avg()': 'avg',
  '.count()': 'count',
  '.max()': 'max',
  '.min()': 'min',
  '.sum()': 'sum',
}

const everything: FieldItem = {
  kind: 'field',
  field: { name: '*', path: [] },
  alias: undefined,
  cast: undefined,
  aggregate: undefined,
}

/** @throws RestError PGRST100 */
export function parseSelect(text: string): SelectItem[] {
  if (text === '*') return [everything]
  const cursor = new Cursor(text, 'select parameter')
  const items = parseItems(cursor, 0)
  cursor.expectEnd('","')
  return items
}

function parseItems(cursor: Cursor, depth: number): SelectItem[] {
  if (depth > maxDepth) cursor.reject(`embedded resources may nest at most ${maxDepth} deep`)
  const items: SelectItem[] = []
  cursor.skipBlanks()
  if (cursor.isAtEnd || cursor.startsWith(')')) return items
  do {
    items.push(parseItem(cursor, depth))
    cursor.skipBlanks()
  } while (cursor.accept(','))
  return items
}

function parseItem(cursor: Cursor, depth: number): SelectItem {
  cursor.skipBlanks()
  // Two dots are accepted for three.
  if (cursor.accept('...') || cursor.accept('..'))
    return parseRelation(cursor, cursor.name(), { alias: undefined, isSpread: true }, depth)
  if (cursor.accept('*')) return everything
  const start = cursor.position
  let name = cursor.name()
  let alias: string | undefined
  if (cursor.startsWith(':') && !cursor.startsWith('::')) {
    cursor.accept(':')
    alias = name
    cursor.skipBlanks()
    name = ''
  }
  const fieldStart = alias === undefined ? start : cursor.position
  if (alias !== undefined) name = cursor.name()
  if (name === 'count' && cursor.accept('()')) {
    return { ...everything, alias, aggregate: { name: 'count', cast: parseCast(cursor) } }
  }
  if (cursor.startsWith('(') || cursor.startsWith('!'))
    return parseRelation(cursor, name, { alias, isSpread: false }, depth)
  cursor.position = fieldStart
  return parseColumn(cursor, alias)
}

function parseColumn(cursor: Cursor, alias: string | undefined): FieldItem {
  const field = parseField(cursor)
  const cast = parseCast(cursor)
  const call = cursor.match(aggregateCall)
  const aggregate = call === undefined ? undefined : aggregates[call]
  const item: FieldItem = {
    kind: 'field',
    field,
    alias,
    cast,
    aggregate: aggregate === undefined ? undefined : { name: aggregate, cast: parseCast(cursor) },
  }
  cursor.skipBlanks()
  if (!(cursor.isAtEnd || cursor.startsWith(',') || cursor.startsWith(')'))) {
    cursor.fail('letter', 'digit', '"-"', '"->>"', '"->"', '"::"', '")"', '","', 'end of input')
  }
  return item
}

function parseCast(cursor: Cursor): string | undefined {
  if (!cursor.accept('::')) return undefined
  const type = cursor.match(castName)?.trim()
  return type === undefined || type === '' ? cursor.fail('letter', 'digit') : type
}

function parseRelation(
  cursor: Cursor,
  relation: string,
  { alias, isSpread }: Pick<RelationItem, 'alias' | 'isSpread'>,
  depth: number,
): RelationItem {
  let hint: string | undefined
  let join: RelationItem['join']
  for (let parameters = 0; parameters < 2 && cursor.accept('!'); parameters++) {
    const name = cursor.name()
    if (name === 'inner' || name === 'left') join ??= name
    else hint ??= name
  }
  cursor.expect('(')
  const select = parseItems(cursor, depth + 1)
  cursor.expect(')')
  return { kind: 'relation', relation, alias, hint, join, isSpread, select }
}
