/** Whether the member has unread notifications. */

import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useSession } from '#features/auth'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { refetchKeepingPages } from '#platform/refetch.ts'
import { unwrap } from '#platform/unwrap.ts'
import { useRowChanges } from '#platform/use-row-changes.ts'
import { notificationKeys } from './keys.ts'

/** While the page is visible. */
const pollIntervalMs = 60_000

export function unreadQuery(app: AppContext, userId: string | null) {
  return queryOptions({
    queryKey: notificationKeys.hasUnread(userId),
    queryFn: userId === null ? skipToken : () => fetchHasUnread(app),
    refetchInterval: pollIntervalMs,
  })
}

/** One row is enough. Row-level security returns the member's own rows only. */
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
  // Also refetches the list and the count.
  useRowChanges({ table: 'notifications', filter: userId && `user_id=eq.${userId}` }, () => {
    void refetchKeepingPages(app.queryClient, { queryKey: notificationKeys.all(userId) })
  })
  return data ?? false
}
