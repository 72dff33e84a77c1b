/** The gift vouchers of the member's own shop: the terms on which it sells them, and those that it has sold. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { VoucherTerms } from '#domain/checkout/voucher-form'
import { pence } from '#domain/values/amounts'
import { useMember } from '#features/account/auth'
import { useSellerShop } from '#features/sell/frame'
import { sellerVoucherKeys } from '#keys/seller-vouchers'
import { shopKeys } from '#keys/shop'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { pagedQuery } from '#platform/paged-list.ts'
import { read, readOptional } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'

/** Null while the shop sells no vouchers. */
export function voucherTermsQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: sellerVoucherKeys.terms(userId),
    queryFn: ({ signal }): Promise<VoucherTerms | null> =>
      readOptional(app, (client) =>
        client
          .from('shop_voucher_terms')
          .select('smallest, largest, months, shop:shops!inner()')
          .eq('shop.user_id', userId)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

export function useVoucherTerms() {
  return useQuery(voucherTermsQuery(useApp(), useMember().id))
}

/** Null stops selling. Vouchers that were sold stay valid. */
export function useSaveVoucherTerms() {
  const { id: userId } = useMember()
  const { id: shopId } = useSellerShop()
  return useWrite({
    write: (client, terms: VoucherTerms | null) => {
      const table = client.from('shop_voucher_terms')
      return terms ? table.upsert({ shop_id: shopId, ...terms }) : table.delete().eq('shop_id', shopId)
    },
    success: { title: 'Gift vouchers saved' },
    failure: { title: 'The settings could not be saved', description: 'Please try again.' },
    invalidates: [sellerVoucherKeys.terms(userId), shopKeys.all],
  })
}

const soldSchema = z.object({
  id: z.string(),
  paid_at: z.string(),
  buyer_name: z.string().nullable(),
  code_end: z.string(),
  amount: pence,
  used: pence,
  refunded: pence,
  balance: pence,
  expires_on: z.string(),
  is_expired: z.boolean(),
  /** Null while its payment is unknown. */
  fee: pence.nullable(),
})
export type SoldVoucher = z.output<typeof soldSchema>

const pageSchema = z.object({
  sold: pence,
  refunded: pence,
  used: pence,
  outstanding: pence,
  expired: pence,
  count: z.number(),
  vouchers: z.array(soldSchema),
})
export type VoucherSums = z.output<typeof pageSchema>

const pageSize = 25

/** The sums of all vouchers of the shop. */
export function voucherSumsQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: sellerVoucherKeys.sums(userId),
    queryFn: async ({ signal }): Promise<VoucherSums> =>
      pageSchema.parse(
        await read(app, (client) => client.rpc('seller_vouchers', { page_size: 1 }).abortSignal(signal)),
      ),
  })
}

interface Cursor {
  readonly paidAt: string
  readonly id: string
}

/** The latest first. */
export function soldVouchersQuery(app: AppContext, userId: string) {
  return pagedQuery({
    queryKey: sellerVoucherKeys.sold(userId),
    fetchPage: async (cursor: Cursor | null, signal) => {
      const args = { ...(cursor && { before_paid_at: cursor.paidAt, before_id: cursor.id }), page_size: pageSize }
      const page = await read(app, (client) => client.rpc('seller_vouchers', args).abortSignal(signal))
      const { vouchers: items } = pageSchema.parse(page)
      const last = items.length < pageSize ? undefined : items.at(-1)
      return { items, next: last ? { paidAt: last.paid_at, id: last.id } : null }
    },
  })
}

export function useRefundVoucher() {
  const { id: userId } = useMember()
  return useWrite({
    write: (client, id: string) => client.rpc('refund_voucher', { voucher_id: id }),
    success: { title: 'Gift voucher refunded', description: 'Its buyer has been notified.' },
    failure: 'shown',
    invalidates: [sellerVoucherKeys.all(userId)],
  })
}
