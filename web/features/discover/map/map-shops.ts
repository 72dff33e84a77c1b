/** The shops of a listing, for the map. */
import { queryOptions } from '@tanstack/react-query'
import type { Database } from '#domain/database.generated'
import type { ListedProduct, ListingRequest } from '#features/discover/listing'
import { fetchListing } from '#features/discover/listing'
import { catalogueKeys } from '#keys/catalogue'
import type { AppContext } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'

export interface MapShop {
  readonly slug: string
  readonly name: string
  readonly logo: string | null
  readonly town: string | null
  readonly lat: number | null
  readonly lon: number | null
  readonly rating: number | null
  readonly review_count: number
  /** Null if the shop has no place. */
  readonly distance_miles: number | null
  readonly in_reach: boolean
  /** The number of its products within reach, or of all if none is. */
  readonly results: number
  /** In pounds; null if none has a price. */
  readonly lowest_price: number | null
}

/** The response of `search_shops`. */
export interface MapShops {
  /** Those within reach first, then nearest first. */
  readonly shops: readonly MapShop[]
  /** There are no more. */
  readonly is_complete: boolean
}

export type ShopsRequest = Database['public']['Functions']['search_shops']['Args']

export function shopsRequest({ sort: _, shop: __, ...request }: ListingRequest): ShopsRequest {
  return request
}

export function shopsQuery(app: AppContext, request: ShopsRequest) {
  return queryOptions({
    queryKey: catalogueKeys.shops(request),
    queryFn: async ({ signal }): Promise<MapShops> => {
      const response: unknown = await read(app, (client) => client.rpc('search_shops', request).abortSignal(signal))
      if (!isMapShops(response)) throw new TypeError('search_shops returned no shops')
      return response
    },
  })
}

/** Distinguishes it from other JSON values. The tests of the function check its contents. */
function isMapShops(value: unknown): value is MapShops {
  return typeof value === 'object' && value !== null && 'shops' in value && Array.isArray(value.shops)
}

const cardProducts = 3

/** The first results in a shop. */
export function shopResultsQuery(app: AppContext, shops: ShopsRequest, slug: string) {
  const request = { ...shops, shop: slug, page_size: cardProducts }
  return queryOptions({
    queryKey: catalogueKeys.ofShop(request),
    queryFn: async ({ signal }): Promise<readonly ListedProduct[]> => (await fetchListing(app, request, signal)).items,
  })
}
