/** What is said of the delivery of an order in the place of its fee. */
import type { Delivery } from '#domain/delivery/delivery-terms'
import { formatPence } from '#domain/values/money'

interface DeliveredSums {
  readonly delivery_fee: number
  readonly delivery: Delivery | null
}

/** @param outside what is said of a place to which the shop does not deliver */
export function feeText({ delivery_fee: pence, delivery }: DeliveredSums, outside: string): string {
  if (delivery?.kind === 'outside') return outside
  if (delivery?.kind === 'unknown' && delivery.terms) return 'Depends on your address'
  return pence === 0 ? 'Free' : formatPence(pence)
}
