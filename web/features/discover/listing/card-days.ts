/**
 * When the products of a listing can be had, as a line for each card. The lines are in the first HTML, so that cards do
 * not grow, and their code is loaded only for other listings.
 */
import { hashKey, queryOptions, useQuery } from '@tanstack/react-query'
import { catalogueKeys } from '#keys/catalogue'
import { type AppContext, useApp } from '#platform/app-context.ts'
import type { DayLines, ListedProduct, ListingRequest } from './listing-request.ts'

/** @param request the search, which names the place and the day */
export function dayLinesQuery(app: AppContext, products: readonly ListedProduct[], request: ListingRequest) {
  return queryOptions({
    queryKey: catalogueKeys.dayLines(
      request,
      products.map(({ id }) => id),
    ),
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<DayLines> =>
      (await import('./day-lines.ts')).fetchDayLines(app, products, request, signal),
  })
}

/** @returns undefined until they are known */
export function useDayLines(
  products: readonly ListedProduct[],
  request: ListingRequest,
  enabled: boolean,
): DayLines | undefined {
  return useQuery({
    ...dayLinesQuery(useApp(), products, request),
    enabled: enabled && products.length > 0,
    // After 'Show more' the lines of the first products stay.
    placeholderData: (before, previous) =>
      previous && hashKey([previous.queryKey[2]]) === hashKey([request]) ? before : undefined,
  }).data
}
