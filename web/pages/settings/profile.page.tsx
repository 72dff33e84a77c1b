/** Settings: profile. */

import { preload } from '#platform/preload.ts'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { profileQuery } from '#web/features/account/settings/profile.ts'
import { ProfileFields } from '#web/features/account/settings/profile-fields.tsx'

export const loader = memberLoader((app, { id }) => void preload(app, profileQuery(app, id)))

export function Component() {
  return <ProfileFields errorMessage="Failed to update profile. Please try again." />
}
