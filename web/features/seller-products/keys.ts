/** The query keys of a seller's own products. */
import { memberKeys } from '#platform/query-keys.ts'

const of = (userId: string | null) => memberKeys.of(userId, 'seller-products')

export const sellerProductKeys = {
  page: (userId: string, choice: object) => [...of(userId), 'page', choice] as const,
  one: (userId: string | null, shopId: string, id: string) => [...of(userId), 'one', shopId, id] as const,
  heldStock: (userId: string) => [...of(userId), 'held-stock'] as const,
  labelledOrder: (userId: string | null, shopId: string, id: string) =>
    [...of(userId), 'labelled-order', shopId, id] as const,
} as const
