/** A page of the inbox, polled while it is shown. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { orderStatuses } from '#domain/orders/order-state'
import { sellerOrderKeys } from '#keys/seller-orders'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import type { InboxParameters } from './inbox-parameters.ts'

const item = z.object({
  id: z.string(),
  name: z.string(),
  variation: z.string().nullable(),
  options_text: z.string().nullable(),
  quantity: z.number(),
})

const row = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(orderStatuses),
  drop_title: z.string().nullable(),
  fulfilment: z.string(),
  due_at: z.string(),
  pickup_start: z.string().nullable(),
  pickup_end: z.string().nullable(),
  delivery_date: z.string().nullable(),
  delivery_start: z.string().nullable(),
  delivery_end: z.string().nullable(),
  agreed_on: z.string().nullable(),
  buyer_name: z.string().nullable(),
  paid_at: z.string(),
  total_amount: z.number(),
  refunded_amount: z.number(),
  owes_balance: z.boolean(),
  has_note: z.boolean(),
  town: z.string().nullable(),
  items: z.array(item),
})
export type InboxOrder = z.infer<typeof row>

const inbox = z.object({
  /** The date in London, by the database's clock. */
  today: z.string(),
  counts: z.object({
    processing: z.number(),
    ready: z.number(),
    shipped: z.number(),
    delivered: z.number(),
    cancelled: z.number(),
  }),
  days: z.object({ late: z.number(), today: z.number(), tomorrow: z.number(), later: z.number() }).nullable(),
  orders: z.array(row),
  next: z.string().nullable(),
  newest: z.object({ id: z.string(), paid_at: z.string(), buyer_name: z.string().nullable() }).nullable(),
})
export type OrderInbox = z.infer<typeof inbox>

const pollIntervalMs = 15_000

export function inboxQuery(app: AppContext, userId: string, { tab, day, text, after }: Omit<InboxParameters, 'order'>) {
  return queryOptions({
    queryKey: sellerOrderKeys.inbox(userId, { tab, day, text, after }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: pollIntervalMs,
    queryFn: async ({ signal }): Promise<OrderInbox> => {
      const args = {
        ...(tab === 'all' ? {} : { only_status: tab }),
        ...(day === null ? {} : { day }),
        ...(text === '' ? {} : { search: text }),
        ...(after === null ? {} : { after }),
      }
      return inbox.parse(await read(app, (client) => client.rpc('seller_inbox', args).abortSignal(signal)))
    },
  })
}

export function useInbox(userId: string, parameters: InboxParameters) {
  return useQuery(inboxQuery(useApp(), userId, parameters))
}
