/** The conversations of whoever is signed in, as buyer or as seller, the latest first. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import { unwrap } from '#web/app/unwrap.ts'

export interface Room {
  readonly id: string
  readonly buyer_id: string
  readonly seller_id: string
  /** Pounds; null until the seller has quoted. */
  readonly price_quote: number | null
  /** Null where the product is gone, or not shown to this person any more. */
  readonly product: { readonly id: string; readonly name: string; readonly image: string | null } | null
}

export function roomsQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: ['me', userId, 'rooms'],
    queryFn: async ({ signal }): Promise<readonly Room[]> => {
      const client = await app.supabase()
      const rooms = client
        .from('chat_rooms')
        .select('id, buyer_id, seller_id, price_quote, product:products(id, name, image)')
        .or(`buyer_id.eq.${userId},seller_id.eq.${userId}`)
        .order('updated_at', { ascending: false })
      return unwrap(await rooms.abortSignal(signal))
    },
    // A room that was opened a moment ago has to be in it.
    staleTime: 0,
  })
}

export function useRooms(userId: string) {
  return useQuery(roomsQuery(useApp(), userId))
}
