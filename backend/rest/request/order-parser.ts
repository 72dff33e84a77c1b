/** Parses `order=`: fields of this level or of an embedded to-one, with direction and position of nulls. */
import { Cursor } from './cursor.ts'
import { parseField } from './field-parser.ts'
import type { OrderTerm } from './query-syntax.ts'

/** @throws RestError PGRST100 */
export function parseOrder(text: string): OrderTerm[] {
  const cursor = new Cursor(text, 'order')
  const terms: OrderTerm[] = []
  do terms.push(parseTerm(cursor))
  while (cursor.accept(','))
  cursor.expectEnd('delimiter (.)', '","')
  return terms
}

function parseTerm(cursor: Cursor): OrderTerm {
  const first = parseField(cursor)
  const isRelated = first.path.length === 0 && cursor.accept('(')
  const field = isRelated ? parseField(cursor) : first
  if (isRelated) cursor.expect(')')
  const direction = takeDirection(cursor)
  const nulls = takeNulls(cursor)
  cursor.skipBlanks()
  if (!(cursor.isAtEnd || cursor.startsWith(','))) {
    const directions = direction === undefined && nulls === undefined ? ['"asc"', '"desc"'] : []
    const positions = nulls === undefined ? ['"nullsfirst"', '"nullslast"'] : []
    cursor.fail(...directions, ...positions, '","', 'end of input')
  }
  return { relation: isRelated ? first.name : undefined, field, direction, nulls }
}

const direction = /\.(?:asc|desc)/y
const nulls = /\.nulls(?:first|last)/y

function takeDirection(cursor: Cursor): OrderTerm['direction'] {
  const found = cursor.match(direction)
  if (found === undefined) return undefined
  return found === '.asc' ? 'asc' : 'desc'
}

function takeNulls(cursor: Cursor): OrderTerm['nulls'] {
  const found = cursor.match(nulls)
  if (found === undefined) return undefined
  return found === '.nullsfirst' ? 'first' : 'last'
}
