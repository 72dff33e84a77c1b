/** The query keys of a shop's figures. */
import { memberKeys } from './member-keys.ts'

export const sellerAnalyticsKeys = {
  figures: (userId: string, choice: object) => [...memberKeys.of(userId, 'seller-analytics'), choice] as const,
} as const
