/** The query keys of the checkout. */
import { memberKeys } from './member-keys.ts'

const all = (userId: string) => memberKeys.of(userId, 'checkout')

export const checkoutKeys = {
  all,
  stored: (userId: string) => [...all(userId), 'stored'] as const,
  placed: (userId: string, checkoutId: string) => [...all(userId), 'placed', checkoutId] as const,
  discount: (userId: string, shopId: string, code: string) => [...all(userId), 'discount', shopId, code] as const,
  voucher: (userId: string, shopId: string, code: string) => [...all(userId), 'voucher', shopId, code] as const,
  quote: (userId: string, conversationId: string) => [...all(userId), 'quote', conversationId] as const,
  offeredDays: ['offered-days'],
  /** @param requested what is to be handed over: products, or a quote */
  offeredDaysOf: (shopId: string, fulfilment: string | null, requested: object) =>
    ['offered-days', shopId, fulfilment, requested] as const,
} as const
