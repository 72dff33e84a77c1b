/** The query keys of manual orders, for their seller and for the holder of a payment link. */
import { memberKeys } from './member-keys.ts'

const of = (userId: string) => memberKeys.of(userId, 'manual-orders')

export const manualOrderKeys = {
  links: (userId: string) => [...of(userId), 'links'] as const,
  products: (userId: string, text: string) => [...of(userId), 'products', text] as const,
  slots: (userId: string, shopId: string, productIds: readonly string[]) =>
    [...of(userId), 'slots', shopId, productIds] as const,
  link: (token: string) => ['payment-link', token] as const,
} as const
