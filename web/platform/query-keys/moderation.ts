/** The query keys of moderation. */
import { memberKeys } from './member-keys.ts'

/** @param userId null for visitors */
const all = (userId: string | null) => memberKeys.of(userId, 'moderation')

export const moderationKeys = {
  all,
  administratorAccess: (userId: string | null) => [...all(userId), 'administrator-access'] as const,
  queue: (userId: string, state: string, subject: string | null) => [...all(userId), 'queue', state, subject] as const,
  hygiene: (userId: string) => [...all(userId), 'hygiene'] as const,
  picture: (userId: string | null, path: string) => [...all(userId), 'picture', path] as const,
  member: (userId: string, memberId: string) => [...all(userId), 'member', memberId] as const,
  failedWork: (userId: string) => [...all(userId), 'failed-work'] as const,
  log: (userId: string) => [...all(userId), 'log'] as const,
} as const
