/** Shared parts of refund emails. */
import type { Block } from './email.ts'
import { orderLabel } from './order-data.ts'

/** The refunded order, if there is one. */
export function refundedOrder({ order_id: id, number, shop }: RefundedOrder): Block[] {
  return id === null ? [] : [{ kind: 'heading', text: shop ?? 'Your order', note: orderLabel({ id, number }) }]
}

interface RefundedOrder {
  readonly order_id: string | null
  readonly number?: string | undefined
  readonly shop: string | null
}

/** A link to the refunded order, or to all orders. */
export function refundButton({ order_id }: { order_id: string | null }): Block {
  return order_id === null
    ? { kind: 'button', label: 'See your orders', path: '/orders' }
    : { kind: 'button', label: 'See your order', path: `/order/${order_id}` }
}
