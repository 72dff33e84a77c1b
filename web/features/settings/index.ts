/** The settings that the profile page shows. */
export { profileQuery } from './profile.ts'
export { ProfileFields } from './profile-fields.tsx'
export { SecurityPanel } from './security-panel.tsx'
