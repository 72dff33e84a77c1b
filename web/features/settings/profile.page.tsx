/** Settings: profile. */
import { ProfileFields } from './profile-fields.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export function Component() {
  return (
    <SettingsFrame page="Profile" introduction="Your name and contact details.">
      {(user) => <ProfileFields user={user} errorMessage="Failed to update profile. Please try again." />}
    </SettingsFrame>
  )
}
