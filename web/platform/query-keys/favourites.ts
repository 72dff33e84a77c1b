/** The query keys of a member's favourites. */
import { memberKeys } from './member-keys.ts'

/** @param userId null for visitors */
const all = (userId: string | null) => memberKeys.of(userId, 'favourites')

export const favouriteKeys = {
  all,
  changes: ['favourites'],
  items: (userId: string | null) => [...all(userId), 'items'] as const,
} as const
