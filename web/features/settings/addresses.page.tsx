/** Settings: addresses. */
import { AddressesPanel } from './addresses-panel.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export function Component() {
  return (
    <SettingsFrame
      page="Addresses"
      introduction="Where things are delivered. The default is chosen for you at checkout."
    >
      {(user) => <AddressesPanel user={user} />}
    </SettingsFrame>
  )
}
