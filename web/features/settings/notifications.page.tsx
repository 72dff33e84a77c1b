/** Settings: notifications. */
import { memberLoader, useMember } from '#features/auth'
import { preload } from '#platform/preload.ts'
import { PreferenceFields } from './preference-fields.tsx'
import { preferencesQuery } from './preferences.ts'
import { PushDevice } from './push-device.tsx'

export const loader = memberLoader((app, { id }) => void preload(app, preferencesQuery(app, id)))

export function Component() {
  const user = useMember()
  return (
    <>
      <PushDevice user={user} />
      <PreferenceFields user={user} />
    </>
  )
}
