/** Settings: notifications. */
import { PreferenceFields } from './preference-fields.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export function Component() {
  return (
    <SettingsFrame page="Notifications" introduction="What we may write to you about.">
      {(user) => <PreferenceFields user={user} />}
    </SettingsFrame>
  )
}
