/** The query keys of a member's notifications. */
import { memberKeys } from './member-keys.ts'

/** @param userId null for visitors */
const all = (userId: string | null) => memberKeys.of(userId, 'notifications')
const lists = (userId: string) => [...all(userId), 'list'] as const

export const notificationKeys = {
  all,
  lists,
  /** @param type null for all types */
  list: (userId: string, type: string | null) => [...lists(userId), type] as const,
  unreadCount: (userId: string) => [...all(userId), 'unread-count'] as const,
  unread: (userId: string | null) => [...all(userId), 'unread'] as const,
} as const
