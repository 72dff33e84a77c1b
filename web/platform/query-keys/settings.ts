/** The query keys of a member's settings. */
import { memberKeys } from './member-keys.ts'

const of = (userId: string) => memberKeys.of(userId, 'settings')

export const settingsKeys = {
  profile: (userId: string) => [...of(userId), 'profile'] as const,
  preferences: (userId: string) => [...of(userId), 'preferences'] as const,
  push: (userId: string) => [...of(userId), 'push'] as const,
} as const
