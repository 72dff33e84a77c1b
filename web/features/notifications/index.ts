/** What happened on the marketplace that concerns the signed-in user. */
export { useHasUnread } from './unread.ts'
