/** Settings: security. */
import { SecurityPanel } from './security-panel.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export function Component() {
  return (
    <SettingsFrame page="Security" introduction="How you sign in, and where you are signed in.">
      {(user) => <SecurityPanel user={user} />}
    </SettingsFrame>
  )
}
