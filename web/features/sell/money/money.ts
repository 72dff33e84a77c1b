/** The money of the member's shop: sums by month and tax year, and what each order brought. */
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { pence } from '#domain/values/amounts'
import { sellerMoneyKeys } from '#keys/seller-money'
import type { AppContext } from '#platform/app-context.ts'
import { pagedQuery } from '#platform/paged-list.ts'
import { read } from '#platform/read.ts'

const sums = {
  from: z.string(),
  orders: z.number(),
  sales: pence,
  delivery: pence,
  /** Not part of the sales. */
  tips: pence,
  refunds: pence,
  /** Less what was refunded. They are sales once they are used. */
  vouchers_sold: pence,
  /** The part of the sales that was paid before, when vouchers were bought. */
  paid_by_vouchers: pence,
  fees: pence,
  net: pence,
}

const moneySchema = z.object({
  /** The latest first. */
  months: z.array(z.object(sums)),
  tax_years: z.array(z.object({ ...sums, to: z.string() })),
  /** Transfers are held while a bank disputes their payment. */
  on_its_way: z.object({ transfers: z.number(), held: z.number(), amount: pence }),
})
export type Money = z.output<typeof moneySchema>
export type Sums = Money['months'][number]

export function moneyQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: sellerMoneyKeys.sums(userId),
    queryFn: async ({ signal }): Promise<Money> =>
      moneySchema.parse(await read(app, (client) => client.rpc('seller_money').abortSignal(signal))),
  })
}

const pageSize = 25

const saleSchema = z
  .object({
    order_id: z.string(),
    number: z.string(),
    paid_at: z.string(),
    buyer_name: z.string().nullable(),
    /** With the tip. */
    received: pence,
    tip: pence,
    refunded_amount: pence,
    by_voucher: pence,
    fee: pence,
    net: pence,
    route: z.enum(['platform', 'destination', 'transfers']).nullable(),
    transferred: pence,
    reversed: pence,
    pending: z.number(),
    held: z.number(),
  })
  .transform(({ order_id, ...rest }) => ({ id: order_id, ...rest }))
export type PaidSale = z.output<typeof saleSchema>

interface Cursor {
  readonly paidAt: string
  readonly id: string
}

export function salesQuery(app: AppContext, userId: string) {
  return pagedQuery({
    queryKey: sellerMoneyKeys.sales(userId),
    fetchPage: async (cursor: Cursor | null, signal) => {
      const args = { ...(cursor && { before_paid_at: cursor.paidAt, before_id: cursor.id }), page_size: pageSize }
      const sales = await read(app, (client) => client.rpc('seller_transfers', args).abortSignal(signal))
      const items = z.array(saleSchema).parse(sales)
      const last = items.length < pageSize ? undefined : items.at(-1)
      return { items, next: last ? { paidAt: last.paid_at, id: last.id } : null }
    },
  })
}

/** Where the shop's share of a sale is. */
export function transferText({
  route,
  pending,
  held,
  transferred,
  reversed,
  by_voucher: byVoucher,
  net,
}: PaidSale): string {
  if (net <= 0) return byVoucher > 0 ? 'Gift voucher' : 'Refunded'
  if (route === 'destination') return 'In your Stripe account'
  if (held > 0) return 'Held: the payment is disputed'
  if (pending > 0) return 'On its way'
  if (route === 'transfers' && transferred > reversed) return 'Transferred'
  return route === 'platform' ? 'Paid by Tuckbox' : 'Not paid online'
}
