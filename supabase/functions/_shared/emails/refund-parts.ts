/** What the letters about refunds share. */
import type { Block } from './email.ts'

/** The order that the money is of; all of them where it is of none. */
export function refundButton({ order_id }: { order_id: string | null }): Block {
  return order_id === null
    ? { kind: 'button', label: 'See your orders', path: '/orders' }
    : { kind: 'button', label: 'See your order', path: `/order/${order_id}` }
}
