/** The words of the filters: on their controls and on the chips that take them away. */
import { allergens } from '#domain/allergens'
import { longDate } from '#domain/calendar'
import { formatPence, toPence } from '#domain/money'
import { type AvoidedAllergen, type ListingFilters, withAvoided } from './listing-filters.ts'

/** As shoppers say them; the product page has the law's wording. */
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

/** The very cereal and the very nut, for those who can eat the others. */
export const avoidableKinds: readonly AvoidableAllergen[] = allergens.flatMap(({ kinds }) => [...kinds])

/** What people mean by nuts. The law counts peanuts apart; whoever asks for food without nuts wants neither. */
export const nutKeys: readonly AvoidedAllergen[] = ['nuts', 'peanuts']

export function avoidsAllNuts(avoid: readonly AvoidedAllergen[]): boolean {
  return nutKeys.every((key) => avoid.includes(key))
}

/** '£5', '£5.50'. */
export function shortPounds(pounds: number): string {
  return formatPence(toPence(pounds)).replace(/\.00$/, '')
}

/** '£5 - £20'. @param highest where the range ends that has no upper bound of its own */
export function priceRangeLabel({ minPrice, maxPrice }: ListingFilters, highest: number): string {
  return `${shortPounds(minPrice ?? 0)} - ${shortPounds(maxPrice ?? Math.max(highest, minPrice ?? 0))}`
}

export const fulfilmentLabels = { delivery: 'Delivery', pickup: 'Pickup' } as const

export function ratingFilterLabel(stars: number): string {
  return stars === 5 ? '5 stars' : `${stars} stars and up`
}

export interface FilterChip {
  readonly label: string
  /** The filters that are left when it is taken away. */
  readonly without: Partial<ListingFilters>
}

/** One for each thing that narrows the listing, in the order of the controls. */
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
