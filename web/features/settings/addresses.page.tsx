/** Settings: addresses. */
import { addressesQuery } from '#features/addresses'
import { memberLoader, useMember } from '#features/auth'
import { preload } from '#platform/preload.ts'
import { AddressesPanel } from './addresses-panel.tsx'

export const loader = memberLoader((app, { id }) => void preload(app, addressesQuery(app, id)))

export function Component() {
  return <AddressesPanel user={useMember()} />
}
