/** Facts that a buyer needs first: lead time, delivery and pickup. */
import { deliveryFeePence, freeDeliveryOverPence } from '#domain/delivery/delivery'
import { conditionsText, type Delivery, type DeliveryTerms, feeText } from '#domain/delivery/delivery-terms'
import { milesText } from '#domain/locations/distance'
import { formatPence, shortPence } from '#domain/values/money'

export function leadTimeLabel(days: number): string {
  if (days === 0) return 'Can be ready the same day'
  return days === 1 ? 'Needs 1 day’s notice' : `Needs ${days} days’ notice`
}

/**
 * @param delivery of a first item to the shopper's place; null if the product is not delivered
 * @param place the place's short name
 */
export function deliveryLabel(delivery: Delivery | null, place: string): string {
  if (!delivery) return 'Not delivered'
  if (delivery.kind === 'outside') {
    const why = delivery.reachMiles === null ? '' : `: this shop delivers up to ${milesText(delivery.reachMiles)}`
    return `Not delivered to ${place}${why}`
  }
  const { terms } = delivery
  if (!terms)
    return `Delivered to ${place} for ${formatPence(deliveryFeePence)}, free over ${shortPence(freeDeliveryOverPence)}`
  if (delivery.kind === 'unknown') return withConditions(`Delivered to some postcodes ${priced(feeText(terms))}`, terms)
  return withConditions(
    `Delivered to ${place} ${priced(delivery.feePence ? formatPence(delivery.feePence) : 'free')}`,
    terms,
  )
}

const priced = (fee: string) => (/^£/.test(fee) ? `for ${fee}` : fee)

function withConditions(text: string, terms: DeliveryTerms): string {
  return [text, conditionsText(terms)].filter(Boolean).join(', ')
}

export function pickupLabelFor(isAvailable: boolean, town: string | null): string {
  if (!isAvailable) return 'No pickup'
  return town === null ? 'Pickup from the shop' : `Pickup in ${town}`
}

interface Cached {
  readonly net_quantity: string | null
  readonly shelf_life_days: number
  readonly storage_advice: string | null
}

/** '450 g. Keeps for 3 days. Keep in the fridge'; null if nothing is stated. */
export function keepingLabel({ net_quantity: quantity, shelf_life_days: days, storage_advice: advice }: Cached) {
  const keeps = days === 0 ? null : `Keeps for ${days === 1 ? '1 day' : `${days} days`}`
  return [quantity, keeps, advice].filter(Boolean).join('. ') || null
}
