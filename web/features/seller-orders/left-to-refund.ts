/** What of an order can still go back to its buyer. */
import { toPence } from '#domain/money'
import { refundablePence } from '#domain/seller-steps'
import type { SoldOrder } from './sold-order.ts'

/** In pence. */
export function leftToRefund({ total_amount: total, refunds }: Pick<SoldOrder, 'total_amount' | 'refunds'>): number {
  const back = refunds.map(({ amount, status }) => ({ amountPence: toPence(amount), status }))
  return refundablePence(toPence(total), back)
}
