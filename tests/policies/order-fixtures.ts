/** Shops with products on sale, and the calls of buyers, the payment provider and the clock. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DatabaseError } from '#backend/database/errors'
import type { DatabaseRecord } from '#backend/database/records'
import { withMilk } from '../declarations.ts'
import { type Actor, type TestContext, text, type Values } from './test-context.ts'

/** Without variations, so buyers choose nothing. */
export const forSale: Values = {
  category: 'Meals',
  allergens: withMilk,
  available_for_delivery: true,
  available_for_pickup: true,
}

const placedOrder = z.object({
  checkout_id: z.string(),
  orders: z.array(
    z.object({
      id: z.string(),
      shop_id: z.string(),
      subtotal: z.number(),
      delivery_fee: z.number(),
      discount: z.number(),
      total: z.number(),
    }),
  ),
  subtotal: z.number(),
  delivery_fee: z.number(),
  total: z.number(),
  balance: z.number(),
})
export type Placed = z.infer<typeof placedOrder>

/** A line with a conversation accepts the latest version of its quote, unless it names one. */
export async function place(buyer: Actor, order: object, key: string = randomUUID()): Promise<Placed> {
  const result = await call(buyer, 'place_order($1, $2)', await withQuoteVersions(buyer, order), key)
  const { data: refused } = refusedOrder.safeParse(result)
  if (refused) throw new DatabaseError({ ...refused, detail: refused.details })
  return placedOrder.parse(result)
}

/** A refusal whose writes stay, which the API responds like one that was raised. */
const refusedOrder = z.object({ code: z.string(), hint: z.string(), message: z.string(), details: z.string() })

const quoteLines = z.looseObject({
  shops: z.array(z.looseObject({ items: z.array(z.looseObject({ chat_room_id: z.string() })) })),
})

async function withQuoteVersions(buyer: Actor, order: object): Promise<object> {
  const { data, success } = quoteLines.safeParse(order)
  if (!success) return order
  for (const line of data.shops.flatMap(({ items }) => items)) {
    const [room] = await buyer.rows('select quote_version from chat_rooms where id = $1', line.chat_room_id)
    if (room) Object.assign(line, { quote_version: Number(room.quote_version), ...line })
  }
  return data
}

/** The single value that a function returns. */
export async function call(
  actor: Actor,
  expression: string,
  ...values: readonly (string | number | boolean | null | object)[]
) {
  const [row] = await actor.rows(`select public.${expression} as result`, ...values)
  return row?.result
}

export async function address(buyer: Actor, values: Values = {}): Promise<string> {
  const home = { full_name: 'Bo Buyer', address_line1: '1 High Street', city: 'London', postal_code: 'SE1 9SG' }
  return text(await buyer.insert('user_addresses', { user_id: buyer.id, ...home, ...values }), 'id')
}

export interface Wanted {
  readonly product: string
  readonly quantity?: unknown
  readonly [more: string]: unknown
}

function line({ product, ...more }: Wanted): object {
  return { product_id: product, quantity: 1, ...more }
}

export function delivered(shop: string, ...lines: readonly Wanted[]) {
  return { shop_id: shop, fulfilment: 'delivery', items: lines.map(line) }
}

export function pickedUp(shop: string, pickup: object, ...lines: readonly Wanted[]) {
  return { shop_id: shop, fulfilment: 'pickup', pickup, items: lines.map(line) }
}

/** With a delivery window, or with a day of posting. */
export function deliveredOn(shop: string, delivery: object, ...lines: readonly Wanted[]) {
  return { shop_id: shop, fulfilment: 'delivery', delivery, items: lines.map(line) }
}

/**
 * Opens the shop for pickup from nine to five every day.
 * @param maxOrders a day, where there is a limit
 * @returns tomorrow's slot
 */
export async function addDailyPickupWindows({ service }: TestContext, shop: string, maxOrders: number | null = null) {
  const window = { start_time: '09:00', end_time: '17:00' }
  for (let day_of_week = 0; day_of_week < 7; day_of_week += 1)
    await service.insert('shop_pickup_schedules', { shop_id: shop, day_of_week, ...window, max_orders: maxOrders })
  const [row] = await service.rows(`select ((now() at time zone 'Europe/London')::date + 1)::text as tomorrow`)
  return { date: text(row, 'tomorrow'), ...window }
}

export function order(shops: readonly object[], more: object = {}): object {
  return { shops, allergens_acknowledged: true, ...more }
}

const begun = z.object({ payment_id: z.string().nullable(), status: z.string(), url: z.string().nullable() })

/**
 * Opens a session with the test provider.
 * @returns our id of the payment
 */
export async function beginPayment(context: TestContext, buyer: Actor, checkout: string, fee = 0, route = 'platform') {
  const result = await call(
    context.service,
    'begin_payment($1, $2, $3, $4, $5)',
    checkout,
    buyer.id,
    'test',
    fee,
    route,
  )
  const { payment_id: payment } = begun.parse(result)
  if (payment === null) throw new Error('nothing is left to pay')
  return payment
}

const eventResult = z.object({ result: z.string(), refund_id: z.string().nullable() })

export interface PaymentEvent {
  readonly event?: string
  readonly outcome?: string
  readonly payment?: string
  readonly amount?: number
  readonly capture?: string
  readonly currency?: string
}

/** An event as the test provider sends it. */
export async function recordPaymentEvent(context: TestContext, input: PaymentEvent) {
  const { event = randomUUID(), outcome = 'succeeded', payment = null, amount = null, currency = 'gbp' } = input
  const capture = input.capture ?? (outcome === 'succeeded' ? `capture of ${payment}` : null)
  return eventResult.parse(
    await call(
      context.service,
      `record_payment('test', $1, $2, null, $3::uuid, $4, $5::numeric, $6)`,
      event,
      outcome,
      payment,
      capture,
      amount,
      currency,
    ),
  )
}

export async function pay(context: TestContext, buyer: Actor, { checkout_id, total }: Placed) {
  const payment = await beginPayment(context, buyer, checkout_id)
  return { payment, ...(await recordPaymentEvent(context, { payment, amount: total })) }
}

/** Makes a buyer one who has bought: the paid orders were paid two days ago and are delivered. */
export async function receive({ service }: TestContext, buyer: Actor) {
  await service.rows(
    `update orders set status = case fulfilment when 'pickup' then 'ready' else 'shipped' end::order_status
      where buyer_id = $1 and status = 'processing'`,
    buyer.id,
  )
  await service.rows(
    `update orders set status = 'delivered', paid_at = now() - interval '2 days'
      where buyer_id = $1 and status in ('ready', 'shipped')`,
    buyer.id,
  )
}

/** Expires a checkout, as if its 30 minutes were over. */
export async function expireCheckout(context: TestContext, checkout: string) {
  await context.service.rows(`update checkouts set expires_at = now() - interval '1 second' where id = $1`, checkout)
}

/** Moves the history of orders that a buyer cancelled to an earlier day, so that they do not count towards the limit of a day. */
export async function backdateCancellations({ service }: TestContext, buyer: Actor) {
  await service.rows(
    `update order_events set created_at = created_at - interval '1 day' where order_id in (
      select e.order_id from order_events e where e.actor_id = $1 and e.status = 'cancelled' and e.created_at > now() - interval '1 day')`,
    buyer.id,
  )
}

/** Ends the time in which sellers can undo their latest steps, so that buyers are told of them. */
export async function releaseSteps({ database }: TestContext) {
  await database.script('update private.held_order_steps set held_until = now(); select private.release_order_steps()')
}

export async function stockOf(context: TestContext, product: string): Promise<number> {
  const [row] = await context.service.rows('select stock from products where id = $1', product)
  return Number(row?.stock)
}

export function column(rows: readonly DatabaseRecord[], name: string) {
  return rows.map((row) => row[name])
}
