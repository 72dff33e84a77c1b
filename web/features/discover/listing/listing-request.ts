/** The request and the response of `search_products`. */
import type { Occasion } from '#domain/catalogue/categories'
import type { Database } from '#domain/database.generated'
import { avoidArgument } from '#domain/food/avoided-allergens'
import type { Diet } from '#domain/food/diets'
import type { FitFilter } from '#domain/food/household'
import type { ChosenPlace } from '#domain/locations/chosen-place'
import { normaliseSearchText } from '#features/discover/search'
import type { ListingParameters } from './listing-parameters.ts'
import type { ProductSummary } from './product-summary.ts'

/** The scope of a listing: all products, a search, a category, an occasion or a shop. */
export interface ListingScope {
  readonly text?: string
  readonly category?: string
  readonly occasion?: Occasion
  /** The diets that the text of a search names. */
  readonly diets?: readonly Diet[]
  /** Foods that the text leaves out and that no seller declares. */
  readonly without?: readonly string[]
  readonly shopSlug?: string
}

export type ListingRequest = Database['public']['Functions']['search_products']['Args']

/** The response of `search_products`, whose return type in the database is jsonb. */
export interface ListingResponse {
  readonly items: ListedProduct[]
  /** The number of products within reach, or of all where `widened`. */
  readonly total: number
  readonly total_is_exact: boolean
  /** Too few were within reach, so the total includes the others. */
  readonly widened: boolean
  /** None were within the radius. */
  readonly none_within: boolean
  /** Words that were left out, as they were typed, because nothing has all words. */
  readonly dropped: readonly string[]
  /** The cursor of the next page; null after the last. */
  readonly next: string | null
  /** In pounds, without the price filter; null if unknown. */
  readonly highest_price: number | null
}

/** Distinguishes it from other jsonb values. The tests of the function check its contents. */
export function isListingResponse(value: unknown): value is ListingResponse {
  return (
    typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items) && 'next' in value
  )
}

export interface ListedProduct extends ProductSummary {
  readonly available_for_delivery: boolean
  readonly available_for_pickup: boolean
  /** It can be picked up within the radius or delivered to the place. Others follow the last of these. */
  readonly in_reach: boolean
}

/** A shop's listing is independent of the place. Every listing leaves out what does not fit the household. */
export function listingRequest(
  { text, category, occasion, diets: parsedDiets = [], without = [], shopSlug }: ListingScope,
  { filters: { kitchen, ...filters }, sort }: ListingParameters,
  place: ChosenPlace,
  fit: FitFilter,
): ListingRequest {
  const diets = listOrNull([...new Set([...fit.diets, ...parsedDiets])])
  const avoid = listOrNull(avoidArgument([...filters.avoid, ...fit.avoid], kitchen))
  if (shopSlug !== undefined) return withoutNulls({ ...filters, shop: shopSlug, sort, avoid, diets })
  return withoutNulls({
    q: normaliseSearchText(text ?? '') || null,
    ...filters,
    category: category ?? filters.category,
    occasion: occasion ?? null,
    avoid,
    diets,
    without: listOrNull(without),
    lat: place.lat,
    lon: place.lon,
    radius_miles: place.radiusMiles,
    sort,
  })
}

function listOrNull(list: readonly string[]): string[] | null {
  return list.length > 0 ? [...list] : null
}

type Nullable<Arguments> = { [Name in keyof Arguments]: Arguments[Name] | null }
type WithoutNulls<Arguments> = { [Name in keyof Arguments]?: Exclude<Arguments[Name], null> }

/** Leaves out null arguments, so that the function uses its defaults. */
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

/** When products can be had, a line for each. Those without a line are absent. */
export type DayLines = Readonly<Record<string, string>>
