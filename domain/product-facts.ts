/** Facts that a buyer needs first: lead time, delivery and pickup. */
import { deliveryFeePence, freeDeliveryOverPence } from './delivery.ts'
import { formatPence } from './money.ts'

export function leadTimeLabel(days: number): string {
  if (days === 0) return 'Can be ready the same day'
  return days === 1 ? 'Needs 1 day’s notice' : `Needs ${days} days’ notice`
}

export function deliveryLabel(isAvailable: boolean): string {
  if (!isAvailable) return 'Not delivered'
  return `Delivered for ${formatPence(deliveryFeePence)}, free over £${freeDeliveryOverPence / 100}`
}

export function pickupLabelFor(isAvailable: boolean, town: string | null): string {
  if (!isAvailable) return 'No pickup'
  return town === null ? 'Pickup from the shop' : `Pickup in ${town}`
}
