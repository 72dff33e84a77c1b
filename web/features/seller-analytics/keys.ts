/** The query keys of a shop's figures. */
import { memberKeys } from '#platform/query-keys.ts'

export const sellerAnalyticsKeys = {
  figures: (shopId: string, choice: object) => [...memberKeys.of(shopId, 'seller-analytics'), choice] as const,
} as const
