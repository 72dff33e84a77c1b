/** The query keys of a shop's promotions. */
import { memberKeys } from './member-keys.ts'

const of = (userId: string) => memberKeys.of(userId, 'seller-promotions')

export const promotionKeys = {
  all: of,
  codes: (userId: string) => [...of(userId), 'codes'] as const,
} as const
