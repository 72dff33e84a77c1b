/** Reads, sends and withdraws the announcements of the seller's own shop. */
import { queryOptions } from '@tanstack/react-query'
import { useMember } from '#features/account/auth'
import { announcementKeys } from '#keys/seller-announcements'
import { shopKeys } from '#keys/shop'
import type { AppContext } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import type { AnnouncementForm } from './announcement-form.ts'

const shownAnnouncements = 30

async function fetchSent(app: AppContext, userId: string, signal: AbortSignal) {
  const [announcements, [count]] = await Promise.all([
    read(app, (client) =>
      client
        .from('announcements')
        .select(
          `id, title, text, created_at, is_hidden, is_withdrawn, shop:shops!inner(),
        delivery:announcement_deliveries(notified, emailed, finished_at)`,
        )
        .eq('shop.user_id', userId)
        .order('created_at', { ascending: false })
        .limit(shownAnnouncements)
        .abortSignal(signal),
    ),
    read(app, (client) => client.rpc('follower_counts').abortSignal(signal)),
  ])
  return { announcements, followers: count?.followers ?? 0, byEmail: count?.by_email ?? 0 }
}

export type Sent = Awaited<ReturnType<typeof fetchSent>>
export type SentAnnouncement = Sent['announcements'][number]

/** The shop's announcements, latest first, and how many members follow it. */
export function sentQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: announcementKeys.sent(userId),
    queryFn: ({ signal }) => fetchSent(app, userId, signal),
    // A delivery takes some seconds.
    refetchInterval: ({ state: { data } }) =>
      data?.announcements.some(({ delivery }) => delivery?.finished_at === null) ? 3_000 : false,
  })
}

export function useAnnounce() {
  const { id: userId } = useMember()
  return useWrite({
    write: (client, { title, text, productId }: AnnouncementForm) =>
      client.rpc('announce', { title, text, ...(productId ? { product_id: productId } : {}) }),
    success: { title: 'Announcement sent', description: 'Your followers are being told.' },
    failure: { title: 'The announcement could not be sent', description: 'Please try again.' },
    invalidates: [announcementKeys.all(userId), shopKeys.all],
  })
}

export function useWithdraw() {
  const { id: userId } = useMember()
  return useWrite({
    write: (client, id: string) => client.rpc('withdraw_announcement', { announcement_id: id }),
    success: { title: 'Announcement withdrawn' },
    failure: { title: 'The announcement could not be withdrawn', description: 'Please try again.' },
    invalidates: [announcementKeys.all(userId), shopKeys.all],
  })
}
