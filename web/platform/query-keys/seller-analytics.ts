/** The query keys of a shop's figures. */
import { memberKeys } from './member-keys.ts'

export const sellerAnalyticsKeys = {
  figures: (userId: string, parameters: object) => [...memberKeys.of(userId, 'seller-analytics'), parameters] as const,
} as const
