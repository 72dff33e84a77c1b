/** Shared parts of refund emails. */
import type { Block } from './email.ts'

/** A link to the refunded order, or to all orders. */
export function refundButton({ order_id }: { order_id: string | null }): Block {
  return order_id === null
    ? { kind: 'button', label: 'See your orders', path: '/orders' }
    : { kind: 'button', label: 'See your order', path: `/order/${order_id}` }
}
