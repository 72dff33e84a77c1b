/** The member's email preferences. */
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrap, unwrapOptional } from '#platform/unwrap.ts'
import { settingsKeys } from './keys.ts'

export interface Preferences {
  email_notifications: boolean
  order_updates: boolean
  promotional_emails: boolean
}

/** For members who have never saved any. */
const defaults: Preferences = { email_notifications: true, order_updates: true, promotional_emails: false }

export function preferencesQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: settingsKeys.preferences(userId),
    queryFn: async ({ signal }): Promise<Preferences> => {
      const table = (await app.supabase()).from('notification_preferences')
      const columns = 'email_notifications, order_updates, promotional_emails'
      const stored: Preferences | null = unwrapOptional(
        await table.select(columns).eq('user_id', userId).abortSignal(signal).maybeSingle(),
      )
      return stored ?? defaults
    },
  })
}

export function usePreferences(userId: string) {
  return useQuery(preferencesQuery(useApp(), userId))
}

export function useSavePreferences(userId: string) {
  const app = useApp()
  return useMutation({
    mutationFn: async (preferences: Preferences) => {
      const table = (await app.supabase()).from('notification_preferences')
      const saving = table.upsert({ user_id: userId, ...preferences })
      unwrap(await saving.select('user_id').single())
    },
    meta: {
      success: { title: 'Preferences saved' },
      failure: { title: 'Error', description: 'Your preferences could not be saved. Please try again.' },
      invalidates: [settingsKeys.preferences(userId)],
    },
  })
}
