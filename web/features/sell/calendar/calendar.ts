/** The orders, windows and closures of a range of days of the member's shop. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { orderKinds } from '#domain/orders/order-kinds'
import { useMember } from '#features/account/auth'
import { sellerCalendarKeys } from '#keys/seller-calendar'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import type { CalendarRange } from './calendar-parameters.ts'

const calendarSchema = z.object({
  today: z.string(),
  days: z.array(
    z.object({
      date: z.string(),
      orders: z.number(),
      /** Orders that await payment. They take places too. */
      unpaid: z.number(),
      open: z.number(),
      pickup: z.number(),
      delivery: z.number(),
      posting: z.number(),
      bespoke: z.number(),
      /** The most orders of the day; null without a limit. */
      limit: z.number().nullable(),
      closure: z.string().nullable(),
    }),
  ),
  windows: z.array(
    z.object({
      date: z.string(),
      fulfilment: z.string(),
      /** Null for a window of the shop. */
      product: z.string().nullable(),
      start_time: z.string(),
      end_time: z.string(),
      is_posted: z.boolean(),
      taken: z.number(),
      /** Places that are held for members of the waitlist. */
      held: z.number(),
      /** Members who wait for a place. */
      waiting: z.number(),
      max_orders: z.number().nullable(),
    }),
  ),
  orders: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      date: z.string(),
      status: z.string(),
      kind: z.enum(orderKinds),
      buyer_name: z.string().nullable(),
      start_time: z.string().nullable(),
      end_time: z.string().nullable(),
      owes_balance: z.boolean(),
      items: z.string().nullable(),
    }),
  ),
})
export type SellerCalendar = z.infer<typeof calendarSchema>
export type CalendarDay = SellerCalendar['days'][number]
export type CalendarWindow = SellerCalendar['windows'][number]
export type CalendarOrder = SellerCalendar['orders'][number]

export function calendarQuery(app: AppContext, userId: string, { from, days }: CalendarRange) {
  return queryOptions({
    queryKey: sellerCalendarKeys.range(userId, from, days),
    staleTime: 0,
    refetchInterval: 60_000,
    queryFn: async ({ signal }): Promise<SellerCalendar> => {
      const args = { from_day: from, days }
      return calendarSchema.parse(await read(app, (client) => client.rpc('seller_calendar', args).abortSignal(signal)))
    },
  })
}

export function useCalendar(range: CalendarRange) {
  const app = useApp()
  return useQuery({ ...calendarQuery(app, useMember().id, range), placeholderData: keepPreviousData })
}
