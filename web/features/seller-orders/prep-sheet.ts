/** The prep sheet of a day. A loaded sheet stays available without a connection. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrap } from '#platform/unwrap.ts'
import { sellerOrdersKey } from './inbox.ts'

const item = z.object({
  id: z.string(),
  product_id: z.string().nullable(),
  name: z.string(),
  variation: z.string().nullable(),
  quantity: z.number(),
  personalization: z.string().nullable(),
  custom_request_details: z.string().nullable(),
  allergens: z.unknown(),
})

const order = z.object({
  id: z.string(),
  status: z.string(),
  fulfilment: z.string(),
  pickup_start: z.string().nullable(),
  pickup_end: z.string().nullable(),
  buyer_name: z.string().nullable(),
  note: z.string().nullable(),
  brief: z.unknown(),
  town: z.string().nullable(),
  postal_code: z.string().nullable(),
  items: z.array(item),
})
export type PackedOrder = z.infer<typeof order>

const sheet = z.object({
  day: z.string(),
  /** The number of orders from earlier days still to make. */
  late: z.number(),
  orders: z.array(order),
})
export type PrepSheet = z.infer<typeof sheet>

const dayMs = 24 * 60 * 60 * 1000

export function prepSheetQuery(app: AppContext, userId: string, day: string) {
  return queryOptions({
    queryKey: [...sellerOrdersKey(userId), 'prep', day],
    staleTime: 0,
    refetchInterval: 60_000,
    // A kitchen may have no signal, so sheets opened before stay in the cache for a day.
    gcTime: dayMs,
    queryFn: async ({ signal }): Promise<PrepSheet> => {
      const client = await app.supabase()
      return sheet.parse(unwrap(await client.rpc('prep_sheet', { day }).abortSignal(signal)))
    },
  })
}

export function usePrepSheet(userId: string, day: string) {
  return useQuery(prepSheetQuery(useApp(), userId, day))
}
