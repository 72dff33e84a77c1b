/** The query keys of a seller's own shop. */
import { memberKeys } from '#platform/query-keys.ts'

export const sellerKeys = {
  closures: (shopId: string) => [...memberKeys.of(shopId, 'seller'), 'closures'] as const,
} as const
