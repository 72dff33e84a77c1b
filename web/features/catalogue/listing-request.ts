/** A listing as a question to `search_products`, and that function's answer. */
import type { ChosenPlace } from '#domain/chosen-place'
import type { Database } from '#domain/database.generated'
import type { ListingChoice } from './listing-choice.ts'
import type { ProductSummary } from './product-summary.ts'
import { normaliseSearchText } from './search-text.ts'

/** Which products, whatever narrows them further: of the whole market, for a text, of a category, for an occasion, or of a shop. */
export interface ListingScope {
  readonly text?: string
  readonly category?: string
  readonly occasion?: string
  readonly shopSlug?: string
}

export type ListingRequest = Database['public']['Functions']['search_products']['Args']

/** What `search_products` answers; its return type in the database is only jsonb. */
export interface ListingResponse {
  readonly items: ListedProduct[]
  /** At most 10,000. */
  readonly total: number
  readonly total_is_exact: boolean
  /** So few lay within the radius that all are shown. */
  readonly widened: boolean
  /** None lay within the radius. */
  readonly none_within: boolean
  /** Where the next page begins; null after the last. */
  readonly next: string | null
  /** Pounds, of the listing without its price filter; null where it is not known. */
  readonly highest_price: number | null
}

/** Tells it from what else jsonb may be; what is in it, the function's own tests look after. */
export function isListingResponse(value: unknown): value is ListingResponse {
  return (
    typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items) && 'next' in value
  )
}

export interface ListedProduct extends ProductSummary {
  readonly available_for_delivery: boolean
  readonly available_for_pickup: boolean
}

/** A shop's own listing is all it sells, from wherever one looks; only its order can be chosen. */
export function listingRequest(
  { text, category, occasion, shopSlug }: ListingScope,
  { filters, sort }: ListingChoice,
  place: ChosenPlace,
): ListingRequest {
  if (shopSlug !== undefined) return { shop: shopSlug, sort }
  return withoutNulls({
    q: normaliseSearchText(text ?? '') || null,
    category: category ?? filters.category,
    occasion: occasion ?? null,
    min_price: filters.minPrice,
    max_price: filters.maxPrice,
    avoid: filters.avoid.length > 0 ? [...filters.avoid] : null,
    fulfilment: filters.by,
    available_on: filters.on,
    min_rating: filters.rating,
    lat: place.lat,
    lon: place.lon,
    radius_miles: place.radiusMiles,
    sort,
  })
}

type Nullable<Arguments> = { [Name in keyof Arguments]: Arguments[Name] | null }
type WithoutNulls<Arguments> = { [Name in keyof Arguments]?: Exclude<Arguments[Name], null> }

/** Without what is null: the function has its own defaults. */
function withoutNulls<Arguments extends Nullable<ListingRequest>>(values: Arguments): WithoutNulls<Arguments> {
  const present: WithoutNulls<Arguments> = {}
  for (const name in values) {
    const value = values[name]
    if (isPresent(value)) present[name] = value
  }
  return present
}

function isPresent<Value>(value: Value): value is Exclude<Value, null> {
  return value !== null
}
