/** Whether the signed-in user has notifications they have not read yet. */

import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useSession } from '#features/auth'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import { unwrap } from '#web/app/unwrap.ts'

/** While the page is seen. */
const everyMinuteMs = 60_000

export function unreadQuery(app: AppContext, userId: string | null) {
  return queryOptions({
    queryKey: ['me', userId, 'notifications', 'has-unread'],
    queryFn: userId === null ? skipToken : () => fetchHasUnread(app),
    refetchInterval: everyMinuteMs,
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
  const { data } = useQuery(unreadQuery(useApp(), session.status === 'signed-in' ? session.user.id : null))
  return data ?? false
}
