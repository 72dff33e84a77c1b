/** Settings: security. */
import { useMember } from '#features/auth'
import { SecurityPanel } from './security-panel.tsx'

export function Component() {
  return <SecurityPanel user={useMember()} />
}
