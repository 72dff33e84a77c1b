/** What somebody has said of themselves, and how it is kept: names and number in the database, the name others see with the account. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ProfileForm } from '#domain/forms/profile-form'
import { type SessionUser, updateUser } from '#features/auth'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import { unwrap } from '#web/app/unwrap.ts'

export interface OwnProfile {
  first_name: string | null
  last_name: string | null
  phone: string | null
}

export function profileQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: ['me', userId, 'profile'],
    queryFn: async ({ signal }): Promise<OwnProfile> => {
      const profiles = (await app.supabase()).from('profiles')
      return unwrap(await profiles.select('first_name, last_name, phone').eq('id', userId).abortSignal(signal).single())
    },
  })
}

export function useProfile(userId: string) {
  return useQuery(profileQuery(useApp(), userId))
}

/** @throws UserUpdateError where the name was kept and others do not see it yet */
export async function saveProfile(app: AppContext, user: SessionUser, form: ProfileForm): Promise<void> {
  const client = await app.supabase()
  const before = await app.queryClient.ensureQueryData(profileQuery(app, user.id))
  const changes = { first_name: form.firstName, last_name: form.lastName, phone: form.phone }
  unwrap(await client.from('profiles').update(changes).eq('id', user.id).select('id').single())
  // The name that others see may be a longer one than the first: only who changes the one here wants another there.
  if (form.firstName !== (before.first_name ?? user.name)) {
    await updateUser(app, { name: form.firstName })
  }
  await app.queryClient.invalidateQueries({ queryKey: profileQuery(app, user.id).queryKey })
}
