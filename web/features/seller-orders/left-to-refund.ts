/** What a seller can still refund of an order. */

import { toPence } from '#domain/money'
import { refundablePence } from '#domain/seller-steps'
import type { SoldOrder } from './sold-order.ts'

/** @returns the pence of an order that can still be refunded */
export function leftToRefund({ total_amount: total, refunds }: Pick<SoldOrder, 'total_amount' | 'refunds'>): number {
  const refunded = refunds.map(({ amount, status }) => ({ amountPence: toPence(amount), status }))
  return refundablePence(toPence(total), refunded)
}
