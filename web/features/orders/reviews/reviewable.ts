/** Items that the member has received and not reviewed yet. */

import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useUserId } from '#features/account/auth'
import { reviewKeys } from '#keys/reviews'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'

export interface ReceivedItem {
  readonly id: string
  /** The name as bought. */
  readonly name: string
}

/** @param userId null for visitors */
function reviewableQuery(app: AppContext, userId: string | null, productId: string) {
  return queryOptions({
    queryKey: reviewKeys.reviewable(userId, productId),
    queryFn:
      userId === null
        ? skipToken
        : ({ signal }): Promise<ReceivedItem[]> =>
            // Filters by buyer, because a shop's owner can read items of other buyers' orders.
            read(app, (client) =>
              client
                .from('order_items')
                .select('id, name, order:orders!inner()')
                .eq('product_id', productId)
                .eq('order.buyer_id', userId)
                .eq('order.status', 'delivered')
                .is('awaits_review', true)
                .order('created_at', { ascending: false })
                .limit(1)
                .abortSignal(signal),
            ),
  })
}

/** The latest reviewable item of a product; undefined without one or while loading. */
export function useReviewableItem(productId: string): ReceivedItem | undefined {
  return useQuery(reviewableQuery(useApp(), useUserId(), productId)).data?.[0]
}
