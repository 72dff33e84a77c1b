/** The settings that the profile page shows. */
export { ProfileFields } from './profile-fields.tsx'
export { SecurityPanel } from './security-panel.tsx'
