/** The shop's figures, computed by the database function `seller_analytics`. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { pence } from '#domain/values/amounts'
import { sellerAnalyticsKeys } from '#keys/seller-analytics'
import type { AppContext } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import type { AnalyticsParameters } from './analytics-parameters.ts'

const figuresSchema = z
  .object({
    from: z.string(),
    to: z.string(),
    revenue: pence,
    refunds: pence,
    net: pence,
    orders: z.number(),
    cancelled: z.number(),
    average_basket: pence.nullable(),
    buyers: z.number(),
    new_buyers: z.number(),
    repeat_buyers: z.number(),
    repeat_rate: z.number().nullable(),
    visits: z.number(),
    visits_with_order: z.number(),
    conversion: z.number().nullable(),
  })
  .transform(
    ({
      revenue,
      refunds,
      net,
      average_basket,
      new_buyers,
      repeat_buyers,
      repeat_rate,
      visits_with_order,
      ...rest
    }) => ({
      ...rest,
      revenuePence: revenue,
      refundsPence: refunds,
      netPence: net,
      averageBasketPence: average_basket,
      newBuyers: new_buyers,
      repeatBuyers: repeat_buyers,
      repeatRate: repeat_rate,
      visitsWithOrder: visits_with_order,
    }),
  )
export type Figures = z.output<typeof figuresSchema>

const productSchema = z
  .object({
    product_id: z.string().nullable(),
    name: z.string(),
    orders: z.number(),
    quantity: z.number(),
    revenue: pence,
    visits: z.number(),
    conversion: z.number().nullable(),
  })
  .transform(({ product_id, revenue, ...rest }) => ({ ...rest, id: product_id, revenuePence: revenue }))
export type ProductFigures = z.output<typeof productSchema>

const analyticsSchema = z.object({
  totals: figuresSchema,
  previous: figuresSchema,
  buckets: z.array(figuresSchema),
  products: z.array(productSchema),
  /** The day of the first order; null if there is none. */
  first_sale: z.string().nullable(),
  bucket: z.enum(['day', 'week', 'month']),
})
export type Analytics = z.output<typeof analyticsSchema>

export function analyticsQuery(app: AppContext, userId: string, { from, to, bucket }: AnalyticsParameters) {
  return queryOptions({
    queryKey: sellerAnalyticsKeys.figures(userId, { from, to, bucket }),
    queryFn: async ({ signal }): Promise<Analytics> => {
      const args = { from_date: from, to_date: to, bucket }
      const figures = await read(app, (client) => client.rpc('seller_analytics', args).abortSignal(signal))
      return analyticsSchema.parse(figures)
    },
    // Keeps the previous figures on screen while the next ones load, so that the layout does not shift.
    placeholderData: keepPreviousData,
  })
}
