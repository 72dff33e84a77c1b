/** A filter on changes, `room_id=eq.7,price=lt.20`: conditions that a row has to meet all of. */
import { expressionError } from '#backend/patterns'

const comparisons = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'is', 'isdistinct'] as const
const patterns = ['like', 'ilike', 'match', 'imatch'] as const
export const operators = [...comparisons, ...patterns]
export type Operator = (typeof operators)[number]

export interface Condition {
  readonly column: string
  readonly operator: Operator
  readonly isNegated: boolean
  /** One, or the members of an `in`. */
  readonly values: readonly string[]
}

/** The filter cannot be read; the message is for whoever wrote it. */
export class FilterError extends Error {
  override readonly name = 'FilterError'
}

const mostConditions = 10
/** As Supabase has it. */
const mostMembers = 100
const longestPattern = 200

export const isPattern = (operator: Operator) => patterns.some((pattern) => pattern === operator)

/** @throws FilterError */
export function parseFilter(filter: string): Condition[] {
  const conditions = splitOutsideQuotes(filter).map(parseCondition)
  if (conditions.length > mostConditions) throw new FilterError(`A filter has ${mostConditions} conditions at the most`)
  return conditions
}

function parseCondition(text: string): Condition {
  const [, column, negation, word, value] = /^\s*([^=\s]+)=(not\.)?([a-z]+)\.([\s\S]*)$/.exec(text) ?? []
  const operator = operators.find((known) => known === word)
  if (column === undefined || value === undefined)
    throw new FilterError(`'${text}' is no condition: it should look like column=eq.value`)
  if (!operator) throw new FilterError(`'${word}' is no operator of filters: there are ${operators.join(', ')}`)
  const isNegated = negation !== undefined
  // Nothing but null is not distinct from null.
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
  if (inner === undefined) throw new FilterError(`The members of 'in' stand in brackets: in.(a,b)`)
  const members = splitOutsideQuotes(inner).map(unquoted)
  if (members.length > mostMembers) throw new FilterError(`An 'in' has ${mostMembers} members at the most`)
  return members
}

function likePattern(pattern: string): string {
  if (pattern.length > longestPattern) throw new FilterError(`A pattern has ${longestPattern} characters at the most`)
  // PostgreSQL would only complain of it at a row that gets so far.
  if (/(?<!\\)(?:\\\\)*\\$/.test(pattern)) throw new FilterError('A pattern does not end with its escape character')
  return pattern
}

/** A regular expression that the database can try on every change. */
function expression(pattern: string): string {
  const fault = expressionError(pattern)
  if (fault !== undefined) throw new FilterError(fault)
  return pattern
}

function unquoted(value: string): string {
  const inner = /^\s*"([\s\S]*)"\s*$/.exec(value)?.[1]
  return inner === undefined ? value : inner.replace(/\\(.)/g, '$1')
}

/** At the commas that stand neither in quotes nor in brackets. */
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
