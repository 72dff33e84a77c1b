/** What a product card tells about delivery to the shopper's place. It is part of every page with cards, so it is short. */
import { formatPounds } from '#domain/values/money'

/** One of `private.delivery_offers`. */
export interface DeliveryOffer {
  /** Up to this distance. */
  readonly miles: number
  /** In pounds. */
  readonly fee: number
  /** Replaces the shopper's place where the distance is not enough to know. */
  readonly to?: string
}

export interface DeliverableCard {
  readonly available_for_pickup?: boolean
  /** The nearest first; empty if it is not delivered, absent if the list does not tell. */
  readonly delivery?: readonly DeliveryOffer[]
  readonly distance_miles?: number | null
}

/** 'Delivers to SE1 from £3.99', 'Pick up only'. Null if it is not known. @param place its short name */
export function deliveryLine({ delivery, distance_miles: at, ...card }: DeliverableCard, place: string): string | null {
  if (!delivery || at == null) return null
  const offer = delivery.find(({ miles }) => at <= miles)
  if (!offer) return card.available_for_pickup ? 'Pick up only' : 'Not delivered here'
  return `Delivers to ${offer.to ?? place} ${offer.fee ? `from ${formatPounds(offer.fee)}` : 'for free'}`
}
