/** The buyer's orders, newest first. */

import type { QueryData } from '@supabase/supabase-js'
import type { OrderStatus } from '#domain/orders/order-state'
import { useMember } from '#features/account/auth'
import { orderKeys } from '#keys/orders'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { type Page, type PagedList, pagedQuery, usePagedList } from '#platform/paged-list.ts'
import { read } from '#platform/read.ts'
import { refetchKeepingPages } from '#platform/refetch.ts'
import { useRowChanges } from '#platform/use-row-changes.ts'

function selectBuyerOrders(client: Backend, buyerId: string) {
  return client
    .from('orders')
    .select(
      `id, number, status, shop_id, shop_name, fulfilment, pickup_date, pickup_start, pickup_end,
      delivery_date, delivery_start, delivery_end, agreed_on, total_amount, created_at,
      items:order_items(id, product_id, name, image, price, quantity, variation, options, personalization, custom_request_details, allergens)`,
    )
    .eq('buyer_id', buyerId)
    .order('created_at', { ascending: false })
    .order('id')
}

export type BuyerOrder = QueryData<ReturnType<typeof selectBuyerOrders>>[number]

const pageSize = 20

/** The loader of a page runs a moment before it renders. */
export const justPreloadedMs = 2_000

const pollIntervalMs = 60_000

/** @param statuses limits the list to these statuses; null for all */
export function buyerOrdersQuery(app: AppContext, userId: string, statuses: readonly OrderStatus[] | null) {
  return pagedQuery({
    queryKey: orderKeys.list(userId, statuses),
    staleTime: justPreloadedMs,
    refetchInterval: pollIntervalMs,
    fetchPage: async (cursor: number | null, signal): Promise<Page<BuyerOrder, number>> => {
      const start = cursor ?? 0
      const items = await read(app, (client) => {
        const all = selectBuyerOrders(client, userId)
        const filtered = statuses ? all.in('status', statuses) : all
        return filtered.range(start, start + pageSize - 1).abortSignal(signal)
      })
      return { items, next: items.length < pageSize ? null : start + pageSize }
    },
  })
}

export function useBuyerOrders(statuses: readonly OrderStatus[] | null): PagedList<Page<BuyerOrder, number>> {
  return usePagedList(buyerOrdersQuery(useApp(), useMember().id, statuses))
}

/** Refetches the buyer's orders when they change, while a page shows them. */
export function useOrderUpdates(): void {
  const { id: userId } = useMember()
  const { queryClient } = useApp()
  useRowChanges({ table: 'orders', filter: `buyer_id=eq.${userId}` }, () => {
    void refetchKeepingPages(queryClient, { queryKey: orderKeys.all(userId) })
  })
}
