/** A filter on changes, `room_id=eq.7,price=lt.20`: a row has to meet all its conditions. */
import { expressionError } from '#backend/patterns'

const comparisons = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'is', 'isdistinct'] as const
const patterns = ['like', 'ilike', 'match', 'imatch'] as const
const operators = [...comparisons, ...patterns]
export type Operator = (typeof operators)[number]

export interface Condition {
  readonly column: string
  readonly operator: Operator
  readonly isNegated: boolean
  /** One value, or the members of an `in`. */
  readonly values: readonly string[]
}

/** The filter is invalid. The client receives the message. */
export class FilterError extends Error {
  override readonly name = 'FilterError'
}

const maxConditions = 10
/** Supabase's limit. */
const maxMembers = 100
const maxPatternLength = 200

export const isPattern = (operator: Operator) => patterns.some((pattern) => pattern === operator)

/** @throws FilterError */
export function parseFilter(filter: string): Condition[] {
  const conditions = splitOutsideQuotes(filter).map(parseCondition)
  if (conditions.length > maxConditions) throw new FilterError(`A filter has at most ${maxConditions} conditions`)
  return conditions
}

function parseCondition(text: string): Condition {
  const [, column, negation, word, value] = /^\s*([^=\s]+)=(not\.)?([a-z]+)\.([\s\S]*)$/.exec(text) ?? []
  const operator = operators.find((known) => known === word)
  if (column === undefined || value === undefined)
    throw new FilterError(`'${text}' is not a condition: it should look like column=eq.value`)
  if (!operator) throw new FilterError(`'${word}' is not a filter operator. The operators are ${operators.join(', ')}`)
  const isNegated = negation !== undefined
  // `is distinct from null` is the same as `is not null`.
  if (operator === 'isdistinct' && value === 'null')
    return { column, operator: 'is', isNegated: !isNegated, values: ['null'] }
  return { column, operator, isNegated, values: valuesOf(operator, value) }
}

function valuesOf(operator: Operator, value: string): string[] {
  if (operator === 'is') {
    if (!['null', 'true', 'false', 'unknown'].includes(value))
      throw new FilterError(`'is' compares with null, true, false or unknown, not with '${value}'`)
    return [value]
  }
  if (operator === 'like' || operator === 'ilike') return [likePattern(unquoted(value))]
  if (operator === 'match' || operator === 'imatch') return [expression(unquoted(value))]
  if (operator !== 'in') return [unquoted(value)]
  const inner = /^\(([\s\S]*)\)$/.exec(value)?.[1]
  if (inner === undefined) throw new FilterError(`The members of 'in' need brackets: in.(a,b)`)
  const members = splitOutsideQuotes(inner).map(unquoted)
  if (members.length > maxMembers) throw new FilterError(`An 'in' has at most ${maxMembers} members`)
  return members
}

function likePattern(pattern: string): string {
  if (pattern.length > maxPatternLength) throw new FilterError(`A pattern has at most ${maxPatternLength} characters`)
  // PostgreSQL reports this error only for a row whose comparison reaches the end.
  if (/(?<!\\)(?:\\\\)*\\$/.test(pattern)) throw new FilterError('A pattern cannot end with its escape character')
  return pattern
}

/** A regular expression that is cheap enough to match every change. */
function expression(pattern: string): string {
  const error = expressionError(pattern)
  if (error !== undefined) throw new FilterError(error)
  return pattern
}

function unquoted(value: string): string {
  const inner = /^\s*"([\s\S]*)"\s*$/.exec(value)?.[1]
  return inner === undefined ? value : inner.replace(/\\(.)/g, '$1')
}

/** Splits at commas outside quotes and brackets. */
function splitOutsideQuotes(text: string): string[] {
  const parts: string[] = []
  let part = ''
  let isQuoted = false
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (isQuoted && letter === '\\') {
      part += letter + (text[at + 1] ?? '')
      at += 1
      continue
    }
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && letter === '(') depth += 1
    else if (!isQuoted && letter === ')') depth -= 1
    if (letter === ',' && !isQuoted && depth === 0) {
      parts.push(part)
      part = ''
    } else part += letter
  }
  if (isQuoted) throw new FilterError(`A quote of '${text}' is not closed`)
  return [...parts, part]
}
