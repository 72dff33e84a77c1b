/** Reads and saves the cancellation terms of the seller's own shop. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type CancellationTerms, termsOf } from '#domain/orders/cancellation-terms'
import { useMember } from '#features/account/auth'
import { basketKeys } from '#keys/basket'
import { productKeys } from '#keys/product'
import { sellerKeys } from '#keys/seller'
import { shopKeys } from '#keys/shop'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrap } from '#platform/unwrap.ts'
import { useWrite } from '#platform/use-write.ts'
import type { CancellationColumns } from './cancellation-form.ts'

/** Null for the marketplace's terms. */
export function cancellationTermsQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: sellerKeys.cancellationTerms(userId),
    queryFn: async ({ signal }): Promise<CancellationTerms | null> => {
      const client = await app.supabase()
      const shops = client.from('shops').select('cancel_hours_before, cancel_refund_percent').eq('user_id', userId)
      const [shop] = unwrap(await shops.abortSignal(signal))
      return shop ? termsOf(shop) : null
    },
  })
}

export function useCancellationTerms() {
  return useQuery(cancellationTermsQuery(useApp(), useMember().id))
}

export function useSaveCancellationTerms(shopId: string) {
  const { id: userId } = useMember()
  return useWrite({
    write: (client, columns: CancellationColumns) => client.from('shops').update(columns).eq('id', shopId),
    success: { title: 'Cancellation terms saved', description: 'They count for orders that are placed from now on.' },
    failure: { title: 'The cancellation terms could not be saved', description: 'Please try again.' },
    invalidates: [sellerKeys.cancellationTerms(userId), shopKeys.all, productKeys.all, basketKeys.previews],
  })
}
