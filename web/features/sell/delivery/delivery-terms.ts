/** Reads and saves the delivery terms of the seller's own shop. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Tables } from '#domain/database.generated'
import { useMember } from '#features/account/auth'
import { basketKeys } from '#keys/basket'
import { productKeys } from '#keys/product'
import { sellerKeys } from '#keys/seller'
import { shopKeys } from '#keys/shop'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { readOptional } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'

export type DeliveryTermsColumns = Pick<
  Tables<'shop_delivery_terms'>,
  'basis' | 'fee' | 'zones' | 'free_from' | 'minimum_order'
>

/** Null with the marketplace's terms. */
export function deliveryTermsQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: sellerKeys.deliveryTerms(userId),
    queryFn: ({ signal }): Promise<DeliveryTermsColumns | null> =>
      readOptional(app, (client) =>
        client
          .from('shop_delivery_terms')
          .select('basis, fee, zones, free_from, minimum_order, shop:shops!inner()')
          .eq('shop.user_id', userId)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

export function useDeliveryTerms() {
  return useQuery(deliveryTermsQuery(useApp(), useMember().id))
}

/** Null returns to the marketplace's terms. */
export function useSaveDeliveryTerms(shopId: string) {
  const { id: userId } = useMember()
  return useWrite({
    write: (client, terms: DeliveryTermsColumns | null) => {
      const table = client.from('shop_delivery_terms')
      return terms ? table.upsert({ shop_id: shopId, ...terms }) : table.delete().eq('shop_id', shopId)
    },
    success: { title: 'Delivery terms saved', description: 'Your shop and your products show them.' },
    failure: { title: 'The delivery terms could not be saved', description: 'Please try again.' },
    invalidates: [sellerKeys.deliveryTerms(userId), shopKeys.all, productKeys.all, basketKeys.previews],
  })
}
