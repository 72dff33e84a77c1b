/** Settings: notifications. */

import { preload } from '#platform/preload.ts'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { useMember } from '#web/features/account/auth/require-account.tsx'
import { PreferenceFields } from '#web/features/account/settings/preference-fields.tsx'
import { preferencesQuery } from '#web/features/account/settings/preferences.ts'
import { PushDevice } from '#web/features/account/settings/push-device.tsx'

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
