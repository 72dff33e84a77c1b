/** The order that accepts a conversation's quote. Sellers see it once it is paid. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { SessionUser } from '#features/auth'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrapOptional } from '#platform/unwrap.ts'
import { messageKeys } from './keys.ts'
import type { Room } from './rooms.ts'

export interface QuoteOrder {
  readonly id: string
  readonly status: string
  readonly checkout_id: string | null
}

/** The poll interval until the order is paid. */
const pollIntervalMs = 10_000

function quoteOrderQuery(app: AppContext, userId: string, { id: roomId, is_paid }: Room) {
  return queryOptions({
    // A new key after the payment, because sellers could not see the order before.
    queryKey: messageKeys.quoteOrder(userId, roomId, is_paid),
    staleTime: 0,
    // A paid order does not change any more.
    refetchInterval: is_paid ? false : pollIntervalMs,
    queryFn: async ({ signal }): Promise<QuoteOrder | null> => {
      const client = await app.supabase()
      const orders = client
        .from('orders')
        .select('id, status, checkout_id')
        .eq('chat_room_id', roomId)
        .neq('status', 'cancelled')
      return unwrapOptional(await orders.abortSignal(signal).maybeSingle())
    },
  })
}

/** Null without an order; undefined while loading. */
export function useQuoteOrder(user: SessionUser, room: Room): QuoteOrder | null | undefined {
  const isNeeded = room.price_quote !== null
  const { data } = useQuery({ ...quoteOrderQuery(useApp(), user.id, room), enabled: isNeeded })
  if (!isNeeded) return null
  return room.is_paid && data?.status === 'pending payment' ? undefined : data
}
