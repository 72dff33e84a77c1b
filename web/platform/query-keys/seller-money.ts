/** The query keys of a shop's money. */
import { memberKeys } from './member-keys.ts'

const of = (userId: string) => memberKeys.of(userId, 'seller-money')

export const sellerMoneyKeys = {
  sums: (userId: string) => [...of(userId), 'sums'] as const,
  sales: (userId: string) => [...of(userId), 'sales'] as const,
  vat: (userId: string) => [...of(userId), 'vat'] as const,
} as const
