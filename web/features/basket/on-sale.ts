/** The current catalogue data of the products in the basket. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { OnSale } from '#domain/basket-review'
import { isUuid } from '#domain/ids'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrap } from '#platform/unwrap.ts'
import { basketKeys } from './keys.ts'

/** @param productIds in any order, with duplicates */
export function onSaleQuery(app: AppContext, productIds: readonly string[]) {
  // An invalid id would make the database refuse the whole query.
  const ids = [...new Set(productIds)].filter(isUuid).sort()
  return queryOptions({
    queryKey: basketKeys.onSaleOf(ids),
    queryFn: async ({ signal }): Promise<readonly OnSale[]> => {
      if (ids.length === 0) return []
      const client = await app.supabase()
      const products = client
        .from('products')
        .select(
          `id, name, image, product_type, category, price, min_price, max_price, stock, allergens, allergens_declared, is_listed,
          available_for_delivery, available_for_pickup, variations:product_variations(name, price_delta),
          shop:shops!inner(id, name, slug)`,
        )
        .in('id', ids)
      return unwrap(await products.abortSignal(signal))
    },
    // Prices and stock should be current in the basket.
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  })
}

export function useOnSale(productIds: readonly string[]) {
  return useQuery(onSaleQuery(useApp(), productIds))
}
