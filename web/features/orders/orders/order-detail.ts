/** An order with everything its page shows. */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { isUuid } from '#domain/values/ids'
import { useMember } from '#features/account/auth'
import { orderKeys } from '#keys/orders'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { readOptional } from '#platform/read.ts'
import { justPreloadedMs, useOrderUpdates } from './buyer-orders.ts'

function selectOrder(client: Backend) {
  return client
    .from('orders')
    .select(
      `id, number, status, shop_id, shop_name, buyer_id, buyer_name, fulfilment, pickup_date, pickup_start, pickup_end,
      delivery_date, delivery_start, delivery_end, pickup_area,
      cancellable_until, refundable_in_part_until, cancel_refund_percent, cancellation_kept,
      delivery_address, note, brief, allergen_answers, answers_agreed_at, quote_terms, kitchen_handles, balance, balance_due_on, balance_paid_at, balance_waived_at, received_amount, agreed_on, chat_room_id, subtotal, discount_code, discount, delivery_discount, delivery_fee, tip, voucher_amount, delivery_deduction, total_amount, refunded_amount,
      created_at, paid_at, cancelled_at, cancel_reason, checkout_id,
      shop:shops(id, name, slug, lat, lon),
      phone:order_phones(phone),
      pickup_place:order_pickup_places(address_line1, address_line2, city, postal_code, instructions),
      items:order_items(id, product_id, name, image, price, quantity, variation, options, options_text, personalization, custom_request_details,
        ingredients, allergens, net_quantity, change:order_item_allergens(allergens, ingredients, changed_at),
        awaits_review, product:products(id), review:review_authors(reviews(rating))),
      events:order_events(status, note, actor_id, created_at),
      refunds(id, amount, reason, status, voucher_id, created_at, updated_at),
      checkout:checkouts(expires_at, orders(id, shop_name))`,
    )
    .order('created_at', { referencedTable: 'order_items' })
    .order('id', { referencedTable: 'order_items' })
    .order('created_at', { referencedTable: 'order_events' })
    .order('created_at', { referencedTable: 'refunds' })
}

export type OrderDetail = QueryData<ReturnType<typeof selectOrder>>[number]
export type OrderDetailItem = OrderDetail['items'][number]
export type Refund = OrderDetail['refunds'][number]

/** The poll interval of a visible page while the order may still change. */
const pollIntervalMs = 20_000

/** Null if it does not exist or isn't the member's. */
export function orderDetailQuery(app: AppContext, userId: string, orderId: string) {
  return queryOptions({
    queryKey: orderKeys.one(userId, orderId),
    staleTime: justPreloadedMs,
    queryFn: async ({ signal }): Promise<OrderDetail | null> => {
      // An invalid id would make the database refuse the query.
      if (!isUuid(orderId)) return null
      return readOptional(app, (client) => selectOrder(client).eq('id', orderId).abortSignal(signal).maybeSingle())
    },
    refetchInterval: ({ state: { data } }) => (data && isActive(data) ? pollIntervalMs : false),
  })
}

function isActive({ status, refunds }: OrderDetail): boolean {
  const isOver = status === 'delivered' || status === 'cancelled'
  return !isOver || refunds.some((refund) => refund.status === 'pending')
}

export function useOrderDetail(orderId: string) {
  useOrderUpdates()
  return useQuery(orderDetailQuery(useApp(), useMember().id, orderId))
}
