/** Reads and sends quotes: the order that accepts one, and what its day depends on. */
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { ShopDays } from '#domain/agreed-day'
import { addDays } from '#domain/calendar'
import type { Tables } from '#domain/database.generated'
import type { QuoteForm } from '#domain/forms/chat-forms'
import { useMember } from '#features/auth'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { QueryError, unwrap, unwrapOptional } from '#platform/unwrap.ts'
import { messageKeys } from './keys.ts'
import type { Room } from './rooms.ts'

export type QuoteOrder = Pick<Tables<'orders'>, 'id' | 'status' | 'checkout_id'>

const pollIntervalMs = 10_000

function quoteOrderQuery(app: AppContext, userId: string, { id: roomId, is_paid }: Room) {
  return queryOptions({
    // A new key after the payment, because sellers could not see the order before.
    queryKey: messageKeys.quoteOrder(userId, roomId, is_paid),
    staleTime: 0,
    // A paid order does not change any more.
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

/** Null without an order; undefined while loading. */
export function useQuoteOrder(room: Room): QuoteOrder | null | undefined {
  const isNeeded = room.price_quote !== null
  const { data } = useQuery({ ...quoteOrderQuery(useApp(), useMember().id, room), enabled: isNeeded })
  if (!isNeeded) return null
  return room.is_paid && data?.status === 'pending payment' ? undefined : data
}

/** @param room as it was read: the price applies to the brief in it */
export function useSendQuote(room: Room) {
  const { id: userId } = useMember()
  const app = useApp()
  return useMutation({
    mutationFn: (quote: QuoteForm) => sendQuote(app, room, quote),
    meta: {
      failure: { title: 'Error', description: 'Failed to update price quote. Please try again.' },
      invalidates: [messageKeys.rooms(userId)],
    },
  })
}

/** Refusals after which the quote cannot be sent again, perhaps because of another window. */
const finalRefusals = new Set(['quoted', 'paid', 'being_paid', 'blocked', 'brief_changed', 'product'])

export function isFinalRefusal(error: unknown): boolean {
  return error instanceof QueryError && finalRefusals.has(error.hint ?? '')
}

/** @throws QueryError */
async function sendQuote(app: AppContext, room: Room, { price, wantedOn, validUntil }: QuoteForm): Promise<void> {
  const client = await app.supabase()
  const isNew = room.price_quote === null
  const changes = {
    ...(isNew && { price_quote: price }),
    ...((isNew || wantedOn !== room.wanted_on) && { wanted_on: wantedOn }),
    // The end of that day in London, independent of the seller's time zone.
    ...(validUntil !== null && { quote_expires_at: `${addDays(validUntil, 1)} 00:00 Europe/London` }),
  }
  const { id, brief_version } = room
  const changed = unwrap(await client.from('chat_rooms').update(changes).match({ id, brief_version }).select('id'))
  if (changed.length === 0)
    throw new QueryError('The request has just been changed. Please read it again.', 409, undefined, changed, {
      hint: 'brief_changed',
    })
}

/** The lead time, closures and pickup days of a product, for its seller. */
function shopDaysQuery(app: AppContext, productId: string) {
  return queryOptions({
    queryKey: messageKeys.shopDays(productId),
    queryFn: async ({ signal }): Promise<(ShopDays & { isDeclared: boolean }) | null> => {
      const client = await app.supabase()
      const products = client
        .from('products')
        .select(
          `lead_time_days, available_for_pickup, allergens_declared, own:product_pickup_schedules(day_of_week),
          shop:shops!inner(windows:shop_pickup_schedules(day_of_week), closures:shop_closures(from_date, to_date))`,
        )
        .eq('id', productId)
      const [product] = unwrap(await products.abortSignal(signal))
      if (!product) return null
      const windows = product.own.length > 0 ? product.own : product.shop.windows
      return {
        leadTimeDays: product.lead_time_days,
        closures: product.shop.closures,
        isForPickup: product.available_for_pickup,
        pickupDays: windows.map(({ day_of_week: day }) => day),
        isDeclared: product.allergens_declared,
      }
    },
  })
}

/** Undefined while loading. */
export function useShopDays(productId: string) {
  return useQuery(shopDaysQuery(useApp(), productId)).data
}
