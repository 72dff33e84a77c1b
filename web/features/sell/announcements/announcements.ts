/** Reads, sends and withdraws the announcements of the seller's own shop. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { useMember } from '#features/account/auth'
import { announcementKeys } from '#keys/seller-announcements'
import { shopKeys } from '#keys/shop'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrap, unwrapOptional } from '#platform/unwrap.ts'
import type { AnnouncementForm } from './announcement-form.ts'

const shownAnnouncements = 30
/** As many as a list to choose from can show. */
const shownProducts = 200

async function fetchSent(app: AppContext, userId: string, signal: AbortSignal) {
  const client = await app.supabase()
  const [announcements, counts] = await Promise.all([
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
    client.rpc('follower_counts').abortSignal(signal),
  ])
  const [count] = unwrap(counts)
  return { announcements: unwrap(announcements), followers: count?.followers ?? 0, byEmail: count?.by_email ?? 0 }
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

/** What an announcement can link to. */
export function linkableProductsQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: announcementKeys.products(userId),
    queryFn: async ({ signal }) => {
      const client = await app.supabase()
      return unwrap(
        await client
          .from('products')
          .select('id, name, shop:shops!inner()')
          .eq('shop.user_id', userId)
          .eq('is_listed', true)
          .order('name')
          .limit(shownProducts)
          .abortSignal(signal),
      )
    },
  })
}

export function useAnnounce() {
  const app = useApp()
  const { id: userId } = useMember()
  return useMutation({
    mutationFn: async ({ title, text, productId }: AnnouncementForm) => {
      const client = await app.supabase()
      unwrap(await client.rpc('announce', { title, text, ...(productId ? { product_id: productId } : {}) }))
    },
    meta: {
      success: { title: 'Announcement sent', description: 'Your followers are being told.' },
      failure: { title: 'The announcement could not be sent', description: 'Please try again.' },
      invalidates: [announcementKeys.all(userId), shopKeys.all],
    },
  })
}

export function useWithdraw() {
  const app = useApp()
  const { id: userId } = useMember()
  return useMutation({
    mutationFn: async (id: string) => {
      const client = await app.supabase()
      unwrapOptional(await client.rpc('withdraw_announcement', { announcement_id: id }))
    },
    meta: {
      success: { title: 'Announcement withdrawn' },
      failure: { title: 'The announcement could not be withdrawn', description: 'Please try again.' },
      invalidates: [announcementKeys.all(userId), shopKeys.all],
    },
  })
}
