/** The member's notifications. */
export { useHasUnread } from './unread.ts'
