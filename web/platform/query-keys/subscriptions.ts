/** The query keys of subscriptions. */
import { memberKeys } from './member-keys.ts'

const all = (userId: string | null) => memberKeys.of(userId, 'subscriptions')

export const subscriptionKeys = {
  all,
  own: (userId: string) => [...all(userId), 'own'] as const,
  /** Those of the member's own shop. */
  shop: (userId: string) => [...all(userId), 'shop'] as const,
  coming: (userId: string, from: string, days: number) => [...all(userId), 'coming', from, days] as const,
  windows: (productId: string) => ['subscription-windows', productId] as const,
} as const
