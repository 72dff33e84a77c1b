/**
 * Checks that a category exists and returns its spelling: a standard category, or a seller's own with products on sale.
 */

import { queryOptions, useQuery } from '@tanstack/react-query'
import { offeredCategory } from '#domain/categories'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { catalogueKeys } from './keys.ts'
import { fetchListing } from './listing.ts'
import { readCategory } from './listing-filters.ts'

/** @param name from the URL. Null if there is no such category. */
export function categoryQuery(app: AppContext, name: string) {
  const category = readCategory(name)
  return queryOptions({
    queryKey: catalogueKeys.category(category),
    queryFn: async ({ signal }): Promise<string | null> => {
      if (category === null || offeredCategory(category) !== null) return category
      const { items } = await fetchListing(app, { category, page_size: 1 }, signal)
      return items[0]?.category ?? null
    },
  })
}

export function useCategory(name: string) {
  return useQuery(categoryQuery(useApp(), name))
}
