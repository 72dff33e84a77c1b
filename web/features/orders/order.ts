/** Orders as their buyer and their baker read them. */

import type { QueryData } from '@supabase/supabase-js'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { type AppContext, type Backend, useApp } from '#web/app/app-context.ts'
import { unwrap } from '#web/app/unwrap.ts'

function selectOrders(client: Backend) {
  return client.from('orders').select(
    `id, status, shop_name, shop_id, buyer_id, buyer_name, fulfilment, pickup_date, pickup_start, pickup_end, pickup_place,
    delivery_address, note, subtotal, delivery_fee, total_amount, created_at, paid_at, checkout_id, cancel_reason,
    shop:shops(slug),
    items:order_items(id, product_id, name, image, price, quantity, variation, personalization, custom_request_details, allergens)`,
  )
}

export type Order = QueryData<ReturnType<typeof selectOrders>>[number]
export type OrderItem = Order['items'][number]

export const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whose orders: those one has bought, in any state or in some, or those a shop has sold. */
export type OrdersOf =
  | { readonly buyerId: string; readonly statuses: readonly string[] | null }
  | { readonly shopId: string }

const pageSize = 20

/** How often a list asks again while it is in sight. */
const calmMs = 60_000

function ordersOf(client: Backend, whose: OrdersOf) {
  const orders = selectOrders(client)
  if ('shopId' in whose) {
    // A baker sees what is paid; what came first of that is made first, so the newest payment leads.
    return orders.eq('shop_id', whose.shopId).not('paid_at', 'is', null).order('paid_at', { ascending: false })
  }
  const bought = orders.eq('buyer_id', whose.buyerId).order('created_at', { ascending: false })
  return whose.statuses ? bought.in('status', whose.statuses) : bought
}

function ordersQuery(app: AppContext, userId: string, whose: OrdersOf) {
  return infiniteQueryOptions({
    queryKey: ['me', userId, 'orders', whose],
    staleTime: 0,
    initialPageParam: 0,
    // Looked at now and then while somebody looks at it, and when they come back to it.
    refetchInterval: calmMs,
    queryFn: async ({ pageParam, signal }): Promise<Order[]> => {
      const own = ordersOf(await app.supabase(), whose)
      const page = own.order('id').range(pageParam, pageParam + pageSize - 1)
      return unwrap(await page.abortSignal(signal))
    },
    getNextPageParam: (last, pages) => (last.length < pageSize ? undefined : pages.length * pageSize),
  })
}

export function useOrders(userId: string, whose: OrdersOf) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useInfiniteQuery(ordersQuery(useApp(), userId, whose))
  // Between two pages a new order may have pushed one over the edge: it is shown once.
  const orders = data && [...new Map(data.pages.flat().map((order) => [order.id, order])).values()]
  return { orders, isError, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }
}
