/** Opens a payment of a checkout in the database, or finds the open one, and converts it for the provider. */
import { z } from 'zod'
import { toPence } from '../../../domain/money.ts'
import { type DatabaseClient, type Member, unwrap } from './database.ts'
import type { Line, PaymentToOpen, Provider } from './provider.ts'

const account = z.object({ provider: z.string(), account_id: z.string(), charges_enabled: z.boolean() })
const detailsSchema = z.object({
  expires_at: z.string(),
  delivery_fee: z.number(),
  total: z.number(),
  orders: z.array(
    z.object({
      shop_name: z.string(),
      delivery_fee: z.number(),
      application_fee: z.number(),
      account: account.nullable(),
      items: z.array(
        z.object({ name: z.string(), variation: z.string().nullable(), quantity: z.number(), price: z.number() }),
      ),
    }),
  ),
})
type Details = z.infer<typeof detailsSchema>
const beginPaymentSchema = z.object({
  payment_id: z.string().nullable(),
  status: z.string(),
  url: z.string().nullable(),
  details: detailsSchema,
})

export interface OpenPaymentOptions {
  readonly service: DatabaseClient
  readonly provider: Provider
  readonly checkoutId: string
  readonly member: Member
  readonly feePercent: number
}

export type OpenedPayment =
  | { readonly status: 'paid' }
  /** The URL is null until the provider has opened a session. */
  | { readonly status: 'open'; readonly url: string | null; readonly toOpen: PaymentToOpen }

/** @throws Refusal if the checkout is not the member's, or has ended */
export async function openPayment(options: OpenPaymentOptions): Promise<OpenedPayment> {
  const { service, provider, checkoutId, member, feePercent } = options
  const route = provider.paysShops ? routeOf(await readDetails(options)) : 'platform'
  const response = unwrap(
    await service.rpc('begin_payment', {
      checkout_id: checkoutId,
      buyer_id: member.id,
      provider: provider.name,
      fee_percent: feePercent,
      route,
    }),
  )
  const { payment_id, url, details } = beginPaymentSchema.parse(response)
  if (payment_id === null) return { status: 'paid' }
  // An earlier payment keeps its route and fee, even if the shop's account or our fee has changed.
  const stored = unwrap(await service.from('payments').select('route, application_fee').eq('id', payment_id).single())
  const accountId = details.orders[0]?.account?.account_id
  const toOpen: PaymentToOpen = {
    paymentId: payment_id,
    checkoutId,
    expiresAt: details.expires_at,
    buyerEmail: member.email,
    lines: linesOf(details),
    totalPence: toPence(details.total),
    destination:
      stored.route === 'destination' && accountId
        ? { accountId, feePence: toPence(stored.application_fee) }
        : undefined,
  }
  return { status: 'open', url, toOpen }
}

async function readDetails({ service, checkoutId, feePercent }: OpenPaymentOptions): Promise<Details> {
  return detailsSchema.parse(
    unwrap(await service.rpc('payment_details', { checkout_id: checkoutId, fee_percent: feePercent })),
  )
}

/** The money goes directly to a single shop whose account is ready, otherwise to the platform, which transfers each shop's share. */
function routeOf({ orders: [order, ...others] }: Details): 'destination' | 'transfers' {
  const isReady = order?.account?.provider === 'stripe' && order.account.charges_enabled
  return isReady && others.length === 0 ? 'destination' : 'transfers'
}

function linesOf({ orders, delivery_fee }: Details): Line[] {
  const foodLines = orders.flatMap(({ items }) =>
    items.map(({ name, variation, quantity, price }) => ({
      name: variation ? `${name} (${variation})` : name,
      unitPence: toPence(price),
      quantity,
    })),
  )
  const fee = toPence(delivery_fee)
  return fee > 0 ? [...foodLines, { name: 'Delivery', unitPence: fee, quantity: 1 }] : foodLines
}
