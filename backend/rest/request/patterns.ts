/** Limits the patterns in a request's filters, because the database evaluates each on every row. */
import { expressionError } from '../../patterns.ts'
import { unacceptablePattern } from '../errors.ts'
import type { RestLimits } from '../limits.ts'
import type { Condition, Filter, Placed } from './query-syntax.ts'

export type PatternLimits = Pick<RestLimits, 'expressions' | 'patternLength'>

/** @throws RestError PGRST100 */
export function checkPatterns(
  conditions: readonly Placed<Condition>[],
  limits: PatternLimits,
): { readonly hasExpressions: boolean } {
  let length = 0
  let expressions = 0
  for (const { operation } of conditions.flatMap(({ value }) => filtersOf(value))) {
    if (operation.kind !== 'compare') continue
    const { operator, quantifier, value } = operation
    if (operator === 'like' || operator === 'ilike') length += value.length
    if (operator !== 'match' && operator !== 'imatch') continue
    // A list has at most one pattern more than it has commas.
    expressions += quantifier === undefined ? 1 : value.split(',').length
    const problem = expressionError(value)
    if (problem !== undefined) throw unacceptablePattern(`${problem}.`)
  }
  if (expressions > limits.expressions)
    throw unacceptablePattern(`A request may have at most ${limits.expressions} regular expressions.`)
  if (length > limits.patternLength)
    throw unacceptablePattern(`The patterns of a request may have at most ${limits.patternLength} characters.`)
  return { hasExpressions: expressions > 0 }
}

const filtersOf = (condition: Condition): Filter[] =>
  condition.kind === 'filter' ? [condition] : condition.conditions.flatMap(filtersOf)
