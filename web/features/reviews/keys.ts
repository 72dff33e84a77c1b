/** The query keys of reviews. */
import { memberKeys } from '#platform/query-keys.ts'

const all = ['reviews'] as const

export const reviewKeys = {
  all,
  list: (subject: object, choice: object) => [...all, subject, choice] as const,
  starCounts: (subject: object) => [...all, subject, 'stars'] as const,
  /** @param userId null for visitors */
  reviewable: (userId: string | null, productId: string) => [...memberKeys.of(userId, 'reviews'), productId] as const,
} as const
