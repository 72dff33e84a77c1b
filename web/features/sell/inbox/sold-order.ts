/** One order of a seller's shop, with its items, events and refunds. */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { toPence } from '#domain/values/money'
import { useMember } from '#features/account/auth'
import { useSellerShop } from '#features/sell/frame'
import { sellerOrderKeys } from '#keys/seller-orders'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { read, readOptional } from '#platform/read.ts'
import { refundablePence } from './seller-steps.ts'

function selectOrder(client: Backend, shopId: string, id: string) {
  return (
    client
      .from('orders')
      .select(
        `id, number, status, buyer_id, buyer_name, drop_title, fulfilment, due_at, pickup_date, pickup_start, pickup_end,
      delivery_date, delivery_start, delivery_end, agreed_on, delivery_address, note,
      brief, allergen_answers, quote_terms, balance, balance_due_on, balance_paid_at, balance_waived_at, received_amount, chat_room_id, subtotal, discount_code, discount, delivery_discount, delivery_fee, tip, voucher_amount,
      delivery_deduction, total_amount, refunded_amount, created_at, paid_at, cancelled_at, cancel_reason,
      cancellation_kept, phone:order_phones(phone), manual:manual_orders(payment),
      pickup_place:order_pickup_places(address_line1, address_line2, city, postal_code, instructions),
      items:order_items(id, product_id, name, image, price, quantity, variation, options_text, personalization, custom_request_details, allergens, ingredients,
        change:order_item_allergens(allergens, ingredients, changed_at)),
      events:order_events(status, note, actor_id, created_at),
      refunds(id, amount, reason, status, voucher_id, created_at, updated_at)`,
      )
      .eq('id', id)
      .eq('shop_id', shopId)
      // An unpaid order belongs to its buyer alone, even if the seller placed it in their own shop.
      .not('paid_at', 'is', null)
      .order('created_at', { referencedTable: 'items' })
      .order('id', { referencedTable: 'items' })
      .order('created_at', { referencedTable: 'events' })
      .order('created_at', { referencedTable: 'refunds' })
  )
}

export type SoldOrder = QueryData<ReturnType<typeof selectOrder>>[number]
export type SoldItem = SoldOrder['items'][number]
export type SoldOrderRefund = SoldOrder['refunds'][number]

/** While the order is shown, its buyer may cancel it or a refund may settle. */
const pollIntervalMs = 15_000

/** Null if the shop has no such order. */
export function soldOrderQuery(
  app: AppContext,
  { userId, shopId, id }: { userId: string; shopId: string; id: string },
) {
  return queryOptions({
    queryKey: sellerOrderKeys.one(userId, shopId, id),
    staleTime: 0,
    refetchInterval: pollIntervalMs,
    queryFn: ({ signal }): Promise<SoldOrder | null> =>
      readOptional(app, (client) => selectOrder(client, shopId, id).abortSignal(signal).maybeSingle()),
  })
}

export function useSoldOrder(id: string) {
  return useQuery(soldOrderQuery(useApp(), { userId: useMember().id, shopId: useSellerShop().id, id }))
}

/**
 * The conversation with an order's buyer: that of its quote, or the latest about one of its products; null if there is
 * none.
 */
function orderConversationQuery(app: AppContext, userId: string, order: SoldOrder) {
  const { chat_room_id: agreedIn, buyer_id: buyerId } = order
  const products = order.items.flatMap(({ product_id: id }) => (id === null ? [] : [id]))
  return queryOptions({
    queryKey: sellerOrderKeys.conversation(userId, order.id),
    queryFn: async ({ signal }): Promise<string | null> => {
      if (agreedIn !== null) return agreedIn
      if (buyerId === null || products.length === 0) return null
      const [conversation] = await read(app, (client) =>
        client
          .from('chat_rooms')
          .select('id')
          .match({ seller_id: userId, buyer_id: buyerId })
          .in('product_id', products)
          .order('updated_at', { ascending: false })
          .limit(1)
          .abortSignal(signal),
      )
      return conversation?.id ?? null
    },
  })
}

export function useOrderConversation(order: SoldOrder) {
  return useQuery(orderConversationQuery(useApp(), useMember().id, order))
}

/** @returns the pence of an order that can still be refunded */
export function leftToRefund({
  received_amount: received,
  refunds,
  manual,
}: Pick<SoldOrder, 'received_amount' | 'refunds' | 'manual'>): number {
  // Money outside the marketplace goes back outside it.
  if (manual && manual.payment !== 'link') return 0
  const refunded = refunds.map(({ amount, status }) => ({ amountPence: toPence(amount), status }))
  return refundablePence(toPence(received), refunded)
}
