/** Settings: profile. */
import { memberLoader } from '#features/auth'
import { preload } from '#platform/preload.ts'
import { profileQuery } from './profile.ts'
import { ProfileFields } from './profile-fields.tsx'

export const loader = memberLoader((app, { id }) => void preload(app, profileQuery(app, id)))

export function Component() {
  return <ProfileFields errorMessage="Failed to update profile. Please try again." />
}
