/** Queries of product listings. */

import type { InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'
import type { FitFilter } from '#domain/food/household'
import { type ChosenPlace, shortPlaceLabel } from '#domain/locations/chosen-place'
import { useHousehold } from '#features/discover/household'
import { usePlace } from '#features/discover/location'
import { catalogueKeys } from '#keys/catalogue'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { joinPages, type Page, type PagedList, pagedQuery, usePagedList } from '#platform/paged-list.ts'
import { preload, preloadPages } from '#platform/preload.ts'
import { read } from '#platform/read.ts'
import { dayLinesQuery } from './card-days.ts'
import type { ListingParameters } from './listing-parameters.ts'
import {
  isListingResponse,
  type ListedProduct,
  type ListingRequest,
  type ListingResponse,
  type ListingScope,
  listingRequest,
} from './listing-request.ts'
import { loadNear, type NamedPlace } from './named-places.ts'

const pageSize = 24
export const noFit: FitFilter = { avoid: [], diets: [] }

export interface ShownListing extends Page<ListedProduct, string> {
  /** The number of products within reach on all pages, or of all products if it is widened; at most 10,000. */
  readonly total: number
  readonly totalIsExact: boolean
  readonly isWidened: boolean
  readonly hasNoneWithin: boolean
  /** Words of the search that were left out. */
  readonly dropped: readonly string[]
  /** In pounds; null if unknown. */
  readonly highestPrice: number | null
}

export interface Listing extends PagedList<ShownListing> {
  /** Whether food that does not fit the household is absent, or shown and marked. */
  readonly unsuitable: 'absent' | 'marked'
  /** The same search for nobody in particular, while the household leaves something out; else null. */
  readonly everything: ListingRequest | null
  readonly showUnsuitable: () => void
  /** The search with what the household asks for, and its place. */
  readonly request: ListingRequest
  readonly place: ChosenPlace
  /** The short name of the place that distances are from. */
  readonly placeName: string
}

/** @throws QueryError */
export async function fetchListing(
  app: AppContext,
  request: ListingRequest,
  signal: AbortSignal,
): Promise<ListingResponse> {
  const response: unknown = await read(app, (client) => client.rpc('search_products', request).abortSignal(signal))
  if (!isListingResponse(response)) throw new TypeError('search_products returned no listing')
  return response
}

export function toListing({ items, ...response }: ListingResponse): ShownListing {
  return {
    items,
    total: response.total,
    totalIsExact: response.total_is_exact,
    isWidened: response.widened,
    hasNoneWithin: response.none_within,
    dropped: response.dropped,
    highestPrice: response.highest_price,
    next: response.next,
  }
}

/** @param fit what the results leave out for the household */
export function listingQuery(
  app: AppContext,
  scope: ListingScope,
  parameters: ListingParameters,
  place = app.place.current(),
  fit = app.household.current().fit,
) {
  const request = listingRequest(scope, parameters, place, fit)
  return pagedQuery({
    queryKey: catalogueKeys.listing(scope, fit, request),
    fetchPage: async (cursor: string | null, signal): Promise<ShownListing> => {
      const after = cursor === null ? {} : { after: cursor }
      return toListing(await fetchListing(app, { ...request, ...after, page_size: pageSize }, signal))
    },
  })
}

/** @param near the place that a search names, or the parameters of a URL that may keep one */
export async function preloadListing(
  app: AppContext,
  scope: ListingScope,
  parameters: ListingParameters,
  near: NamedPlace | URLSearchParams | null,
): Promise<void> {
  const place = {
    ...app.place.current(),
    ...(near instanceof URLSearchParams ? await loadNear(app, near) : near),
  }
  const query = listingQuery(app, scope, parameters, place)
  await preloadPages(app, query, parameters.pages)
  if (!app.server) return
  const pages = app.queryClient.getQueryData<InfiniteData<ShownListing>>(query.queryKey)?.pages ?? []
  if (pages.length === 0) return
  const { items } = joinPages<ShownListing, string>(pages)
  const request = listingRequest(scope, parameters, place, app.household.current().fit)
  await preload(app, dayLinesQuery(app, items, request))
}

/**
 * The pages that the URL asks for. What does not fit the household is left out until the shopper asks for it.
 * @param near a place that a search has named, instead of the chosen one
 */
export function useListing(
  scope: ListingScope,
  parameters: ListingParameters,
  near?: Partial<ChosenPlace> | null,
): Listing {
  const app = useApp()
  const place = { ...usePlace(), ...near }
  const { active, fit } = useHousehold()
  const [showsUnsuitable, setShowsUnsuitable] = useState(false)
  const asked = showsUnsuitable ? noFit : fit
  const list = usePagedList(listingQuery(app, scope, parameters, place, asked), {
    subject: catalogueKeys.listings(scope, asked),
    pages: parameters.pages,
  })
  return {
    ...list,
    unsuitable: showsUnsuitable && active.length > 0 ? 'marked' : 'absent',
    everything: active.length > 0 && !showsUnsuitable ? listingRequest(scope, parameters, place, noFit) : null,
    showUnsuitable: () => setShowsUnsuitable(true),
    request: listingRequest(scope, parameters, place, fit),
    place,
    placeName: shortPlaceLabel(place.label),
  }
}
