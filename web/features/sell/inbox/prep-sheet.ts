/** The prep sheet of a day or a week. A loaded sheet stays available without a connection. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { sellerOrderKeys } from '#keys/seller-orders'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'

const item = z.object({
  id: z.string(),
  product_id: z.string().nullable(),
  name: z.string(),
  variation: z.string().nullable(),
  options_text: z.string().nullable(),
  choices_text: z.string().nullable(),
  quantity: z.number(),
  personalization: z.string().nullable(),
  custom_request_details: z.string().nullable(),
  allergens: z.unknown(),
  /** Null without answers about allergens. */
  ingredients: z.string().nullable(),
})

const order = z.object({
  id: z.string(),
  number: z.string(),
  status: z.string(),
  drop_title: z.string().nullable(),
  fulfilment: z.string(),
  due_at: z.string(),
  pickup_start: z.string().nullable(),
  pickup_end: z.string().nullable(),
  delivery_date: z.string().nullable(),
  delivery_start: z.string().nullable(),
  delivery_end: z.string().nullable(),
  buyer_name: z.string().nullable(),
  owes_balance: z.boolean(),
  note: z.string().nullable(),
  brief: z.unknown(),
  allergen_answers: z.unknown(),
  quote_terms: z.unknown(),
  town: z.string().nullable(),
  postal_code: z.string().nullable(),
  items: z.array(item),
})
type PreparedOrder = z.infer<typeof order>
/** What a packing list shows of an order. */
export interface PackedOrder extends Omit<PreparedOrder, 'items' | 'due_at'> {
  readonly items: readonly Omit<PreparedOrder['items'][number], 'choices_text'>[]
}

const sheet = z.object({
  day: z.string(),
  /** The number of orders from earlier days still to make. */
  late: z.number(),
  orders: z.array(order),
})
export type PrepSheet = z.infer<typeof sheet>

const dayMs = 24 * 60 * 60 * 1000

export interface PrepRange {
  /** The first day. */
  readonly day: string
  readonly days: number
}

export function prepSheetQuery(app: AppContext, userId: string, { day, days }: PrepRange) {
  return queryOptions({
    queryKey: sellerOrderKeys.prepSheet(userId, day, days),
    staleTime: 0,
    refetchInterval: 60_000,
    // A kitchen may have no signal, so sheets opened before stay in the cache for a day.
    gcTime: dayMs,
    queryFn: async ({ signal }): Promise<PrepSheet> =>
      sheet.parse(await read(app, (client) => client.rpc('prep_sheet', { day, days }).abortSignal(signal))),
  })
}

export function usePrepSheet(userId: string, range: PrepRange) {
  return useQuery(prepSheetQuery(useApp(), userId, range))
}
