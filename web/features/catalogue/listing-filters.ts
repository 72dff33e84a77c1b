/** What narrows a listing, as it stands in an address: read from anything a visitor may have typed there, written in one form. */
import { type Allergen, type AllergenKind, allergens } from '#domain/allergens'
import { offeredCategory } from '#domain/categories'

export type AvoidedAllergen = Allergen | AllergenKind
export type Fulfilment = 'delivery' | 'pickup'

export interface ListingFilters {
  readonly category: string | null
  /** Pounds; never upside down. */
  readonly minPrice: number | null
  readonly maxPrice: number | null
  /** In the order of the law's list. */
  readonly avoid: readonly AvoidedAllergen[]
  readonly by: Fulfilment | null
  /** Available on this day, 'YYYY-MM-DD'. */
  readonly on: string | null
  /** At least this many stars, 1 to 5. */
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

/** Every key that can be avoided: the fourteen, each followed by its kinds. */
const avoidable: readonly AvoidedAllergen[] = allergens.flatMap(({ key, kinds }) => [
  key,
  ...kinds.map((kind) => kind.key),
])

/** Dearer than anything a home kitchen sells. */
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

/** The offered spelling, or what a seller may have called a category of their own. */
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
  // The database's calendar has no year 0.
  if (text === null || !/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return null
  const date = new Date(`${text}T00:00:00Z`)
  // The 31st of February is rolled over, or no date at all.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null
}

function readRating(text: string | null): number | null {
  return text !== null && /^[1-5]$/.test(text) ? Number(text) : null
}

/** The same address with other filters, from its first page; what is not chosen leaves no trace. */
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

/** The list with this allergen in it, or without it, in the order of the law. */
export function withAvoided(
  avoided: readonly AvoidedAllergen[],
  keys: readonly AvoidedAllergen[],
  isAvoided: boolean,
): AvoidedAllergen[] {
  return avoidable.filter((key) => (keys.includes(key) ? isAvoided : avoided.includes(key)))
}

/** How many things are narrowed, as the button that opens the filters counts them; a category has its own place on the page. */
export function countFilters({ minPrice, maxPrice, avoid, by, on, rating }: ListingFilters): number {
  const hasPrice = minPrice !== null || maxPrice !== null
  return avoid.length + [hasPrice, by !== null, on !== null, rating !== null].filter(Boolean).length
}

export function isNarrowed(filters: ListingFilters): boolean {
  return filters.category !== null || countFilters(filters) > 0
}
