/** The query keys of a seller's own shop. */
import { memberKeys } from '#platform/query-keys.ts'

export const sellerKeys = {
  closures: (userId: string) => [...memberKeys.of(userId, 'seller'), 'closures'] as const,
} as const
