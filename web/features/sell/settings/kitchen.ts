/** Reads and confirms the facts about the kitchen of the seller's own shop. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Kitchen } from '#domain/food/kitchen'
import { useMember } from '#features/account/auth'
import { productKeys } from '#keys/product'
import { sellerKeys } from '#keys/seller'
import { shopKeys } from '#keys/shop'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { readOptional } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import type { KitchenRecord } from './kitchen-form.ts'

/** Null if the seller has stated nothing yet. */
export function kitchenQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: sellerKeys.kitchen(userId),
    queryFn: ({ signal }): Promise<Kitchen | null> =>
      readOptional(app, (client) =>
        client
          .from('shop_kitchens')
          .select('handles, shares_equipment, is_nut_free, reviewed_at, shop:shops!inner()')
          .eq('shop.user_id', userId)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

export function useKitchen() {
  return useQuery(kitchenQuery(useApp(), useMember().id))
}

/** The server dates the review. Saving the same facts again confirms them. */
export function useConfirmKitchen(shopId: string) {
  const { id: userId } = useMember()
  return useWrite({
    write: (client, facts: KitchenRecord) => client.from('shop_kitchens').upsert({ shop_id: shopId, ...facts }),
    success: { title: 'Kitchen facts confirmed', description: 'Your shop and your products show them.' },
    failure: { title: 'The kitchen facts could not be saved', description: 'Please try again.' },
    invalidates: [sellerKeys.kitchen(userId), sellerKeys.overview(userId), shopKeys.all, productKeys.all],
  })
}
