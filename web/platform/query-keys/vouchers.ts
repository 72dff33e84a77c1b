/** The query keys of gift vouchers. */
import { memberKeys } from './member-keys.ts'

const of = (userId: string) => memberKeys.of(userId, 'vouchers')

export const voucherKeys = {
  all: of,
  bought: (userId: string) => [...of(userId), 'bought'] as const,
  one: (userId: string, id: string) => [...of(userId), 'one', id] as const,
  code: (userId: string, id: string) => [...of(userId), 'code', id] as const,
  shop: (slug: string) => ['voucher-shop', slug] as const,
  balance: (code: string) => ['voucher-balance', code] as const,
} as const
