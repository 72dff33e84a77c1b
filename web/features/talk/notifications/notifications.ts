/** Queries and updates of the member's notifications. */
import { type InfiniteData, queryOptions, useQuery } from '@tanstack/react-query'
import { notificationKeys } from '#keys/notifications'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { type Page, type PagedList, pagedQuery, usePagedList } from '#platform/paged-list.ts'
import { read, readCount } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import type { NotificationKind } from './kinds.ts'

export interface Notification {
  id: string
  type: string
  title: string
  message: string
  link: string | null
  is_read: boolean
  created_at: string
}

type NotificationPage = Page<Notification, Pick<Notification, 'created_at' | 'id'>>

const pageSize = 30
const columns = 'id, type, title, message, link, is_read, created_at'

/** @param type null for all types */
export function notificationsQuery(app: AppContext, userId: string, type: NotificationKind | null) {
  return pagedQuery({
    queryKey: notificationKeys.list(userId, type),
    fetchPage: async (after: NotificationPage['next'], signal): Promise<NotificationPage> => {
      const items = await read<Notification[]>(app, (client) => {
        let query = client
          .from('notifications')
          .select(columns)
          .eq('user_id', userId)
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(pageSize)
        if (type) query = query.eq('type', type)
        if (after) {
          const { created_at: at, id } = after
          query = query.lte('created_at', at).or(`created_at.lt."${at}",id.lt.${id}`)
        }
        return query.abortSignal(signal)
      })
      return { items, next: items.length < pageSize ? null : (items.at(-1) ?? null) }
    },
  })
}

export function useNotifications(userId: string, type: NotificationKind | null): PagedList<NotificationPage> {
  return usePagedList(notificationsQuery(useApp(), userId, type))
}

export function unreadCountQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: notificationKeys.unreadCount(userId),
    queryFn: ({ signal }) =>
      readCount(app, (client) =>
        client
          .from('notifications')
          .select('id', { count: 'exact', head: true })
          .eq('user_id', userId)
          .eq('is_read', false)
          .abortSignal(signal),
      ),
  })
}

/** Undefined while loading. */
export function useUnreadCount(userId: string): number | undefined {
  return useQuery(unreadCountQuery(useApp(), userId)).data
}

/** Marks one notification as read, or without an id all of them. */
export function useMarkAsRead(userId: string) {
  const { queryClient } = useApp()
  return useWrite({
    write: (client, id?: string) => {
      const unread = client.from('notifications').update({ is_read: true }).eq('user_id', userId).eq('is_read', false)
      return id === undefined ? unread : unread.eq('id', id)
    },
    failure: { title: 'Error', description: 'Failed to mark notification as read' },
    invalidates: [notificationKeys.all(userId)],
    // Updates the cached lists before the refetch, so that nothing moves on screen.
    onSuccess: (_data, id) => {
      queryClient.setQueriesData<InfiniteData<NotificationPage>>(
        { queryKey: notificationKeys.lists(userId) },
        (lists) => lists && { ...lists, pages: lists.pages.map((page) => markedAsRead(page, id)) },
      )
    },
  })
}

function markedAsRead({ items, next }: NotificationPage, id: string | undefined): NotificationPage {
  return { items: items.map((one) => (id === undefined || one.id === id ? { ...one, is_read: true } : one)), next }
}
