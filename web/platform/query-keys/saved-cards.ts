/** The query keys of a member's saved cards. */
import { memberKeys } from './member-keys.ts'

export const savedCardKeys = {
  all: (userId: string | null) => memberKeys.of(userId, 'saved-cards'),
} as const
