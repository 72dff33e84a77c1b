/** The order that accepts a conversation's quote: the buyer's from the moment it is placed, the seller's once it is paid. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { SessionUser } from '#features/auth'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import { unwrapOptional } from '#web/app/unwrap.ts'
import type { Room } from './rooms.ts'

export interface QuoteOrder {
  readonly id: string
  readonly status: string
  readonly checkout_id: string | null
}

/** How often it is asked for while it waits to be paid, or may have been placed elsewhere. */
const pollIntervalMs = 10_000

function quoteOrderQuery(app: AppContext, userId: string, { id: roomId, is_paid }: Room) {
  return queryOptions({
    // Asked anew by the payment: until then the seller was not shown it.
    queryKey: ['me', userId, 'quote-order', roomId, is_paid],
    staleTime: 0,
    // Once it is paid, the order stays what it is for this room.
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

/** Null where none does; undefined until that is known. */
export function useQuoteOrder(user: SessionUser, room: Room): QuoteOrder | null | undefined {
  const isNeeded = room.price_quote !== null
  const { data } = useQuery({ ...quoteOrderQuery(useApp(), user.id, room), enabled: isNeeded })
  if (!isNeeded) return null
  return room.is_paid && data?.status === 'pending payment' ? undefined : data
}
