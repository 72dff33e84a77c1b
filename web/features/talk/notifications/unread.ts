/** What the member has not read: the header's dot and the count of messages. */

import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useUserId } from '#features/account/auth'
import { notificationKeys } from '#keys/notifications'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { refetchKeepingPages } from '#platform/refetch.ts'
import { useRowChanges } from '#platform/use-row-changes.ts'

/** While the page is visible. */
const pollIntervalMs = 60_000

/** Larger counts are shown as '99+'. */
const maxCounted = 100

export interface Unread {
  readonly hasAny: boolean
  /** Conversations with an unread message or quote. Reading them marks their notifications as read. */
  readonly conversations: number
}

const nothing: Unread = { hasAny: false, conversations: 0 }

function unreadQuery(app: AppContext, userId: string | null) {
  return queryOptions({
    queryKey: notificationKeys.unread(userId),
    queryFn: userId === null ? skipToken : () => fetchUnread(app),
  })
}

/** Row-level security returns the member's own rows only. 'message' is the first type, so the limit does not hide it. */
async function fetchUnread(app: AppContext): Promise<Unread> {
  const rows = await read(app, (client) =>
    client.from('notifications').select('link').eq('is_read', false).order('type').limit(maxCounted),
  )
  const conversations = rows.flatMap(({ link }) => (link?.startsWith('/messages?room=') ? link : []))
  return { hasAny: rows.length > 0, conversations: new Set(conversations).size }
}

/** Visitors have nothing unread and send no request. */
export function useUnread(): Unread {
  return useQuery(unreadQuery(useApp(), useUserId())).data ?? nothing
}

/** Keeps what is unread up to date. The header calls it once for all that show it. */
export function useUnreadUpdates(): void {
  const userId = useUserId()
  const app = useApp()
  useQuery({ ...unreadQuery(app, userId), refetchInterval: pollIntervalMs })
  // Also refetches the list and the count.
  useRowChanges({ table: 'notifications', filter: userId && `user_id=eq.${userId}` }, () => {
    void refetchKeepingPages(app.queryClient, { queryKey: notificationKeys.all(userId) })
  })
}
