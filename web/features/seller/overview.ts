/** Queries of the seller dashboard: orders to make, and counts of the other tasks. */
import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Database } from '#domain/database.generated'
import { useMember } from '#features/auth'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { unwrap, unwrapOptional } from '#platform/unwrap.ts'
import { sellerKeys } from './keys.ts'

/** The dashboard shows the next orders; the orders page shows them all. */
const maxOrders = 50

export type SellerOverview = Database['public']['Functions']['seller_overview']['Returns'][number]

/** Orders of the member's own shop alone: a seller who also buys can read others too. */
function selectOpenOrders(client: Backend, userId: string) {
  return client
    .from('orders')
    .select(
      'id, buyer_name, fulfilment, status, pickup_date, pickup_start, pickup_end, created_at, items:order_items(id, name, quantity), shop:shops!inner()',
    )
    .eq('shop.user_id', userId)
    .in('status', ['processing', 'ready'])
    .order('pickup_date', { nullsFirst: true })
    .order('pickup_start')
    .order('created_at')
    .limit(maxOrders)
}

export type OpenOrder = QueryData<ReturnType<typeof selectOpenOrders>>[number]

/** Buyers change these figures at any time, so every visit refetches them. Its loader runs a moment before it renders. */
const alwaysFresh = { staleTime: 2_000, refetchInterval: 60_000 } as const

export function overviewQuery(app: AppContext, userId: string) {
  return queryOptions({
    ...alwaysFresh,
    queryKey: sellerKeys.overview(userId),
    queryFn: async ({ signal }): Promise<SellerOverview | null> => {
      const client = await app.supabase()
      return unwrapOptional(await client.rpc('seller_overview').abortSignal(signal).maybeSingle())
    },
  })
}

export function openOrdersQuery(app: AppContext, userId: string) {
  return queryOptions({
    ...alwaysFresh,
    queryKey: sellerKeys.openOrders(userId),
    queryFn: async ({ signal }): Promise<OpenOrder[]> =>
      unwrap(await selectOpenOrders(await app.supabase(), userId).abortSignal(signal)),
  })
}

export function useOverview() {
  return useQuery(overviewQuery(useApp(), useMember().id))
}

export function useOpenOrders() {
  return useQuery(openOrdersQuery(useApp(), useMember().id))
}
