/** The query keys of reviews. */
import { memberKeys } from './member-keys.ts'

const all = ['reviews'] as const

/** @param userId null for visitors */
const ofMember = (userId: string | null) => memberKeys.of(userId, 'reviews')

export const reviewKeys = {
  all,
  list: (subject: object, parameters: object) => [...all, subject, parameters] as const,
  starCounts: (subject: object) => [...all, subject, 'stars'] as const,
  ofMember,
  reviewable: (userId: string | null, productId: string) => [...ofMember(userId), productId] as const,
} as const
