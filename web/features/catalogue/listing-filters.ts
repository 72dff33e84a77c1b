/** The filters in a listing's URL. Reading tolerates any input; writing uses one canonical form. */
import { type Allergen, type AllergenKind, allergens } from '#domain/allergens'
import { offeredCategory } from '#domain/categories'

export type AvoidedAllergen = Allergen | AllergenKind
export type Fulfilment = 'delivery' | 'pickup'

export interface ListingFilters {
  readonly category: string | null
  /** In pounds; the minimum never exceeds the maximum. */
  readonly minPrice: number | null
  readonly maxPrice: number | null
  /** In the legal order of the allergens. */
  readonly avoid: readonly AvoidedAllergen[]
  readonly by: Fulfilment | null
  /** Available on this day, 'YYYY-MM-DD'. */
  readonly on: string | null
  /** The minimum number of stars, 1 to 5. */
  readonly rating: number | null
}

export const noFilters: ListingFilters = {
  category: null,
  minPrice: null,
  maxPrice: null,
  avoid: [],
  by: null,
  on: null,
  rating: null,
}

/** All keys that can be avoided: the 14 allergens, each followed by its kinds. */
const avoidable: readonly AvoidedAllergen[] = allergens.flatMap(({ key, kinds }) => [
  key,
  ...kinds.map((kind) => kind.key),
])

/** Above any price on sale. */
const highestPrice = 100_000
const maxCategoryLength = 100
const fulfilments = ['delivery', 'pickup'] as const

export function readFilters(parameters: URLSearchParams): ListingFilters {
  const [minPrice, maxPrice] = readPrices(parameters.get('min'), parameters.get('max'))
  const by = parameters.get('by')
  return {
    category: readCategory(parameters.get('category')),
    minPrice,
    maxPrice,
    avoid: readAvoided(parameters.getAll('avoid').join(',')),
    by: fulfilments.find((fulfilment) => fulfilment === by) ?? null,
    on: readDate(parameters.get('on')),
    rating: readRating(parameters.get('rating')),
  }
}

/** The standard spelling, or the name of a seller's own category. */
export function readCategory(text: string | null): string | null {
  const name = text?.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim() ?? ''
  if (name === '' || name.length > maxCategoryLength) return null
  return offeredCategory(name) ?? name
}

function readPrices(min: string | null, max: string | null): [number | null, number | null] {
  const [low, high] = [readPrice(min), readPrice(max)]
  return low !== null && high !== null && low > high ? [high, low] : [low, high]
}

function readPrice(text: string | null): number | null {
  if (text === null || !/^\d+(\.\d+)?$/.test(text)) return null
  return Math.min(Math.round(Number(text) * 100) / 100, highestPrice)
}

function readAvoided(text: string): AvoidedAllergen[] {
  const named = new Set(text.split(','))
  return avoidable.filter((key) => named.has(key))
}

function readDate(text: string | null): string | null {
  // PostgreSQL dates have no year 0.
  if (text === null || !/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return null
  const date = new Date(`${text}T00:00:00Z`)
  // 31 February would roll over to March, or be invalid.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null
}

function readRating(text: string | null): number | null {
  return text !== null && /^[1-5]$/.test(text) ? Number(text) : null
}

/** The URL parameters with other filters, from the first page. Unset filters have no parameter. */
export function withFilters(parameters: URLSearchParams, change: Partial<ListingFilters>): URLSearchParams {
  const { category, minPrice, maxPrice, avoid, by, on, rating } = { ...readFilters(parameters), ...change }
  const next = new URLSearchParams(parameters)
  next.delete('page')
  const entries = { category, min: minPrice, max: maxPrice, avoid: avoid.join(','), by, on, rating }
  for (const [name, value] of Object.entries(entries)) {
    next.delete(name)
    if (value !== null && value !== '') next.set(name, String(value))
  }
  return next
}

/** Adds or removes allergens, keeping the legal order. */
export function withAvoided(
  avoided: readonly AvoidedAllergen[],
  keys: readonly AvoidedAllergen[],
  isAvoided: boolean,
): AvoidedAllergen[] {
  return avoidable.filter((key) => (keys.includes(key) ? isAvoided : avoided.includes(key)))
}

/** The number of active filters for the filter button. The category has its own control and is not counted. */
export function countFilters({ minPrice, maxPrice, avoid, by, on, rating }: ListingFilters): number {
  const hasPrice = minPrice !== null || maxPrice !== null
  return avoid.length + [hasPrice, by !== null, on !== null, rating !== null].filter(Boolean).length
}

export function isNarrowed(filters: ListingFilters): boolean {
  return filters.category !== null || countFilters(filters) > 0
}
