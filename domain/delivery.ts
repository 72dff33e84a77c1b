/** What delivery costs: one fee for the delivered part of a basket, none above fifty pounds. */
import { splitPence } from './money.ts'

export const freeDeliveryOverPence = 5000
export const deliveryFeePence = 399

/** The fee for a basket whose delivered lines come to this much; a basket with nothing to deliver costs nothing. */
export function deliveryPence(deliveredSubtotalPence: number): number {
  return deliveredSubtotalPence === 0 || deliveredSubtotalPence > freeDeliveryOverPence ? 0 : deliveryFeePence
}

/** What is missing to the threshold, for 'Add £X more for free delivery'; 0 from the threshold on. */
export function shortOfFreeDeliveryPence(deliveredSubtotalPence: number): number {
  return Math.max(0, freeDeliveryOverPence - deliveredSubtotalPence)
}

/** The fee's share of each delivered order of a checkout, adding up to the fee to the penny. */
export function deliveryShares(deliveredSubtotalsPence: readonly number[]): number[] {
  const subtotal = deliveredSubtotalsPence.reduce((sum, pence) => sum + pence, 0)
  return splitPence(deliveryPence(subtotal), deliveredSubtotalsPence.length)
}
