/** The query keys of the checkout. */
import { memberKeys } from '#platform/query-keys.ts'

const all = (userId: string) => memberKeys.of(userId, 'checkout')

export const checkoutKeys = {
  all,
  stored: (userId: string) => [...all(userId), 'stored'] as const,
  placed: (userId: string, checkoutId: string) => [...all(userId), 'placed', checkoutId] as const,
  quote: (userId: string, roomId: string) => [...all(userId), 'quote', roomId] as const,
  avoidedAllergens: (userId: string) => [...all(userId), 'avoided-allergens'] as const,
  pickupSlots: ['pickup-slots'],
  /** @param requested what is to be picked up: products, or a quote */
  pickupSlotsOf: (shopId: string, requested: object) => ['pickup-slots', shopId, requested] as const,
} as const
