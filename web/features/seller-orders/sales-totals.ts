/** Totals of the orders that the export filters match. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { AppContext } from '#platform/app-context.ts'
import { unwrap } from '#platform/unwrap.ts'
import { sellerOrderKeys } from './keys.ts'

export interface ExportChoice {
  /** Dates in London; empty for no limit. */
  readonly from: string
  readonly to: string
  readonly status: string
}

const totals = z.object({
  orders: z.number(),
  subtotal: z.number(),
  delivery_fee: z.number(),
  total_amount: z.number(),
  refunded_amount: z.number(),
  fee: z.number(),
  net: z.number(),
})
export type SalesTotals = z.infer<typeof totals>

export function salesTotalsQuery(app: AppContext, shopId: string, choice: ExportChoice) {
  return queryOptions({
    queryKey: sellerOrderKeys.salesTotals(shopId, choice),
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<SalesTotals> => {
      const client = await app.supabase()
      const { from, to, status } = choice
      const days = { ...(from ? { from_day: from } : {}), ...(to ? { to_day: to } : {}) }
      const response = await client
        .rpc('sales_sums', { ...days, ...(status ? { only_status: status } : {}) })
        .abortSignal(signal)
        .single()
      return totals.parse(unwrap(response))
    },
  })
}
