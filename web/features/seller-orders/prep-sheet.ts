/** What a day asks of the kitchen. Once it is there it stays, also without a connection. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import { unwrap } from '#web/app/unwrap.ts'
import { soldKey } from './inbox.ts'

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
  /** Orders of days before that are still to be made. */
  late: z.number(),
  orders: z.array(order),
})
export type PrepSheet = z.infer<typeof sheet>

const aDayMs = 24 * 60 * 60 * 1000

function prepSheetQuery(app: AppContext, userId: string, day: string) {
  return queryOptions({
    queryKey: [...soldKey(userId), 'prep', day],
    staleTime: 0,
    refetchInterval: 60_000,
    // A kitchen without a signal goes through its days with what it has seen before.
    gcTime: aDayMs,
    queryFn: async ({ signal }): Promise<PrepSheet> => {
      const client = await app.supabase()
      return sheet.parse(unwrap(await client.rpc('prep_sheet', { day }).abortSignal(signal)))
    },
  })
}

export function usePrepSheet(userId: string, day: string) {
  return useQuery(prepSheetQuery(useApp(), userId, day))
}
