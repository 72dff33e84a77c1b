/** Which emails and push messages the member receives. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { settingsKeys } from '#keys/settings'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { readOptional } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import type { PreferencesForm } from './preferences-form.ts'

export interface Preferences {
  email_notifications: boolean
  order_updates: boolean
  promotional_emails: boolean
  /** Kinds of notifications that are not pushed. */
  push_off: string[]
  /** 'HH:MM:SS' in London; null for no quiet hours. */
  quiet_from: string | null
  quiet_until: string | null
}

/** For members who have never saved any. */
const defaults: Preferences = {
  email_notifications: true,
  order_updates: true,
  promotional_emails: false,
  push_off: [],
  quiet_from: null,
  quiet_until: null,
}

export function preferencesQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: settingsKeys.preferences(userId),
    queryFn: async ({ signal }): Promise<Preferences> => {
      const stored: Preferences | null = await readOptional(app, (client) =>
        client
          .from('notification_preferences')
          .select('email_notifications, order_updates, promotional_emails, push_off, quiet_from, quiet_until')
          .eq('user_id', userId)
          .abortSignal(signal)
          .maybeSingle(),
      )
      return stored ?? defaults
    },
  })
}

export function usePreferences(userId: string) {
  return useQuery(preferencesQuery(useApp(), userId))
}

export function useSavePreferences(userId: string) {
  return useWrite({
    write: (client, { push, isQuiet, quietFrom, quietUntil, ...emails }: PreferencesForm) => {
      const preferences: Preferences = {
        ...emails,
        push_off: Object.keys(push).filter((kind) => !push[kind]),
        quiet_from: isQuiet ? quietFrom : null,
        quiet_until: isQuiet ? quietUntil : null,
      }
      const saving = client.from('notification_preferences').upsert({ user_id: userId, ...preferences })
      return saving.select('user_id').single()
    },
    success: { title: 'Preferences saved' },
    failure: { title: 'Error', description: 'Your preferences could not be saved. Please try again.' },
    invalidates: [settingsKeys.preferences(userId)],
  })
}
