/** The products and shops among the signed-in user's favourites, as cards show them. What is no longer listed is left out. */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ProductSummary, selectSummaries } from '#features/catalogue'
import { type Favourites, favouritesQuery } from '#features/favourites'
import { type AppContext, type Backend, useApp } from '#web/app/app-context.ts'
import { unwrap } from '#web/app/unwrap.ts'

/** As many ids as fit the address of one request. */
const idsAtOnce = 100

function selectShops(client: Backend) {
  return client
    .from('shops')
    .select('id, name, slug, logo, town, category, rating, review_count')
    .eq('status', 'active')
}

export type ShopSummary = QueryData<ReturnType<typeof selectShops>>[number]

export interface FavouriteThings {
  readonly products: readonly ProductSummary[]
  readonly shops: readonly ShopSummary[]
}

/** Under the key of the favourites themselves, so that a change of those asks for these again. */
function favouriteThingsQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: [...favouritesQuery(app, userId).queryKey, 'things'],
    queryFn: async ({ signal }): Promise<FavouriteThings> => {
      const [client, favourites] = await Promise.all([
        app.supabase(),
        app.queryClient.ensureQueryData(favouritesQuery(app, userId)),
      ])
      const [products, shops] = await Promise.all([
        inParts(favourites.products, async (ids) =>
          unwrap(await selectSummaries(client).in('id', ids).abortSignal(signal)),
        ),
        inParts(favourites.shops, async (ids) => unwrap(await selectShops(client).in('id', ids).abortSignal(signal))),
      ])
      return { products, shops }
    },
  })
}

/** Reads rows by their ids, in the order of these. */
async function inParts<Row extends { id: string }>(
  ids: readonly string[],
  read: (ids: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, part) =>
    ids.slice(part * idsAtOnce, (part + 1) * idsAtOnce),
  )
  const rows = new Map((await Promise.all(parts.map(read))).flat().map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** What stopped being a favourite is gone at once, before the database has been asked again. */
export function useFavouriteThings(userId: string) {
  const app = useApp()
  const { data: favourites, ...ids } = useQuery(favouritesQuery(app, userId))
  const { data, ...things } = useQuery(favouriteThingsQuery(app, userId))
  return {
    things: data && favourites && stillFavourite(data, favourites),
    hasFailed: (ids.isError || things.isError) && !data,
    retry: () => {
      void ids.refetch()
      void things.refetch()
    },
  }
}

function stillFavourite({ products, shops }: FavouriteThings, favourites: Favourites): FavouriteThings {
  return {
    products: products.filter(({ id }) => favourites.products.includes(id)),
    shops: shops.filter(({ id }) => favourites.shops.includes(id)),
  }
}
