/** The buyer's orders, newest first. */

import type { QueryData } from '@supabase/supabase-js'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { OrderStatus } from '#domain/order-state'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { unwrap } from '#platform/unwrap.ts'
import { orderKeys } from './keys.ts'

function selectBuyerOrders(client: Backend, buyerId: string) {
  return client
    .from('orders')
    .select(
      `id, status, shop_name, fulfilment, pickup_date, pickup_start, pickup_end, total_amount, created_at,
      items:order_items(id, name, image, quantity)`,
    )
    .eq('buyer_id', buyerId)
    .order('created_at', { ascending: false })
    .order('id')
}

/** An order in a list. */
export type BuyerOrder = QueryData<ReturnType<typeof selectBuyerOrders>>[number]

const pageSize = 20

/** The poll interval of a visible list. */
const pollIntervalMs = 60_000

/** @param statuses limits the list to these statuses; null for all */
function buyerOrdersQuery(app: AppContext, userId: string, statuses: readonly OrderStatus[] | null) {
  return infiniteQueryOptions({
    queryKey: orderKeys.list(userId, statuses),
    staleTime: 0,
    initialPageParam: 0,
    refetchInterval: pollIntervalMs,
    queryFn: async ({ pageParam, signal }): Promise<BuyerOrder[]> => {
      const all = selectBuyerOrders(await app.supabase(), userId)
      const filtered = statuses ? all.in('status', statuses) : all
      return unwrap(await filtered.range(pageParam, pageParam + pageSize - 1).abortSignal(signal))
    },
    getNextPageParam: (last, pages) => (last.length < pageSize ? undefined : pages.length * pageSize),
  })
}

export function useBuyerOrders(userId: string, statuses: readonly OrderStatus[] | null) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useInfiniteQuery(buyerOrdersQuery(useApp(), userId, statuses))
  // A new order may have moved one to the next page, so duplicates are removed.
  const orders = data && [...new Map(data.pages.flat().map((order) => [order.id, order])).values()]
  return { orders, isError, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }
}
