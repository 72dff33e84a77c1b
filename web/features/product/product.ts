/** The query of a product with its shop, in one request. */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { londonTime } from '#domain/calendar'
import { isUuid } from '#domain/ids'
import { useUserId } from '#features/auth'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { unwrapOptional } from '#platform/unwrap.ts'
import { productKeys } from './keys.ts'

function selectProduct(client: Backend, id: string, now: Date) {
  return client
    .from('products')
    .select(
      `*, images:product_images(image), variations:product_variations(name, price_delta),
      pickup:product_pickup_schedules(day_of_week, start_time, end_time),
      shop:shops!inner(id, name, slug, town, logo, rating, review_count,
        pickup:shop_pickup_schedules(day_of_week, start_time, end_time),
        closures:shop_closures(from_date, to_date))`,
    )
    .eq('id', id)
    .gte('shop.closures.to_date', londonTime(now).date)
    .order('position', { referencedTable: 'images' })
    .order('position', { referencedTable: 'variations' })
}

export type Product = QueryData<ReturnType<typeof selectProduct>>[number]

/** Null if the product does not exist, or if the id is invalid. */
export function productQuery(app: AppContext, id: string) {
  return queryOptions({
    queryKey: productKeys.one(id),
    queryFn: ({ signal }) => fetchProduct(app, id, signal),
  })
}

async function fetchProduct(app: AppContext, id: string, signal: AbortSignal): Promise<Product | null> {
  if (!isUuid(id)) return null
  return unwrapOptional(
    await selectProduct(await app.supabase(), id, app.clock.now())
      .abortSignal(signal)
      .maybeSingle(),
  )
}

/**
 * The first HTML is rendered for visitors. If it has no product, members fetch once more, because it may be their own
 * unlisted product.
 */
export function useProduct(id: string) {
  const app = useApp()
  const publicQuery = useQuery(productQuery(app, id))
  const isMissing = publicQuery.data === null
  const userId = useUserId()
  const ownQuery = useQuery({
    queryKey: productKeys.own(userId, id),
    queryFn: ({ signal }) => fetchProduct(app, id, signal),
    enabled: isMissing && userId !== null,
  })
  return isMissing && ownQuery.data ? ownQuery : publicQuery
}
