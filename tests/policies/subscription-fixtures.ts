/** Subscriptions of buyers, and a clock for their orders: the cut-off of the shop is set so that an order is due now. */
import { randomUUID } from 'node:crypto'
import { withMilk } from '../declarations.ts'
import { addDailyPickupWindows, call, forSale } from './order-fixtures.ts'
import { type Actor, type TestContext, text, type Values } from './test-context.ts'

export interface Bakery {
  readonly seller: Actor
  readonly shop: string
  readonly product: string
}

/** A shop that is open for pickup each day, and its bread. */
export async function bakery(
  context: TestContext,
  values: Values = {},
  maxOrders: number | null = null,
): Promise<Bakery> {
  const seller = await context.member('Seller')
  const shop = await context.shop(seller, { name: 'A shop' })
  await addDailyPickupWindows(context, shop, maxOrders)
  const bread = { ...forSale, name: 'Sourdough', price: 4, stock: 100, ingredients: 'Flour, water', ...values }
  const product = await context.product(shop, { is_subscribable: true, ...bread })
  return { seller, shop, product }
}

/** A day in London, as an ISO date. */
export async function dayAhead({ service }: TestContext, days: number): Promise<string> {
  const [row] = await service.rows(
    `select ((now() at time zone 'Europe/London')::date + $1::integer)::text as day`,
    days,
  )
  return text(row, 'day')
}

/** What the page of a product asks for, seven days ahead. */
export async function wish(context: TestContext, { product }: Bakery, more: Values = {}): Promise<Values> {
  return {
    id: randomUUID(),
    product_id: product,
    quantity: 2,
    every_weeks: 1,
    first_on: await dayAhead(context, 7),
    start_time: '09:00',
    line: {},
    price: 4,
    allergens: withMilk,
    ingredients: 'Flour, water',
    agreed: true,
    ...more,
  }
}

export async function subscribe(context: TestContext, buyer: Actor, from: Bakery, more: Values = {}): Promise<string> {
  return String(await call(buyer, 'subscribe($1)', await wish(context, from, more)))
}

/** Moves the shop's cut-off, so that orders for a subscription's next day have to be paid in so many hours. */
export async function closeIn({ service }: TestContext, subscription: string, hours: number) {
  await service.rows(
    `insert into shop_booking_rules (shop_id, horizon_days, pickup_cutoff_hours)
      select s.shop_id, 60, floor(extract(epoch from (s.next_on + s.start_time) at time zone 'Europe/London' - now()) / 3600) - $2::integer
      from subscriptions s where s.id = $1
      on conflict (shop_id) do update set pickup_cutoff_hours = excluded.pickup_cutoff_hours`,
    subscription,
    hours,
  )
  await service.rows('update subscriptions set next_at = now() where id = $1', subscription)
}

/** Announces the next order, lets the time until it pass, and runs the job. */
export async function makeDue(context: TestContext, subscription: string) {
  await closeIn(context, subscription, 12)
  await context.service.rows(
    `update subscriptions set announced_at = now() - interval '1 day' where id = $1`,
    subscription,
  )
}

export async function run(context: TestContext) {
  await context.service.rows('select run_subscriptions()')
}

export async function orderNow(context: TestContext, subscription: string) {
  await makeDue(context, subscription)
  await run(context)
}

/** The days of a subscription with what became of them, oldest first. */
export async function daysOf({ service }: TestContext, subscription: string) {
  return service.rows(
    `select d.day::text, d.outcome, d.reason, c.status as checkout
      from subscription_days d left join checkouts c on c.id = d.checkout_id where d.subscription_id = $1 order by d.day`,
    subscription,
  )
}

export async function stored({ service }: TestContext, subscription: string) {
  const [row] = await service.rows(
    'select *, next_on::text as next_on, paused_until::text as paused_until from subscriptions where id = $1',
    subscription,
  )
  return row ?? null
}

/** The checkout of the latest order. */
export async function checkoutOf({ service }: TestContext, subscription: string) {
  const [row] = await service.rows(
    `select c.id as checkout_id, c.total::float8 as total, c.status, c.idempotency_key, o.id as order_id, o.pickup_date::text as day
      from subscription_days d join checkouts c on c.id = d.checkout_id join orders o on o.checkout_id = c.id
      where d.subscription_id = $1 order by d.day desc limit 1`,
    subscription,
  )
  return row ?? null
}

export async function suspend({ database }: TestContext, member: Actor) {
  await database.script(`insert into private.suspended_members (user_id, reason) values ('${member.id}', 'Spam')`)
}
