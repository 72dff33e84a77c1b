/** The member's profile: names and phone number in the database, the public name in the account. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Tables } from '#domain/database.generated'
import { profileUpdated, type SessionUser, updateFailure, updateUser, useMember } from '#features/account/auth'
import { settingsKeys } from '#keys/settings'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import { toast } from '#ui/toast'
import type { ProfileForm } from './profile-form.ts'

export type OwnProfile = Pick<Tables<'profiles'>, 'first_name' | 'last_name' | 'phone'>

export function profileQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: settingsKeys.profile(userId),
    queryFn: ({ signal }): Promise<OwnProfile> =>
      read(app, (client) =>
        client.from('profiles').select('first_name, last_name, phone').eq('id', userId).abortSignal(signal).single(),
      ),
  })
}

export function useProfile() {
  return useQuery(profileQuery(useApp(), useMember().id))
}

/** @param failureText the toast's text if nothing was saved */
export function useSaveProfile(failureText: string) {
  const user = useMember()
  return useWrite({
    run: (app, form: ProfileForm) => saveProfile(app, user, form),
    success: profileUpdated,
    failure: 'shown',
    invalidates: [settingsKeys.profile(user.id)],
    onError: (error) => toast(updateFailure(error, { title: 'Error', description: failureText })),
  })
}

/** @throws UserUpdateError if the profile was saved but the public name was not */
async function saveProfile(app: AppContext, user: SessionUser, form: ProfileForm): Promise<void> {
  const before = await app.queryClient.ensureQueryData(profileQuery(app, user.id))
  const changes = { first_name: form.firstName, last_name: form.lastName, phone: form.phone }
  await read(app, (client) => client.from('profiles').update(changes).eq('id', user.id).select('id').single())
  // The public name may be longer than the first name. It changes only if the first name was edited.
  if (form.firstName !== (before.first_name ?? user.name)) {
    await updateUser(app, { name: form.firstName })
  }
}
