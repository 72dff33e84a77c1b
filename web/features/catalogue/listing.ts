/** Queries of product listings, with several pages shown as one. */

import { hashKey, type QueryKey, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { usePlace } from '#features/place'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrap } from '#platform/unwrap.ts'
import type { ListingChoice } from './listing-choice.ts'
import {
  isListingResponse,
  type ListedProduct,
  type ListingRequest,
  type ListingResponse,
  type ListingScope,
  listingRequest,
} from './listing-request.ts'

export const pageSize = 24
/** The function returns at most 100 products, which limits the whole pages per request. */
const maxPagesPerRequest = 4

export interface ShownListing {
  readonly items: readonly ListedProduct[]
  /** The number of products on all pages; at most 10,000. */
  readonly total: number
  readonly totalIsExact: boolean
  /** Too few are within the radius, so all are shown. */
  readonly isWidened: boolean
  /** None are within the radius, so all are shown. */
  readonly hasNoneWithin: boolean
  /** In pounds; null if unknown. */
  readonly highestPrice: number | null
  /** The cursor of the next page; null after the last. */
  readonly next: string | null
}

export interface Listing {
  /**
   * The products to show. While another order or filter is loading, these are the previous ones. Undefined before the
   * first response.
   */
  readonly shown: ShownListing | undefined
  /** The visitor is waiting for a request. */
  readonly isLoading: boolean
  /** A request has failed and needs a retry. */
  readonly hasFailed: boolean
  readonly retry: () => void
}

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

/** Removes duplicates: a product may have moved to another page since the last request. */
function appendPage(listing: ShownListing, { items, next }: ListingResponse): ShownListing {
  const byId = new Map([...listing.items, ...items].map((item) => [item.id, item]))
  return { ...listing, items: [...byId.values()], next }
}

function listingKey(scope: ListingScope, request: ListingRequest, pages: number) {
  return ['listing', scope, request, pages] as const
}

/**
 * All pages of a choice as one result. If the cache holds one page less, only the next page is fetched, from its
 * cursor. Otherwise, after a reload or from a shared link, pages are fetched several at a time.
 */
export function listingQuery(app: AppContext, scope: ListingScope, choice: ListingChoice, place = app.place.current()) {
  const request = listingRequest(scope, choice, place)
  const { pages } = choice
  return queryOptions({
    queryKey: listingKey(scope, request, pages),
    queryFn: async ({ signal }): Promise<ShownListing> => {
      let listing = previousListing(app, scope, request, pages)
      let loadedPages = listing ? pages - 1 : 0
      while (loadedPages < pages) {
        if (listing?.next === null) break
        const pageCount = Math.min(pages - loadedPages, maxPagesPerRequest)
        const after = listing && { after: listing.next }
        const response = await fetchListing(app, { ...request, ...after, page_size: pageCount * pageSize }, signal)
        listing = listing ? appendPage(listing, response) : toListing(response)
        loadedPages += pageCount
      }
      if (!listing) throw new Error(`A listing has at least one page, not ${pages}`)
      return listing
    },
  })
}

/** The cached listing with one page less. A refetch of a stale listing starts from the first page. */
function previousListing({ queryClient }: AppContext, scope: ListingScope, request: ListingRequest, pages: number) {
  const isRefetch = queryClient.getQueryData(listingKey(scope, request, pages)) !== undefined
  return isRefetch ? undefined : queryClient.getQueryData<ShownListing>(listingKey(scope, request, pages - 1))
}

/** The part of a listing's key that names its scope, as text. */
function scopeOf(queryKey: QueryKey): string {
  return hashKey(queryKey.slice(0, 2))
}

export function useListing(scope: ListingScope, choice: ListingChoice): Listing {
  const app = useApp()
  const queryClient = useQueryClient()
  const place = usePlace()
  const options = listingQuery(app, scope, choice, place)
  const { data, isPlaceholderData, isFetching, isError, refetch } = useQuery({
    ...options,
    // Within one scope the previous results stay until the new ones arrive. Filtering does not flash an empty list.
    placeholderData: (before, query) =>
      query && scopeOf(query.queryKey) === scopeOf(options.queryKey) ? before : undefined,
  })
  const [, , request] = options.queryKey
  // If a page fails, the previous pages stay.
  const previous = () => queryClient.getQueryData<ShownListing>(listingKey(scope, request, choice.pages - 1))
  return {
    shown: data ?? (isError ? previous() : undefined),
    isLoading: isFetching && (data === undefined || isPlaceholderData),
    hasFailed: isError && data === undefined && !isFetching,
    retry: () => void refetch(),
  }
}
