/** The query of a product with its shop, in one request. */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { asSold } from '#domain/catalogue/drops'
import { londonTime } from '#domain/values/calendar'
import { isUuid } from '#domain/values/ids'
import { useUserId } from '#features/account/auth'
import { productKeys } from '#keys/product'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { readOptional } from '#platform/read.ts'

function selectProduct(client: Backend, id: string, now: Date) {
  return client
    .from('products')
    .select(
      `*, images:product_images(image),
      variations:product_variations(name, price_delta, stock, allergens, ingredients, replaces, net_quantity),
      option_groups:product_option_groups(id, name, is_required, max_choices,
        choices:product_option_choices(id, name, price_delta, stock, allergens, ingredients, replaces, net_quantity)),
      questions:product_questions(id, name, is_required, max_length, price),
      drop_items(stock, taken, drop:drops(id, title, is_published, opens_at, cut_off, slots:drop_slots(fulfilment))),
      pickup:product_pickup_schedules(day_of_week, start_time, end_time, on_date),
      shop:shops!inner(id, name, slug, town, logo, rating, review_count, lat, lon, delivery_radius_miles,
        delivery_terms:shop_delivery_terms(basis, fee, zones, free_from, minimum_order),
        cancel_hours_before, cancel_refund_percent,
        kitchen:shop_kitchens(handles, shares_equipment, is_nut_free, reviewed_at),
        pickup:shop_pickup_schedules(day_of_week, start_time, end_time, on_date),
        closures:shop_closures(from_date, to_date))`,
    )
    .eq('id', id)
    .eq('pickup.fulfilment', 'pickup')
    .eq('shop.pickup.fulfilment', 'pickup')
    .gte('shop.closures.to_date', londonTime(now).date)
    .order('position', { referencedTable: 'images' })
    .order('position', { referencedTable: 'variations' })
    .order('position', { referencedTable: 'option_groups' })
    .order('position', { referencedTable: 'option_groups.choices' })
    .order('position', { referencedTable: 'questions' })
}

type SelectedProduct = QueryData<ReturnType<typeof selectProduct>>[number]

/** Its stock and its fulfilments are those of the drop that sells it. */
export type Product = ReturnType<typeof asSold<SelectedProduct>>

/** Null if the product does not exist, or if the id is invalid. */
export function productQuery(app: AppContext, id: string) {
  return queryOptions({
    queryKey: productKeys.one(id),
    queryFn: ({ signal }) => fetchProduct(app, id, signal),
  })
}

async function fetchProduct(app: AppContext, id: string, signal: AbortSignal): Promise<Product | null> {
  if (!isUuid(id)) return null
  const now = app.clock.now()
  const product = await readOptional(app, (client) => selectProduct(client, id, now).abortSignal(signal).maybeSingle())
  return product && asSold(product, now)
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
