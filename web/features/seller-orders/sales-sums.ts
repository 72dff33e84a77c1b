/** What the orders of some days come to. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { AppContext } from '#web/app/app-context.ts'
import { unwrap } from '#web/app/unwrap.ts'

export interface ExportChoice {
  /** Days in London; empty for all. */
  readonly from: string
  readonly to: string
  readonly state: string
}

const sums = z.object({
  orders: z.number(),
  subtotal: z.number(),
  delivery_fee: z.number(),
  total_amount: z.number(),
  refunded_amount: z.number(),
  fee: z.number(),
  net: z.number(),
})
export type SalesSums = z.infer<typeof sums>

export function salesSumsQuery(app: AppContext, { from, to, state }: ExportChoice) {
  return queryOptions({
    queryKey: ['me', 'sales-sums', from, to, state],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<SalesSums> => {
      const client = await app.supabase()
      const days = { ...(from ? { from_day: from } : {}), ...(to ? { to_day: to } : {}) }
      const answer = await client
        .rpc('sales_sums', { ...days, ...(state ? { state } : {}) })
        .abortSignal(signal)
        .single()
      return sums.parse(unwrap(answer))
    },
  })
}
