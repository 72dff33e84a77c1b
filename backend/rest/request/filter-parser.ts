/** Parses filters (`eq.5`, `not.in.(a,b)`, `fts(english).cake`) and the logic operators `and=` and `or=`. */
import { Cursor, fieldName, maxDepth } from './cursor.ts'
import { parseField } from './field-parser.ts'
import type {
  Condition,
  ConditionGroup,
  Filter,
  IsValue,
  Operation,
  QuantifiableOperator,
  SearchOperator,
  SimpleOperator,
} from './query-syntax.ts'

const quantifiable: ReadonlySet<string> = new Set<QuantifiableOperator>([
  'eq',
  'gte',
  'gt',
  'lte',
  'lt',
  'like',
  'ilike',
  'match',
  'imatch',
])
const simple: ReadonlySet<string> = new Set<SimpleOperator>(['neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'])
const search: ReadonlySet<string> = new Set<SearchOperator>(['fts', 'plfts', 'phfts', 'wfts'])
const isValues: ReadonlySet<string> = new Set<IsValue>(['null', 'not_null', 'true', 'false', 'unknown'])

const isQuantifiable = (name: string): name is QuantifiableOperator => quantifiable.has(name)
const isSimple = (name: string): name is SimpleOperator => simple.has(name)
const isSearch = (name: string): name is SearchOperator => search.has(name)
const isIsValue = (name: string): name is IsValue => isValues.has(name)

const operatorHead = /([a-z]+)(?:\(([^()]*)\))?\./y
const isValuePattern = /[A-Za-z_]+/y
const untilSeparator = /[^,)]*/y
const arrayLiteral = /\{[^{}]*\}(?=[,)]|$)/y
const searchConfig = /^[\p{L}\p{N}_ $]+$/u
const logicHead = /(not\.)?(and|or)[ \t]*\(/y

/** Whether a parameter of a function called by GET filters its result instead of being an argument. */
export function looksLikeFilter(value: string): boolean {
  const dot = value.indexOf('.')
  if (dot < 1 || dot > 20) return false
  const head = value.slice(0, dot)
  if (head === 'not' || head === 'is' || head === 'in' || head === 'isdistinct') return true
  const paren = head.indexOf('(')
  const name = paren === -1 ? head : head.slice(0, paren)
  return quantifiable.has(name) || simple.has(name) || search.has(name)
}

/** Parses the value of a parameter such as `price=gte.5`. */
export function parseFilterValue(field: Filter['field'], text: string): Filter {
  const cursor = new Cursor(text, 'filter')
  const filter = parseOperation(cursor, field, takeRest)
  cursor.expectEnd()
  return filter
}

/** Parses the value of `and=`, `or=` and their negations: `(a.eq.1,or(b.gt.2,not.c.is.null))`. */
export function parseLogic(operator: 'and' | 'or', isNegated: boolean, text: string): ConditionGroup {
  // PostgREST parses the operator together with the value, and counts columns from there.
  const cursor = new Cursor(text, 'logic tree', operator.length + (isNegated ? 4 : 0))
  cursor.skipBlanks()
  cursor.expect('(')
  const conditions = parseConditions(cursor, 1)
  cursor.expectEnd('","')
  return { kind: 'group', operator, isNegated, conditions }
}

function parseConditions(cursor: Cursor, depth: number): Condition[] {
  if (depth > maxDepth) cursor.reject(`logical operators may nest at most ${maxDepth} deep`)
  const conditions: Condition[] = []
  do {
    cursor.skipBlanks()
    conditions.push(parseCondition(cursor, depth))
    cursor.skipBlanks()
  } while (cursor.accept(','))
  cursor.expect(')')
  cursor.skipBlanks()
  return conditions
}

function parseCondition(cursor: Cursor, depth: number): Condition {
  const head = cursor.match(logicHead)
  if (head !== undefined) {
    const isNegated = head.startsWith('not.')
    const operator = head.startsWith('and', isNegated ? 4 : 0) ? 'and' : 'or'
    return { kind: 'group', operator, isNegated, conditions: parseConditions(cursor, depth + 1) }
  }
  if (cursor.startsWith(')')) cursor.fail(fieldName, 'negation operator (not)', 'logic operator (and, or)')
  const field = parseField(cursor)
  cursor.expect('.')
  return parseOperation(cursor, field, takeLogicValue)
}

function parseOperation(cursor: Cursor, field: Filter['field'], takeValue: (cursor: Cursor) => string): Filter {
  const isNegated = cursor.accept('not.')
  const start = cursor.position
  operatorHead.lastIndex = start
  const head = operatorHead.exec(cursor.text)
  if (head === null) return cursor.fail('"not"', 'operator (eq, gt, ...)')
  cursor.position += head[0].length
  const operation = operationOf(cursor, head[1] ?? '', head[2], takeValue)
  if (operation === undefined) {
    cursor.position = start
    const name = head[0].slice(0, -1)
    return cursor.reject(`unknown single value operator ${name.length > 40 ? `${name.slice(0, 40)}…` : name}`)
  }
  return { kind: 'filter', field, isNegated, operation }
}

function operationOf(
  cursor: Cursor,
  name: string,
  modifier: string | undefined,
  takeValue: (cursor: Cursor) => string,
): Operation | undefined {
  if (isQuantifiable(name)) {
    const quantifier = modifier === 'any' || modifier === 'all' ? modifier : undefined
    if (modifier !== undefined && quantifier === undefined) return undefined
    return { kind: 'compare', operator: name, quantifier, value: takeValue(cursor) }
  }
  if (isSearch(name)) {
    if (modifier !== undefined && !searchConfig.test(modifier)) return undefined
    return { kind: 'search', operator: name, config: modifier, value: takeValue(cursor) }
  }
  if (modifier !== undefined) return undefined
  if (isSimple(name)) return { kind: 'compare', operator: name, quantifier: undefined, value: takeValue(cursor) }
  if (name === 'isdistinct') return { kind: 'distinct', value: takeValue(cursor) }
  if (name === 'in') return { kind: 'in', values: takeList(cursor) }
  if (name === 'is') return { kind: 'is', value: takeIsValue(cursor) }
  return undefined
}

function takeIsValue(cursor: Cursor): IsValue {
  const start = cursor.position
  const word = cursor.match(isValuePattern)?.toLowerCase()
  if (word !== undefined && isIsValue(word)) return word
  cursor.position = start
  return cursor.fail('isVal: (null, not_null, true, false, unknown)')
}

function takeList(cursor: Cursor): string[] {
  cursor.skipBlanks()
  cursor.expect('(')
  cursor.skipBlanks()
  const values: string[] = []
  do values.push(takeListElement(cursor))
  while (cursor.accept(','))
  cursor.expect(')')
  cursor.skipBlanks()
  // `in.()` parses as one empty element and means an empty list.
  return values.length === 1 && values[0] === '' ? [] : values
}

/** An element is quoted only if the quotes enclose all of it; `"a"b` is literal. */
function takeListElement(cursor: Cursor): string {
  const start = cursor.position
  const quoted = cursor.tryQuoted()
  if (quoted !== undefined && (cursor.isAtEnd || cursor.startsWith(',') || cursor.startsWith(')'))) return quoted
  cursor.position = start
  return cursor.match(untilSeparator) ?? ''
}

function takeLogicValue(cursor: Cursor): string {
  return cursor.match(arrayLiteral) ?? takeListElement(cursor)
}

function takeRest(cursor: Cursor): string {
  const value = cursor.text.slice(cursor.position)
  cursor.position = cursor.text.length
  return value
}
