/** Whether the signed-in user has notifications they have not read yet. */

import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useSession } from '#features/auth'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import { refetchKeepingPages } from '#web/app/refetch.ts'
import { unwrap } from '#web/app/unwrap.ts'
import { useRowChanges } from '#web/app/use-row-changes.ts'

/** All that is known of one's news begins with it. */
export const notificationsKey = (userId: string | null) => ['me', userId, 'notifications'] as const

/** While the page is seen. */
const pollIntervalMs = 60_000

export function unreadQuery(app: AppContext, userId: string | null) {
  return queryOptions({
    queryKey: [...notificationsKey(userId), 'has-unread'],
    queryFn: userId === null ? skipToken : () => fetchHasUnread(app),
    refetchInterval: pollIntervalMs,
  })
}

/** One row is enough to know. The policies show everybody their own only. */
async function fetchHasUnread(app: AppContext): Promise<boolean> {
  const client = await app.supabase()
  const rows = unwrap(await client.from('notifications').select('id').eq('is_read', false).limit(1))
  return rows.length > 0
}

export function useHasUnread(): boolean {
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.user.id : null
  const app = useApp()
  const { data } = useQuery(unreadQuery(app, userId))
  // The list and its count are of the same news, and hear of it too.
  useRowChanges({ table: 'notifications', filter: userId && `user_id=eq.${userId}` }, () => {
    void refetchKeepingPages(app.queryClient, { queryKey: notificationsKey(userId) })
  })
  return data ?? false
}
