/** The labels of filters, on their controls and on the chips. */
import { allergens } from '#domain/allergens'
import { longDate } from '#domain/calendar'
import { formatPence, toPence } from '#domain/money'
import { type AvoidedAllergen, type ListingFilters, withAvoided } from './listing-filters.ts'

/** Short labels for shoppers. The product page has the legal wording. */
const shortLabels: Partial<Record<AvoidedAllergen, string>> = {
  gluten: 'Gluten',
  nuts: 'Tree nuts',
  soya: 'Soya',
  sulphites: 'Sulphites',
}

export interface AvoidableAllergen {
  readonly key: AvoidedAllergen
  readonly label: string
}

export const avoidableAllergens: readonly AvoidableAllergen[] = allergens
  .map(({ key, label }) => ({ key, label: shortLabels[key] ?? label }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en-GB'))

/** Single cereals and nuts, for shoppers who can eat the others. */
export const avoidableKinds: readonly AvoidableAllergen[] = allergens.flatMap(({ kinds }) => [...kinds])

/** Tree nuts and peanuts are separate by law, but shoppers who avoid nuts mean both. */
export const nutKeys: readonly AvoidedAllergen[] = ['nuts', 'peanuts']

export function avoidsAllNuts(avoid: readonly AvoidedAllergen[]): boolean {
  return nutKeys.every((key) => avoid.includes(key))
}

/** '£5', '£5.50'. */
export function shortPounds(pounds: number): string {
  return formatPence(toPence(pounds)).replace(/\.00$/, '')
}

/** '£5 - £20'. @param highest the end of a range without an upper bound */
export function priceRangeLabel({ minPrice, maxPrice }: ListingFilters, highest: number): string {
  return `${shortPounds(minPrice ?? 0)} - ${shortPounds(maxPrice ?? Math.max(highest, minPrice ?? 0))}`
}

export const fulfilmentLabels = { delivery: 'Delivery', pickup: 'Pickup' } as const

export function ratingFilterLabel(stars: number): string {
  return stars === 5 ? '5 stars' : `${stars} stars and up`
}

export interface FilterChip {
  readonly label: string
  /** The filters to change when the chip is removed. */
  readonly without: Partial<ListingFilters>
}

/** One chip per filter, in the order of the controls. */
export function filterChips(filters: ListingFilters, highestPrice: number): FilterChip[] {
  const { category, minPrice, maxPrice, avoid, by, on, rating } = filters
  const chips: FilterChip[] = []
  if (category !== null) chips.push({ label: category, without: { category: null } })
  if (minPrice !== null || maxPrice !== null)
    chips.push({ label: priceRangeLabel(filters, highestPrice), without: { minPrice: null, maxPrice: null } })
  if (by !== null) chips.push({ label: fulfilmentLabels[by], without: { by: null } })
  if (on !== null) chips.push({ label: longDate(on), without: { on: null } })
  chips.push(...allergenChips(avoid))
  if (rating !== null) chips.push({ label: ratingFilterLabel(rating), without: { rating: null } })
  return chips
}

function allergenChips(avoid: readonly AvoidedAllergen[]): FilterChip[] {
  const isJoined = avoidsAllNuts(avoid)
  const nuts = isJoined ? [{ label: 'No nuts', without: { avoid: withAvoided(avoid, nutKeys, false) } }] : []
  const others = [...avoidableAllergens, ...avoidableKinds].filter(
    ({ key }) => avoid.includes(key) && !(isJoined && nutKeys.includes(key)),
  )
  const chips = others.map(({ key, label }) => ({
    label: `No ${label.toLowerCase()}`,
    without: { avoid: withAvoided(avoid, [key], false) },
  }))
  return [...nuts, ...chips]
}
