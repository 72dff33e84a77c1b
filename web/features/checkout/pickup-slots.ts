/** The pickup slots that shops offer for the ordered products. */
import { queryOptions, skipToken, type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { FulfilmentOption, ShopPart } from '#domain/checkout'
import type { OfferedSlot } from '#domain/pickup-days'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrap } from '#platform/unwrap.ts'
import { checkoutKeys } from './keys.ts'

function pickupSlotsQuery(app: AppContext, shopId: string, option: FulfilmentOption | null) {
  const productIds = [...new Set(option?.lines.map(({ product }) => product.id))].sort()
  const quote = option?.lines[0]?.quote
  return queryOptions({
    queryKey: checkoutKeys.pickupSlotsOf(shopId, quote ?? productIds),
    // Other buyers take slots too.
    staleTime: 15_000,
    queryFn:
      option?.fulfilment === 'pickup'
        ? async ({ signal }): Promise<OfferedSlot[]> => {
            const client = await app.supabase()
            const slots = quote
              ? client.rpc('quote_slots', { chat_room_id: quote.roomId })
              : client.rpc('pickup_slots', { shop_id: shopId, product_ids: productIds })
            return unwrap(await slots.abortSignal(signal))
          }
        : skipToken,
  })
}

export type OfferedSlots = UseQueryResult<OfferedSlot[]>

/** One per part. Slots are fetched for pickups only. */
export function usePickupSlots(
  parts: readonly { part: ShopPart; option: FulfilmentOption | null }[],
): readonly OfferedSlots[] {
  const app = useApp()
  return useQueries({ queries: parts.map(({ part, option }) => pickupSlotsQuery(app, part.shop.id, option)) })
}
