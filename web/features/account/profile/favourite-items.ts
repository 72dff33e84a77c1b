/** The favourite products and shops of a member, as cards show them. Unlisted ones are left out. */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMember } from '#features/account/auth'
import { type Favourites, favouritesQuery } from '#features/discover/favourites'
import { type ProductSummary, selectSummaries } from '#features/discover/listing'
import { favouriteKeys } from '#keys/favourites'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'

/** As many ids as fit the URL of one request. */
const batchSize = 100

function selectShops(client: Backend) {
  return client
    .from('shops')
    .select('id, name, slug, logo, town, category, rating, review_count')
    .eq('status', 'active')
}

export type ShopSummary = QueryData<ReturnType<typeof selectShops>>[number]

export interface FavouriteItems {
  readonly products: readonly ProductSummary[]
  readonly shops: readonly ShopSummary[]
}

/** A child key of the favourites query, so that invalidating the favourites refetches these too. */
export function favouriteItemsQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: favouriteKeys.items(userId),
    queryFn: async ({ signal }): Promise<FavouriteItems> => {
      // Not the cached ones: a favourite may have been marked on another device.
      const favourites = await app.queryClient.fetchQuery(favouritesQuery(app, userId))
      const [products, shops] = await Promise.all([
        inBatches(favourites.products, (ids) =>
          read(app, (client) => selectSummaries(client).in('id', ids).abortSignal(signal)),
        ),
        inBatches(favourites.shops, (ids) =>
          read(app, (client) => selectShops(client).in('id', ids).abortSignal(signal)),
        ),
      ])
      return { products, shops }
    },
    // As new as the favourites, which other pages refetch too. The page's loader runs a moment before it renders.
    staleTime: 2_000,
  })
}

/** Reads rows by id, in the order of the ids. */
async function inBatches<Row extends { id: string }>(
  ids: readonly string[],
  readBatch: (ids: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const batches = Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, batch) =>
    ids.slice(batch * batchSize, (batch + 1) * batchSize),
  )
  const rows = new Map((await Promise.all(batches.map(readBatch))).flat().map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** Removed favourites disappear at once, before the refetch. */
export function useFavouriteItems() {
  const { id: userId } = useMember()
  const app = useApp()
  const { data: favourites, ...ids } = useQuery(favouritesQuery(app, userId))
  const { data, ...items } = useQuery(favouriteItemsQuery(app, userId))
  return {
    items: data && favourites && onlyCurrent(data, favourites),
    hasFailed: (ids.isError || items.isError) && !data,
    retry: () => {
      void ids.refetch()
      void items.refetch()
    },
  }
}

function onlyCurrent({ products, shops }: FavouriteItems, favourites: Favourites): FavouriteItems {
  return {
    products: products.filter(({ id }) => favourites.products.includes(id)),
    shops: shops.filter(({ id }) => favourites.shops.includes(id)),
  }
}
