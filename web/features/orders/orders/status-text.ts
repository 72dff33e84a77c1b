/** The status of an order for its buyer, in one or two sentences. */

import { handOverWhen, type OrderHandOver } from '#domain/orders/order-timeline'
import { hoursAndMinutes } from '#domain/pickup/pickup'
import { londonTime } from '#domain/values/calendar'
import { joinWithAnd } from '#domain/values/join-with-and'
import { formatPounds } from '#domain/values/money'
import type { OrderDetail } from './order-detail.ts'
import { wasRetried } from './refund-text.ts'

export type StatusTextOrder = Pick<
  OrderDetail,
  'id' | 'status' | 'buyer_id' | 'shop_name' | 'fulfilment' | 'paid_at' | 'cancel_reason' | 'checkout'
> &
  OrderHandOver & {
    readonly events: readonly Pick<OrderDetail['events'][number], 'status' | 'actor_id'>[]
    readonly refunds: readonly Pick<OrderDetail['refunds'][number], 'status' | 'amount' | 'created_at'>[]
  }

export function statusText(order: StatusTextOrder, now: Date): string {
  const when = handOverWhen(order)
  const pickUp = isPickupOver(order, now)
    ? `The pickup was on ${when}. Message the seller if you could not come.`
    : `Pick it up on ${when}.`
  switch (order.status) {
    case 'pending payment':
      return pendingPaymentText(order)
    case 'processing':
      return `${order.shop_name} is making your order. ${order.fulfilment === 'pickup' ? pickUp : deliveryText(order)}`
    case 'ready':
      return `Your order is ready. ${pickUp}`
    case 'shipped':
      return order.delivery_start ? `Your order is on its way. It arrives on ${when}.` : 'Your order is on its way.'
    case 'delivered':
      return order.fulfilment === 'pickup'
        ? 'You have picked up your order. Enjoy!'
        : 'Your order has been delivered. Enjoy!'
    case 'cancelled':
      return [...cancelledBy(order), ...currentRefunds(order).map(refundSentence)].join(' ')
  }
}

function deliveryText(order: StatusTextOrder): string {
  const when = handOverWhen(order)
  if (when === null) return 'It will be sent as soon as it is ready.'
  const isPosted = order.delivery_date && !order.delivery_start
  return `It will be ${isPosted ? 'sent' : 'delivered'} on ${when}.`
}

export function isPickupOver(order: Pick<StatusTextOrder, 'pickup_date' | 'pickup_end'>, now: Date): boolean {
  const { date, time } = londonTime(now)
  const { pickup_date: day, pickup_end: end } = order
  return day !== null && end !== null && (day < date || (day === date && hoursAndMinutes(end) <= time))
}

function pendingPaymentText({ checkout, id }: StatusTextOrder): string {
  if (!checkout) return 'Awaiting payment.'
  const others = otherShops(checkout, id)
  const holdText = `The items are held for you until ${londonTime(new Date(checkout.expires_at)).time}.`
  const together = others.length > 0 ? `, together with what you ordered from ${joinWithAnd(others)}` : ''
  return `Awaiting payment${together}. ${holdText}`
}

/** Orders of one checkout are paid together, one per shop. */
export function otherShops(checkout: OrderDetail['checkout'], orderId: string): string[] {
  return checkout?.orders.filter(({ id }) => id !== orderId).map(({ shop_name: name }) => name) ?? []
}

function cancelledBy(order: StatusTextOrder): string[] {
  const actor = order.events.findLast(({ status }) => status === 'cancelled')?.actor_id ?? null
  if (actor === null) {
    return [order.paid_at === null ? 'This order was not paid in time.' : 'This order was cancelled.']
  }
  if (actor === order.buyer_id) {
    return ['You cancelled this order.', ...(order.paid_at === null ? ['It was not paid.'] : [])]
  }
  return [`${order.shop_name} cancelled this order.`, ...(order.cancel_reason ? [`“${order.cancel_reason}”`] : [])]
}

function currentRefunds({ refunds }: StatusTextOrder) {
  return refunds.filter((refund) => refund.status !== 'failed' || !wasRetried(refund, refunds))
}

function refundSentence({ status, amount }: StatusTextOrder['refunds'][number]): string {
  const money = formatPounds(amount)
  if (status === 'succeeded') return `${money} has been refunded.`
  if (status === 'failed') return `The refund of ${money} failed. Message the seller, who can send it again.`
  return `${money} is on its way back to you.`
}
