/** Queries of product listings. */
import { usePlace } from '#features/place'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { type Page, type PagedList, pagedQuery, usePagedList } from '#platform/paged-list.ts'
import { preloadPages } from '#platform/preload.ts'
import { unwrap } from '#platform/unwrap.ts'
import { catalogueKeys } from './keys.ts'
import type { ListingChoice } from './listing-choice.ts'
import {
  isListingResponse,
  type ListedProduct,
  type ListingRequest,
  type ListingResponse,
  type ListingScope,
  listingRequest,
} from './listing-request.ts'

const pageSize = 24

export interface ShownListing extends Page<ListedProduct, string> {
  /** The number of products on all pages; at most 10,000. */
  readonly total: number
  readonly totalIsExact: boolean
  readonly isWidened: boolean
  readonly hasNoneWithin: boolean
  /** In pounds; null if unknown. */
  readonly highestPrice: number | null
}

export type Listing = PagedList<ShownListing>

/** @throws QueryError */
export async function fetchListing(
  app: AppContext,
  request: ListingRequest,
  signal: AbortSignal,
): Promise<ListingResponse> {
  const client = await app.supabase()
  const response: unknown = unwrap(await client.rpc('search_products', request).abortSignal(signal))
  if (!isListingResponse(response)) throw new TypeError('search_products returned no listing')
  return response
}

function toListing({ items, ...response }: ListingResponse): ShownListing {
  return {
    items,
    total: response.total,
    totalIsExact: response.total_is_exact,
    isWidened: response.widened,
    hasNoneWithin: response.none_within,
    highestPrice: response.highest_price,
    next: response.next,
  }
}

export function listingQuery(app: AppContext, scope: ListingScope, choice: ListingChoice, place = app.place.current()) {
  const request = listingRequest(scope, choice, place)
  return pagedQuery({
    queryKey: catalogueKeys.listing(scope, request),
    fetchPage: async (cursor: string | null, signal): Promise<ShownListing> => {
      const after = cursor === null ? {} : { after: cursor }
      return toListing(await fetchListing(app, { ...request, ...after, page_size: pageSize }, signal))
    },
  })
}

export function preloadListing(app: AppContext, scope: ListingScope, choice: ListingChoice): Promise<void> {
  return preloadPages(app, listingQuery(app, scope, choice), choice.pages)
}

/** The pages that the URL asks for. */
export function useListing(scope: ListingScope, choice: ListingChoice): Listing {
  const query = listingQuery(useApp(), scope, choice, usePlace())
  return usePagedList(query, { subject: catalogueKeys.listings(scope), pages: choice.pages })
}
