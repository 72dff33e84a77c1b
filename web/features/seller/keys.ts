/** The query keys of a seller's own shop. */
import { memberKeys } from '#platform/query-keys.ts'

const of = (ownerId: string) => memberKeys.of(ownerId, 'seller')

export const sellerKeys = {
  closures: (userId: string) => [...of(userId), 'closures'] as const,
  openOrders: (userId: string) => [...of(userId), 'open-orders'] as const,
  overview: (userId: string) => [...of(userId), 'overview'] as const,
  paymentAccount: (userId: string) => [...of(userId), 'payment-account'] as const,
  /** @param ownerId a shop or a product with pickup windows of its own */
  pickupSchedules: (ownerId: string) => [...of(ownerId), 'pickup-schedules'] as const,
  settings: (userId: string) => [...of(userId), 'settings'] as const,
  /** Not about a member: the slug that a new shop of this name would get. */
  availableSlug: (wanted: string) => ['available-shop-slug', wanted] as const,
} as const
