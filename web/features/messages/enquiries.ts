/** Enquiries sent with a shop's contact form. Only the shop's owner and the sender can read them. */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type Page, type Pages, readPage, usePages } from '#features/catalogue'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { unwrap, unwrapOptional } from '#platform/unwrap.ts'

const pageSize = 20

function selectEnquiries(client: Backend, shopId: string) {
  return client
    .from('contact_messages')
    .select('id, subject, message, sender_id, sender_name, sender_email, read_at, created_at, room:chat_rooms(id)', {
      count: 'exact',
    })
    .eq('shop_id', shopId)
}

export type Enquiry = QueryData<ReturnType<typeof selectEnquiries>>[number]

/** `me` first, so that the cache is cleared at sign-out. */
const enquiriesKey = (shopId: string) => ['me', shopId, 'enquiries'] as const

function enquiryPageQuery(app: AppContext, shopId: string, page: number) {
  return queryOptions({
    queryKey: [...enquiriesKey(shopId), page],
    queryFn: async ({ signal }): Promise<Page<Enquiry>> => {
      const first = (page - 1) * pageSize
      const response = await selectEnquiries(await app.supabase(), shopId)
        .order('created_at', { ascending: false })
        .order('id')
        .range(first, first + pageSize - 1)
        .abortSignal(signal)
      return readPage(response)
    },
  })
}

export function useEnquiries(shopId: string, pages: number): Pages<Enquiry> {
  const app = useApp()
  const queries = Array.from({ length: pages }, (_, index) => enquiryPageQuery(app, shopId, index + 1))
  return usePages(shopId, queries)
}

function unreadCountQuery(app: AppContext, shopId: string) {
  return queryOptions({
    queryKey: [...enquiriesKey(shopId), 'unread'],
    queryFn: async ({ signal }): Promise<number> => {
      const client = await app.supabase()
      const response = await client
        .from('contact_messages')
        .select('id', { count: 'exact', head: true })
        .eq('shop_id', shopId)
        .is('read_at', null)
        .abortSignal(signal)
      unwrapOptional(response)
      return response.count ?? 0
    },
  })
}

/** @param isOwner the query runs for the owner only */
export function useUnreadEnquiries(shopId: string, isOwner: boolean): number {
  return useQuery({ ...unreadCountQuery(useApp(), shopId), enabled: isOwner }).data ?? 0
}

/** @throws QueryError */
export async function markEnquiryRead(app: AppContext, shopId: string, enquiryId: string): Promise<void> {
  const client = await app.supabase()
  const change = client.from('contact_messages').update({ read_at: new Date().toISOString() })
  unwrapOptional(await change.eq('id', enquiryId))
  await app.queryClient.invalidateQueries({ queryKey: enquiriesKey(shopId) })
}

/** Opens the conversation of an enquiry, creating it if needed. @returns its id */
export function useReplyToEnquiry(shopId: string) {
  const app = useApp()
  return useMutation({
    mutationFn: async (enquiryId: string): Promise<string> => {
      const client = await app.supabase()
      return unwrap(await client.rpc('open_enquiry_room', { message_id: enquiryId }))
    },
    onSuccess: () => app.queryClient.invalidateQueries({ queryKey: enquiriesKey(shopId) }),
  })
}
