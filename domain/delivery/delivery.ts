/** The delivery fee: one for the delivered part of a basket, free above fifty pounds. */
import { splitPence } from '../values/money.ts'

export const freeDeliveryOverPence = 5000
export const deliveryFeePence = 399

/** The fee for delivered lines of this total; 0 without delivered lines. */
export function deliveryPence(deliveredSubtotalPence: number): number {
  return deliveredSubtotalPence === 0 || deliveredSubtotalPence > freeDeliveryOverPence ? 0 : deliveryFeePence
}

/** The amount missing for free delivery, for 'Add £X more for free delivery'; 0 once reached. At £50.00 one penny is missing. */
export function shortOfFreeDeliveryPence(deliveredSubtotalPence: number): number {
  return Math.max(0, freeDeliveryOverPence + 1 - deliveredSubtotalPence)
}

/** The fee's share of each delivered order of a checkout. The shares add up to the fee. */
export function deliveryShares(deliveredSubtotalsPence: readonly number[]): number[] {
  const subtotal = deliveredSubtotalsPence.reduce((sum, pence) => sum + pence, 0)
  return splitPence(deliveryPence(subtotal), deliveredSubtotalsPence.length)
}
