/** The query keys of the shops that a member follows. */
import { memberKeys } from './member-keys.ts'

/** @param userId null for visitors */
const all = (userId: string | null) => memberKeys.of(userId, 'followed-shops')

export const followerKeys = {
  all,
  shops: (userId: string) => [...all(userId), 'shops'] as const,
  /** Not about a member: what a signed link of an email is for. */
  unsubscribe: (token: string) => ['unsubscribe', token] as const,
} as const
