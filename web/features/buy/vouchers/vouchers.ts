/** Buys, reads and cancels gift vouchers, and looks up what is left of one. */
import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { type BuyVoucher, voucherRequest } from '#domain/checkout/voucher-form'
import { isUuid } from '#domain/values/ids'
import { slugify } from '#domain/values/slugs'
import { useMember } from '#features/account/auth'
import { voucherKeys } from '#keys/vouchers'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { payOnPage } from '#platform/open-payment-page.ts'
import { read, readOptional } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'

function selectShop(client: Backend, slug: string) {
  return client
    .from('shops')
    .select('id, name, slug, vouchers:shop_voucher_terms(smallest, largest, months)')
    .eq('slug', slug)
}

export type VoucherShop = QueryData<ReturnType<typeof selectShop>>[number]

/** A shop with the terms on which it sells vouchers. Null if it does not exist; without terms it sells none. */
export function voucherShopQuery(app: AppContext, shopName: string) {
  const slug = slugify(shopName)
  return queryOptions({
    queryKey: voucherKeys.shop(slug),
    queryFn: async ({ signal }): Promise<VoucherShop | null> => {
      if (slug === '') return null
      return readOptional(app, (client) => selectShop(client, slug).abortSignal(signal).maybeSingle())
    },
  })
}

const placedSchema = z.object({ voucher_id: z.string(), checkout_id: z.string() })

export function useBuyVoucher(shopId: string) {
  return useWrite({
    /** The key of the request, so that a retry buys once. */
    run: async (app, { wanted, key }: { wanted: BuyVoucher; key: string }) => {
      const request = { voucher: voucherRequest(shopId, wanted), idempotency_key: key }
      const response = await read(app, (client) => client.rpc('buy_voucher', request))
      await payOnPage(app, { checkout_id: placedSchema.parse(response).checkout_id })
    },
    failure: 'shown',
  })
}

export function usePayVoucher() {
  return useWrite({ run: (app, checkoutId: string) => payOnPage(app, { checkout_id: checkoutId }), failure: 'shown' })
}

function selectBought(client: Backend, userId: string) {
  return client
    .from('gift_vouchers')
    .select(
      `id, checkout_id, shop_name, recipient_name, recipient_email, message, send_on, amount, paid_at, expires_on,
      used, refunded, balance, checkout:checkouts(status)`,
    )
    .eq('buyer_id', userId)
}

export type BoughtVoucher = QueryData<ReturnType<typeof selectBought>>[number]

/** The paid vouchers that the member has bought, the latest first. */
export function boughtVouchersQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: voucherKeys.bought(userId),
    queryFn: ({ signal }) =>
      read(app, (client) =>
        selectBought(client, userId)
          .not('paid_at', 'is', null)
          .order('paid_at', { ascending: false })
          .limit(200)
          .abortSignal(signal),
      ),
  })
}

/** The provider's event may come some seconds after the buyer. */
const pollIntervalMs = 2_000

function boughtVoucherQuery(app: AppContext, userId: string, id: string) {
  return queryOptions({
    queryKey: voucherKeys.one(userId, id),
    staleTime: 0,
    queryFn: async ({ signal }): Promise<BoughtVoucher | null> => {
      if (!isUuid(id)) return null
      return readOptional(app, (client) => selectBought(client, userId).eq('id', id).abortSignal(signal).maybeSingle())
    },
    refetchInterval: ({ state: { data } }) => (data?.checkout.status === 'pending' ? pollIntervalMs : false),
  })
}

/** Null if it does not exist or isn't the member's. */
export function useBoughtVoucher(id: string) {
  return useQuery(boughtVoucherQuery(useApp(), useMember().id, id))
}

/** The secret code of a paid voucher. */
export function useVoucherCode(id: string) {
  const app = useApp()
  return useQuery({
    queryKey: voucherKeys.code(useMember().id, id),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => read(app, (client) => client.rpc('voucher_code', { voucher_id: id }).abortSignal(signal)),
  })
}

export function useCancelVoucher() {
  const { id: userId } = useMember()
  return useWrite({
    write: (client, id: string) => client.rpc('refund_voucher', { voucher_id: id }),
    success: { title: 'Gift voucher cancelled', description: 'Your money is on its way back.' },
    failure: 'shown',
    invalidates: [voucherKeys.all(userId)],
  })
}

const heldSchema = z.object({
  code: z.string(),
  shop_name: z.string(),
  shop_slug: z.string().nullable(),
  amount: z.number(),
  balance: z.number(),
  expires_on: z.string(),
  is_expired: z.boolean(),
  is_refunded: z.boolean(),
  buyer_name: z.string().nullable(),
  recipient_name: z.string().nullable(),
  message: z.string().nullable(),
})
export type HeldVoucher = z.output<typeof heldSchema>

const balanceSchema = z.union([
  z.object({ voucher: heldSchema }).transform(({ voucher }) => ({ voucher, refusal: null })),
  z.object({ refusal: z.string() }).transform(({ refusal }) => ({ voucher: null, refusal })),
])

/** What is left of a voucher, for anyone who has its code. A wrong code counts towards a limit, so it is looked up once. */
export function voucherBalanceQuery(app: AppContext, code: string) {
  return queryOptions({
    queryKey: voucherKeys.balance(code),
    enabled: code !== '',
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) =>
      balanceSchema.parse(await read(app, (client) => client.rpc('voucher_balance', { code }).abortSignal(signal))),
  })
}

/** The address that a voucher's QR code contains. The code is in the fragment, which browsers do not send to servers. */
export const voucherLink = (siteUrl: string, code: string) => `${siteUrl}/gift-voucher#${code}`
