/** Settings: notifications. */
import { PreferenceFields } from './preference-fields.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export function Component() {
  return (
    <SettingsFrame page="Notifications" introduction="Choose which emails you receive.">
      {(user) => <PreferenceFields user={user} />}
    </SettingsFrame>
  )
}
