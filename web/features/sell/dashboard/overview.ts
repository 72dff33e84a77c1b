/** The week of the member's shop, computed by the database function `seller_overview`. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { pence } from '#domain/values/amounts'
import { useMember } from '#features/account/auth'
import { sellerKeys } from '#keys/seller'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'

const day = z.string().nullable()

const orderSchema = z.object({
  id: z.string(),
  number: z.string(),
  buyer_name: z.string().nullable(),
  fulfilment: z.string(),
  status: z.string(),
  pickup_date: day,
  pickup_start: day,
  pickup_end: day,
  delivery_date: day,
  delivery_start: day,
  delivery_end: day,
  items: z.array(z.object({ name: z.string(), quantity: z.number() })),
})
export type OpenOrder = z.output<typeof orderSchema>

const overviewSchema = z.object({
  today: z.string(),
  /** Open orders that were due before today. */
  late: z.number(),
  due_today: z.number(),
  ready_today: z.number(),
  due_this_week: z.number(),
  open: z.number(),
  /** London time. */
  next_due: day,
  /** The next ones, the late ones first. */
  orders: z.array(orderSchema),
  revenue: z
    .object({ this_week: pence, orders: z.number(), last_week_so_far: pence, last_week: pence })
    .transform(({ this_week, last_week_so_far, last_week, orders }) => ({
      thisWeekPence: this_week,
      orders,
      lastWeekSoFarPence: last_week_so_far,
      lastWeekPence: last_week,
    })),
  unread_conversations: z.number(),
  enquiries: z.number(),
  problems: z.number(),
  reviews_unanswered: z.number(),
  products: z.number(),
  low_stock: z.number(),
  running_out: z.array(z.object({ id: z.string(), name: z.string(), stock: z.number() })),
  undeclared: z.number(),
  drafts: z.number(),
  schedules: z.number(),
  charges_enabled: z.boolean(),
  kitchen_reviewed_at: z.string().nullable(),
  closures: z.array(z.object({ from_date: z.string(), to_date: z.string() })),
})
export type SellerOverview = z.output<typeof overviewSchema>

export function overviewQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: sellerKeys.overview(userId),
    queryFn: async ({ signal }): Promise<SellerOverview | null> =>
      overviewSchema.nullable().parse(await read(app, (client) => client.rpc('seller_overview').abortSignal(signal))),
    // Buyers change these figures at any time, so every visit refetches them. Its loader runs a moment before it renders.
    staleTime: 2_000,
    refetchInterval: 60_000,
  })
}

export function useOverview() {
  return useQuery(overviewQuery(useApp(), useMember().id))
}
