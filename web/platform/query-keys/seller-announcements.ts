/** The query keys of a seller's announcements. */
import { memberKeys } from './member-keys.ts'

const all = (userId: string) => memberKeys.of(userId, 'announcements')

export const announcementKeys = {
  all,
  sent: (userId: string) => [...all(userId), 'sent'] as const,
} as const
