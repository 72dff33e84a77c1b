/** The days and slots that shops offer for pickup or delivery of the ordered products. */
import { queryOptions, skipToken, type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { FulfilmentOption, ShopPart } from '#domain/checkout/checkout'
import { type OfferedDay, offeredDays, withHeldPlaces } from '#domain/pickup/pickup-days'
import { entryForSlot, heldUntil } from '#domain/pickup/slot-waitlist'
import { useSlotEntries } from '#features/buy/waitlist'
import { checkoutKeys } from '#keys/checkout'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { useNow } from '#platform/clock.ts'
import { read } from '#platform/read.ts'

/** The longest horizon of a shop. The database ends the answer at the shop's own. */
const maxDays = 366

function offeredDaysQuery(app: AppContext, shopId: string, option: FulfilmentOption | null) {
  const productIds = [...new Set(option?.lines.map(({ product }) => product.id))].sort()
  const quote = option?.lines[0]?.quote
  const fulfilment = option?.fulfilment ?? null
  // A delivery on an agreed day has no hours to choose.
  const isFixed = fulfilment === null || (fulfilment === 'delivery' && Boolean(quote?.agreedOn))
  return queryOptions({
    queryKey: checkoutKeys.offeredDaysOf(shopId, fulfilment, quote ?? productIds),
    // Other buyers take slots too.
    staleTime: 15_000,
    queryFn: isFixed
      ? skipToken
      : async ({ signal }): Promise<readonly OfferedDay[]> => {
          if (quote && fulfilment === 'pickup') {
            const id = quote.conversationId
            return offeredDays(
              await read(app, (client) => client.rpc('quote_slots', { chat_room_id: id }).abortSignal(signal)),
            )
          }
          const wanted = { shop_id: shopId, product_ids: productIds, fulfilment, days: maxDays }
          return offeredDays(await read(app, (client) => client.rpc('hand_over_slots', wanted).abortSignal(signal)))
        },
  })
}

/** A delivery without any day has none to choose: the shop has no delivery windows. */
export type OfferedDays = UseQueryResult<readonly OfferedDay[]>

/** One per part. */
export function useOfferedDays(
  parts: readonly { part: ShopPart; option: FulfilmentOption | null }[],
): readonly OfferedDays[] {
  const app = useApp()
  const entries = useSlotEntries()
  const now = useNow()
  return useQueries({
    queries: parts.map(({ part, option }) => ({
      ...offeredDaysQuery(app, part.shop.id, option),
      select: (days: readonly OfferedDay[]) =>
        withHeldPlaces(days, (slot) => {
          const entry = option && entryForSlot(entries, part.shop.id, option.fulfilment, slot)
          return entry && heldUntil(entry, now)
        }),
    })),
  })
}
