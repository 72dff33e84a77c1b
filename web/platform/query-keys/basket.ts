/** The query keys of the basket. */
import { memberKeys } from './member-keys.ts'

export const basketKeys = {
  /** What products a past order can be repeated with. */
  onSaleOf: (productIds: readonly string[]) => ['on-sale', productIds] as const,
  /** Below `memberKeys.all` for visitors too, because a write makes all prices and stocks stale. */
  previews: memberKeys.all,
  previewsOf: (userId: string | null) => memberKeys.of(userId, 'preview'),
  previewOf: (userId: string | null, request: object) => [...memberKeys.of(userId, 'preview'), request] as const,
} as const
