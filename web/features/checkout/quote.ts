/** The quote of a conversation for its buyer, and the order that has accepted it. */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { isUuid } from '#domain/ids'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { unwrap } from '#platform/unwrap.ts'
import { checkoutKeys } from './keys.ts'

function selectRoom(client: Backend, userId: string, roomId: string) {
  return client
    .from('chat_rooms')
    .select('id, product_id, price_quote, is_paid, brief, wanted_on, quote_expires_at, orders(id, status, checkout_id)')
    .match({ id: roomId, buyer_id: userId })
    .neq('orders.status', 'cancelled')
}

export type QuotedRoom = QueryData<ReturnType<typeof selectRoom>>[number]

/** Null if the conversation does not exist or the member is not its buyer. */
function quoteQuery(app: AppContext, userId: string, roomId: string) {
  return queryOptions({
    queryKey: checkoutKeys.quote(userId, roomId),
    staleTime: 0,
    queryFn: async ({ signal }): Promise<QuotedRoom | null> => {
      if (!isUuid(roomId)) return null
      const rooms = selectRoom(await app.supabase(), userId, roomId)
      return unwrap(await rooms.abortSignal(signal))[0] ?? null
    },
  })
}

export function useQuote(userId: string, roomId: string) {
  return useQuery(quoteQuery(useApp(), userId, roomId))
}
