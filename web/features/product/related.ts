/** The query of related products: others of the shop, or else of the same category from other shops nearby. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ChosenPlace } from '#domain/chosen-place'
import { type ProductSummary, selectSummaries } from '#features/catalogue'
import { usePlace } from '#features/place'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { unwrap } from '#platform/unwrap.ts'
import { productKeys } from './keys.ts'

/** One row of the grid. */
const maxRelated = 4

interface Subject {
  readonly id: string
  readonly category: string | null
  readonly shop: { readonly id: string }
}

export interface Related {
  readonly from: 'same-shop' | 'other-shops'
  readonly products: readonly ProductSummary[]
}

export function relatedQuery(app: AppContext, product: Subject, place = app.place.current()) {
  return queryOptions({
    queryKey: productKeys.related(product.id, place),
    queryFn: async ({ signal }): Promise<Related> => {
      const client = await app.supabase()
      const sameShop = await fetchFromShop(client, product, signal)
      if (sameShop.length > 0) return { from: 'same-shop', products: sameShop }
      return { from: 'other-shops', products: await fetchFromOthers(client, product, place, signal) }
    },
  })
}

/** The same category first, then the newest. */
async function fetchFromShop(client: Backend, { id, category, shop }: Subject, signal: AbortSignal) {
  const others = selectSummaries(client)
    .eq('shop_id', shop.id)
    .neq('id', id)
    .order('created_at', { ascending: false })
    .limit(24)
  const found: ProductSummary[] = unwrap(await others.abortSignal(signal))
  const rank = (other: ProductSummary) => (other.category === category ? 0 : 1)
  return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, maxRelated)
}

async function fetchFromOthers(client: Backend, { id, category }: Subject, place: ChosenPlace, signal: AbortSignal) {
  if (category === null) return []
  const search = client.rpc('search_products', {
    category,
    lat: place.lat,
    lon: place.lon,
    radius_miles: place.radiusMiles,
    // The product itself may be in the results.
    page_size: maxRelated + 1,
  })
  const response: unknown = unwrap(await search.abortSignal(signal))
  if (!hasItems(response)) throw new TypeError('search_products returned no listing')
  return response.items.filter((other) => other.id !== id).slice(0, maxRelated)
}

/** The function returns jsonb. Its own tests check the contents. */
function hasItems(value: unknown): value is { items: ProductSummary[] } {
  return typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items)
}

export function useRelated(product: Subject): Related | undefined {
  const place = usePlace()
  return useQuery(relatedQuery(useApp(), product, place)).data
}
