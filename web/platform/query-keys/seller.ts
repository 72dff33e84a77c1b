/** The query keys of a seller's own shop. */
import { memberKeys } from './member-keys.ts'

const of = (ownerId: string) => memberKeys.of(ownerId, 'seller')

export const sellerKeys = {
  cancellationTerms: (userId: string) => [...of(userId), 'cancellation-terms'] as const,
  closures: (userId: string) => [...of(userId), 'closures'] as const,
  deliveryTerms: (userId: string) => [...of(userId), 'delivery-terms'] as const,
  kitchen: (userId: string) => [...of(userId), 'kitchen'] as const,
  overview: (userId: string) => [...of(userId), 'overview'] as const,
  paymentAccount: (userId: string) => [...of(userId), 'payment-account'] as const,
  bookingRules: (shopId: string) => [...of(shopId), 'booking-rules'] as const,
  dayLimits: (shopId: string) => [...of(shopId), 'day-limits'] as const,
  /** @param ownerId a shop or a product with windows of its own */
  pickupSchedules: (ownerId: string, fulfilment: string) => [...of(ownerId), 'pickup-schedules', fulfilment] as const,
  settings: (userId: string) => [...of(userId), 'settings'] as const,
  /** Not about a member: where a town or a postcode is. */
  namedPlace: (name: string) => ['named-place', name] as const,
  /** Not about a member: the slug that a new shop of this name would get. */
  availableSlug: (wanted: string) => ['available-shop-slug', wanted] as const,
} as const
