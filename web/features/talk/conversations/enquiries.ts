/** Enquiries sent with a shop's contact form. Only the shop's owner and the sender can read them. */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { startFailure } from '#features/talk/conversation-list'
import { messageKeys } from '#keys/messages'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { type CountedPage, type PagedList, pagedQuery, readCountedPage, usePagedList } from '#platform/paged-list.ts'
import { read, readCount } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'

const pageSize = 20

function selectEnquiries(client: Backend, shopId: string) {
  return client
    .from('contact_messages')
    .select(
      'id, subject, message, sender_id, sender_name, sender_email, read_at, created_at, conversation:chat_rooms(id)',
      {
        count: 'exact',
      },
    )
    .eq('shop_id', shopId)
}

export type Enquiry = QueryData<ReturnType<typeof selectEnquiries>>[number]

function enquiriesQuery(app: AppContext, shopId: string) {
  return pagedQuery({
    queryKey: messageKeys.enquiryList(shopId),
    fetchPage: async (cursor: number | null, signal): Promise<CountedPage<Enquiry>> => {
      const start = cursor ?? 0
      return readCountedPage(app, start, (client) =>
        selectEnquiries(client, shopId)
          .order('created_at', { ascending: false })
          .order('id')
          .range(start, start + pageSize - 1)
          .abortSignal(signal),
      )
    },
  })
}

export function useEnquiries(shopId: string): PagedList<CountedPage<Enquiry>> {
  return usePagedList(enquiriesQuery(useApp(), shopId))
}

function unreadCountQuery(app: AppContext, shopId: string) {
  return queryOptions({
    queryKey: messageKeys.unreadEnquiries(shopId),
    queryFn: ({ signal }) =>
      readCount(app, (client) =>
        client
          .from('contact_messages')
          .select('id', { count: 'exact', head: true })
          .eq('shop_id', shopId)
          .is('read_at', null)
          .abortSignal(signal),
      ),
  })
}

/** @param isOwner the query runs for the owner only */
export function useUnreadEnquiries(shopId: string, isOwner: boolean): number {
  return useQuery({ ...unreadCountQuery(useApp(), shopId), enabled: isOwner }).data ?? 0
}

export function useMarkEnquiryRead(shopId: string) {
  const { clock } = useApp()
  return useWrite({
    write: (client, enquiryId: string) =>
      client.from('contact_messages').update({ read_at: clock.now().toISOString() }).eq('id', enquiryId),
    failure: { title: 'Error', description: 'The enquiry could not be marked as read. Please try again.' },
    invalidates: [messageKeys.enquiries(shopId)],
  })
}

/** Opens the conversation of an enquiry, creating it if needed. @returns its id */
export function useReplyToEnquiry(shopId: string) {
  return useWrite({
    run: (app, enquiryId: string) => read(app, (client) => client.rpc('open_enquiry_room', { message_id: enquiryId })),
    failure: startFailure,
    invalidates: [messageKeys.enquiries(shopId)],
  })
}
