/** The member's notifications. */
export { useUnread, useUnreadUpdates } from './unread.ts'
