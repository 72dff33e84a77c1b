/** What the profile shows of one's settings. */
export { ProfileFields } from './profile-fields.tsx'
export { SecurityPanel } from './security-panel.tsx'
