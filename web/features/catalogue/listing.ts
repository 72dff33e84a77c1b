/** Products in their order, several pages shown as one: of the whole market, of a search, a category, an occasion, a shop. */

import { hashKey, type QueryKey, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { usePlace } from '#features/place'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import { unwrap } from '#web/app/unwrap.ts'
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
/** The function answers at most 100 at once; whole pages of those. */
const maxPagesPerRequest = 4

export interface ShownListing {
  readonly items: readonly ListedProduct[]
  /** How many there are in all pages together; at most 10,000. */
  readonly total: number
  readonly totalIsExact: boolean
  /** So few lay within the radius that all are shown. */
  readonly isWidened: boolean
  /** None lay within the radius: all are shown. */
  readonly hasNoneWithin: boolean
  /** Pounds; null where it is not known. */
  readonly highestPrice: number | null
  /** Where the page after these begins; null after the last. */
  readonly next: string | null
}

export interface Listing {
  /** What can be shown now; while another order or filter is fetched, still what was there. Undefined before anything has arrived. */
  readonly shown: ShownListing | undefined
  /** Something is being fetched that the visitor waits for. */
  readonly isLoading: boolean
  /** Something is missing and will not come without another try. */
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

/** Each product once: it may have moved over the edge of a page since that was fetched. */
function appendPage(listing: ShownListing, { items, next }: ListingResponse): ShownListing {
  const byId = new Map([...listing.items, ...items].map((item) => [item.id, item]))
  return { ...listing, items: [...byId.values()], next }
}

function listingKey(scope: ListingScope, request: ListingRequest, pages: number) {
  return ['listing', scope, request, pages] as const
}

/**
 * All pages that a choice shows, as one. With one page less in the cache only the next is fetched, from its cursor; otherwise
 * (a reload, a shared link) as many at once as the function gives.
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

/** The same listing with a page less, to go on from. What is fetched again, because it has aged, is fetched from its beginning. */
function previousListing({ queryClient }: AppContext, scope: ListingScope, request: ListingRequest, pages: number) {
  const isRefetch = queryClient.getQueryData(listingKey(scope, request, pages)) !== undefined
  return isRefetch ? undefined : queryClient.getQueryData<ShownListing>(listingKey(scope, request, pages - 1))
}

/** As long as the scope stays, what stood there stays until its successor has arrived: filtering must not flash empty. */
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
    placeholderData: (before, query) =>
      query && scopeOf(query.queryKey) === scopeOf(options.queryKey) ? before : undefined,
  })
  const [, , request] = options.queryKey
  // A page that did not arrive leaves those before it in their place.
  const previous = () => queryClient.getQueryData<ShownListing>(listingKey(scope, request, choice.pages - 1))
  return {
    shown: data ?? (isError ? previous() : undefined),
    isLoading: isFetching && (data === undefined || isPlaceholderData),
    hasFailed: isError && data === undefined && !isFetching,
    retry: () => void refetch(),
  }
}
