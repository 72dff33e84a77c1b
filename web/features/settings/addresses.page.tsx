/** Settings: addresses. */
import { AddressesPanel } from './addresses-panel.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export function Component() {
  return (
    <SettingsFrame
      page="Addresses"
      introduction="Your delivery addresses. The default address is selected at checkout."
    >
      {(user) => <AddressesPanel user={user} />}
    </SettingsFrame>
  )
}
