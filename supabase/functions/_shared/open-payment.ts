/** Opens a payment of a checkout or of a balance in the database, or finds the open one, and converts it for the provider. */
import { z } from 'zod'
import { toPence } from '../../../domain/values/money.ts'
import { check, type DatabaseClient, type Member, unwrap } from './database.ts'
import { callProvider, type Line, type PaymentToOpen, type Provider } from './provider.ts'
import { recordEvent } from './record-event.ts'
import { Refusal } from './responses.ts'

const account = z.object({ provider: z.string(), account_id: z.string(), charges_enabled: z.boolean() })
const detailsSchema = z.object({
  expires_at: z.string(),
  delivery_fee: z.number(),
  total: z.number(),
  /** What a deposit leaves to pay later. */
  balance: z.number(),
  /** What gift vouchers pay. */
  voucher_amount: z.number(),
  /** The gift voucher that is bought, instead of orders. */
  voucher_id: z.string().nullish(),
  orders: z.array(
    z.object({
      shop_name: z.string(),
      delivery_fee: z.number(),
      tip: z.number(),
      application_fee: z.number(),
      account: account.nullable(),
      items: z.array(
        z.object({
          name: z.string(),
          variation: z.string().nullable(),
          quantity: z.number(),
          price: z.number(),
          discount: z.number(),
        }),
      ),
    }),
  ),
})
type Details = z.infer<typeof detailsSchema>
const beginPaymentSchema = z.object({
  payment_id: z.string().nullable(),
  status: z.string(),
  session_id: z.string().nullish(),
  url: z.string().nullable(),
  details: detailsSchema,
})

export interface OpenPaymentOptions {
  readonly service: DatabaseClient
  readonly provider: Provider
  readonly checkoutId: string
  readonly member: Member
  readonly feePercent: number
  /** Whether the member agreed that the card is saved. */
  readonly savesCard?: boolean | undefined
  /** The saved card to charge, instead of a payment page. */
  readonly card?: SavedCard | undefined
}

/** A card of ours with the provider's ids. */
export interface SavedCard {
  readonly id: string
  readonly methodId: string
  readonly customerId: string
}

export type OpenedPayment =
  | { readonly status: 'paid'; readonly returnPath: string }
  /** The URL is null until the provider has opened a session. */
  | { readonly status: 'open'; readonly url: string | null; readonly toOpen: PaymentToOpen }

/** @throws Refusal if the checkout is not the member's, or has ended */
export async function openPayment(options: OpenPaymentOptions): Promise<OpenedPayment> {
  const { service, checkoutId, member, savesCard = false, card } = options
  return open({
    ...options,
    buyerEmail: member.email,
    returnPath: `/checkout/${checkoutId}`,
    begin: (terms) =>
      service.rpc('begin_payment', {
        checkout_id: checkoutId,
        buyer_id: member.id,
        saves_card: savesCard,
        charged_card: card?.id,
        ...terms,
      }),
  })
}

const linkedCheckoutSchema = z.object({ checkout_id: z.uuid(), email: z.string().nullable() })

export interface OpenLinkedOptions extends Pick<OpenPaymentOptions, 'service' | 'provider' | 'feePercent'> {
  /** The secret of a payment link. */
  readonly token: string
}

/** Needs no account. @throws Refusal if the link is unknown or its order has ended */
export async function openLinkedPayment(options: OpenLinkedOptions): Promise<OpenedPayment> {
  const { service, token } = options
  const { checkout_id: checkoutId, email } = linkedCheckoutSchema.parse(
    unwrap(await service.rpc('linked_checkout', { token })),
  )
  return open({
    ...options,
    checkoutId,
    member: undefined,
    buyerEmail: email ?? undefined,
    returnPath: `/pay-order/${token}`,
    begin: (terms) => service.rpc('begin_linked_payment', { token, ...terms }),
  })
}

interface Terms {
  readonly provider: string
  readonly fee_percent: number
  readonly route: string
}

interface Opening extends Omit<OpenPaymentOptions, 'member'> {
  readonly member: Member | undefined
  readonly buyerEmail: string | undefined
  readonly returnPath: string
  readonly begin: (terms: Terms) => PromiseLike<Parameters<typeof unwrap<unknown>>[0]>
}

async function open(opening: Opening): Promise<OpenedPayment> {
  const { service, provider, checkoutId, feePercent, buyerEmail, returnPath, member, savesCard = false, card } = opening
  const route = provider.paysShops ? routeOf(await readDetails(service, checkoutId, feePercent)) : 'platform'
  const { payment_id, url, details } = await begin(opening, { provider: provider.name, fee_percent: feePercent, route })
  const returnsTo = details.voucher_id ? `/gift-vouchers/${details.voucher_id}` : returnPath
  if (payment_id === null) return { status: 'paid', returnPath: returnsTo }
  const toOpen: PaymentToOpen = {
    paymentId: payment_id,
    checkoutId,
    expiresAt: details.expires_at,
    returnPath: returnsTo,
    buyerEmail,
    lines: linesOf(details),
    totalPence: toPence(details.total),
    destination: await destinationOf(service, payment_id, details),
    customerId:
      card?.customerId ?? (url || !member ? undefined : await customerOf(service, provider, member, savesCard)),
    savesCard,
  }
  return { status: 'open', url, toOpen }
}

/** Ends what the buyer has begun in another way: a page before a saved card is charged, or an unfinished charge before a page opens. */
async function begin(opening: Opening, terms: Terms): Promise<z.output<typeof beginPaymentSchema>> {
  const { service, provider } = opening
  const begun = beginPaymentSchema.parse(unwrap(await opening.begin(terms)))
  const { session_id: sessionId } = begun
  if (begun.status !== 'open_otherwise' || !sessionId) return begun
  const ended = await callProvider(() => provider.closeSession(sessionId))
  if (ended) await recordEvent(service, provider, ended)
  const again = beginPaymentSchema.parse(unwrap(await opening.begin(terms)))
  if (again.status === 'open_otherwise')
    throw new Refusal(409, 'payment_pending', 'Your payment is being processed. Please try again in a minute.')
  return again
}

/** The member as the provider's customer. Only those who save a card become one. @returns the provider's id, undefined for others */
async function customerOf(
  service: DatabaseClient,
  provider: Provider,
  { id: memberId, email }: Member,
  isNeeded: boolean,
): Promise<string | undefined> {
  const [existing] = unwrap(
    await service
      .from('payment_customers')
      .select('id, customer_id')
      .match({ member_id: memberId, provider: provider.name }),
  )
  if (!isNeeded && !existing?.customer_id) return undefined
  const row = customerSchema.parse(
    existing ?? unwrap(await service.rpc('open_payment_customer', { member_id: memberId, provider: provider.name })),
  )
  const customerId = await callProvider(() =>
    provider.openCustomer({ id: row.id, customerId: row.customer_id ?? undefined, email }),
  )
  if (!row.customer_id) check(await service.rpc('attach_payment_customer', { id: row.id, customer_id: customerId }))
  return customerId
}

const customerSchema = z.object({ id: z.string(), customer_id: z.string().nullable() })

const beginBalanceSchema = z.object({
  payment_id: z.string().nullable(),
  url: z.string().nullable(),
  expires_at: z.string().optional(),
  amount: z.number().optional(),
  checkout_id: z.string().optional(),
})

export interface OpenBalanceOptions extends Pick<OpenPaymentOptions, 'service' | 'provider' | 'member'> {
  readonly orderId: string
}

/** @throws Refusal if the order is not the member's, or has no open balance */
export async function openBalancePayment({
  service,
  provider,
  orderId,
  member,
}: OpenBalanceOptions): Promise<OpenedPayment> {
  const returnPath = `/order/${orderId}`
  const own = unwrap(await service.from('orders').select('checkout_id').match({ id: orderId, buyer_id: member.id }))
  const checkoutId = own[0]?.checkout_id
  const details = checkoutId ? await readDetails(service, checkoutId, 0) : undefined
  const response = unwrap(
    await service.rpc('begin_balance_payment', {
      order_id: orderId,
      buyer_id: member.id,
      provider: provider.name,
      route: provider.paysShops && details ? routeOf(details) : 'platform',
    }),
  )
  const { payment_id, url, expires_at, amount } = beginBalanceSchema.parse(response)
  if (payment_id === null || !expires_at || amount === undefined || !checkoutId || !details)
    return { status: 'paid', returnPath }
  const totalPence = toPence(amount)
  const toOpen: PaymentToOpen = {
    paymentId: payment_id,
    checkoutId,
    expiresAt: expires_at,
    returnPath,
    buyerEmail: member.email,
    lines: [{ name: `Balance: ${namesOf(details)}`, unitPence: totalPence, quantity: 1 }],
    totalPence,
    destination: await destinationOf(service, payment_id, details),
    customerId: url ? undefined : await customerOf(service, provider, member, false),
    savesCard: false,
  }
  return { status: 'open', url, toOpen }
}

/** An earlier payment keeps its route and fee, even if the shop's account or our fee has changed. */
async function destinationOf(
  service: DatabaseClient,
  paymentId: string,
  details: Details,
): Promise<PaymentToOpen['destination']> {
  const stored = unwrap(await service.from('payments').select('route, application_fee').eq('id', paymentId).single())
  const accountId = details.orders[0]?.account?.account_id
  return stored.route === 'destination' && accountId
    ? { accountId, feePence: toPence(stored.application_fee) }
    : undefined
}

async function readDetails(service: DatabaseClient, checkoutId: string, feePercent: number): Promise<Details> {
  return detailsSchema.parse(
    unwrap(await service.rpc('payment_details', { checkout_id: checkoutId, fee_percent: feePercent })),
  )
}

/**
 * The money goes directly to a single shop whose account is ready, otherwise to the platform, which transfers each shop's share. So does an
 * order with a tip: of a direct payment, Stripe would return our fee in proportion to the tip too.
 */
function routeOf({ orders: [order, ...others] }: Details): 'destination' | 'transfers' {
  const isReady = order?.account?.provider === 'stripe' && order.account.charges_enabled
  return isReady && others.length === 0 && order.tip === 0 ? 'destination' : 'transfers'
}

const namesOf = ({ orders }: Details) => orders.flatMap(({ items }) => items.map(({ name }) => name)).join(', ')

function linesOf(details: Details): Line[] {
  const { orders, delivery_fee, total, balance, voucher_amount: byVoucher } = details
  if (balance > 0) return [{ name: `Deposit: ${namesOf(details)}`, unitPence: toPence(total), quantity: 1 }]
  // A line cannot be negative, so what is left to pay is one line.
  if (byVoucher > 0)
    return [{ name: `Rest after gift vouchers: ${namesOf(details)}`, unitPence: toPence(total), quantity: 1 }]
  const foodLines = orders.flatMap(({ items }) =>
    items.map(({ name, variation, quantity, price, discount }) => {
      const text = variation ? `${name} (${variation})` : name
      // A discount need not divide by the quantity, so such a line is one unit.
      return discount > 0
        ? {
            name: `${quantity} × ${text}, discounted`,
            unitPence: toPence(price) * quantity - toPence(discount),
            quantity: 1,
          }
        : { name: text, unitPence: toPence(price), quantity }
    }),
  )
  const otherLines = [
    { name: 'Delivery', unitPence: toPence(delivery_fee), quantity: 1 },
    ...orders.map(({ shop_name, tip }) => ({ name: `Tip for ${shop_name}`, unitPence: toPence(tip), quantity: 1 })),
  ]
  return [...foodLines, ...otherLines.filter(({ unitPence }) => unitPence > 0)]
}
