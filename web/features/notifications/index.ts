/** The member's notifications. */
export { type Unread, useUnread, useUnreadUpdates } from './unread.ts'
