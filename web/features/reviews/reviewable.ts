/** What the signed-in user has received and not yet reviewed. */

import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useSession } from '#features/auth'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import { unwrap } from '#web/app/unwrap.ts'

/** A line of a delivered order. */
export interface ReceivedItem {
  readonly id: string
  /** As it was bought. */
  readonly name: string
}

/** @param userId null for visitors, who have received nothing */
export function reviewableQuery(app: AppContext, userId: string | null, productId: string) {
  return queryOptions({
    queryKey: ['me', userId, 'reviewable', productId],
    queryFn:
      userId === null
        ? skipToken
        : async ({ signal }): Promise<ReceivedItem[]> => {
            const client = await app.supabase()
            // The buyer is asked for too: a shop's owner sees the items of other people's orders.
            const response = await client
              .from('order_items')
              .select('id, name, order:orders!inner()')
              .eq('product_id', productId)
              .eq('order.buyer_id', userId)
              .eq('order.status', 'delivered')
              .is('awaits_review', true)
              .order('created_at', { ascending: false })
              .limit(1)
              .abortSignal(signal)
            return unwrap(response)
          },
  })
}

/** The latest item of a product that waits for its review; undefined where there is none, or it is not known yet. */
export function useReviewableItem(productId: string): ReceivedItem | undefined {
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.user.id : null
  return useQuery(reviewableQuery(useApp(), userId, productId)).data?.[0]
}
