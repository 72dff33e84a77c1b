/** The delivery fee: one for the delivered part of a basket, free above fifty pounds. */

export const freeDeliveryOverPence = 5000
export const deliveryFeePence = 399

/** The fee for delivered lines of this total; 0 without delivered lines. */
export function deliveryPence(deliveredSubtotalPence: number): number {
  return deliveredSubtotalPence === 0 || deliveredSubtotalPence > freeDeliveryOverPence ? 0 : deliveryFeePence
}
