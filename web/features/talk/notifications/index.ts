/** The member's notifications. */
export { kinds, type NotificationKind } from './kinds.ts'
export { useUnread, useUnreadUpdates } from './unread.ts'
