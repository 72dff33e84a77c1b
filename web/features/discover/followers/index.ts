/** Following shops, and what they announce. */
export { FollowButton, FollowEmails } from './follow-button.tsx'
