/** The query keys of the vouchers of the member's own shop. */
import { memberKeys } from './member-keys.ts'

const of = (userId: string) => memberKeys.of(userId, 'seller-vouchers')

export const sellerVoucherKeys = {
  all: of,
  terms: (userId: string) => [...of(userId), 'terms'] as const,
  sums: (userId: string) => [...of(userId), 'sums'] as const,
  sold: (userId: string) => [...of(userId), 'sold'] as const,
} as const
