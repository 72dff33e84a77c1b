/** What the filters of a page avoid, as a person of the household. In its own file, because every list of food needs it. */
import type { AvoidedAllergen } from './avoided-allergens.ts'
import type { Household } from './household.ts'

/** With what the filters of a listing avoid, as a wish of the shopper, unless somebody avoids it with its traces already. */
export function withFilter(household: Household, avoid: readonly AvoidedAllergen[]): Household {
  const added = avoid.filter((key) => !household.some(({ avoid_traces }) => avoid_traces.includes(key)))
  if (added.length === 0) return household
  return [...household, { id: '', name: 'Me', avoid_contains: [], avoid_traces: added, avoid_others: [], diets: [] }]
}
