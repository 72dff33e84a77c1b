/** Seller analytics match the orders to the penny, by London days, for the shop's owner only; and product views are counted. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addDays, londonTime } from '#domain/values/calendar'
import { databases } from '../harness.ts'
import {
  analyticsOf,
  type Bucket,
  type ProductView,
  type SalesHistory,
  type ShopVisits,
  type SoldOrder,
} from './analytics-oracle.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text } from './test-context.ts'

const figures = z.record(z.string(), z.union([z.number(), z.string(), z.null()]))
const analyticsSchema = z.object({
  from: z.string(),
  to: z.string(),
  bucket: z.string(),
  totals: figures,
  previous: figures,
  buckets: z.array(figures),
  products: z.array(figures),
  first_sale: z.string().nullable(),
})

const firstDay = '2024-11-01'
const lastDay = '2026-09-30'
/** The days on which London's clocks change, and their neighbours. */
const changes = [
  '2025-03-29',
  '2025-03-30',
  '2025-03-31',
  '2025-10-25',
  '2025-10-26',
  '2025-10-27',
  '2026-03-29',
  '2026-03-30',
]

/** An instant at, just before or just after midnight in London, or any other. */
const instant = fc.oneof(
  fc
    .integer({ min: Date.parse(firstDay), max: Date.parse(lastDay) })
    .map((ms) => new Date(Math.floor(ms / 1000) * 1000)),
  fc
    .record({
      day: fc.constantFrom(...changes, '2025-06-01', '2025-12-31', '2026-01-01'),
      hour: fc.constantFrom(-1, 0),
      second: fc.constantFrom(-1, 0, 1),
    })
    .map(({ day, hour, second }) => new Date(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000 + second * 1000)),
)

const product = fc.nat({ max: 5 })
const sale = fc.record({
  shop: fc.constantFrom(0, 0, 0, 1),
  buyer: fc.nat({ max: 9 }),
  paidAt: fc.option(instant, { freq: 12 }),
  fate: fc.constantFrom('kept', 'kept', 'kept', 'cancelled'),
  deliveryPence: fc.constantFrom<number[]>(0, 399, 133),
  lines: fc.array(
    fc.record({ product, pricePence: fc.integer({ min: 1, max: 9_999 }), quantity: fc.integer({ min: 1, max: 4 }) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
  refund: fc.constantFrom('none', 'none', 'some', 'all', 'pending', 'failed'),
})

type Sale = typeof sale extends fc.Arbitrary<infer Drawn> ? Drawn : never

describe.each(databases)('seller analytics on %s', (kind) => {
  let context: TestContext
  let sellers: Actor[]
  let shops: string[]
  let history: SalesHistory

  beforeAll(async () => {
    context = await openTestContext(kind)
    sellers = [await context.member('Seller'), await context.member('Rival')]
    shops = [await context.shop(sellers[0] ?? fail()), await context.shop(sellers[1] ?? fail())]
    history = await writeSalesHistory(context, shops)
  })
  afterAll(() => context.close())

  const ask = async (actor: Actor, from: string | null, to: string | null, bucket = 'day') => {
    const [row] = await actor.rows(
      'select public.seller_analytics($1::date, $2::date, $3)::text as figures',
      from,
      to,
      bucket,
    )
    return analyticsSchema.parse(JSON.parse(text(row, 'figures')))
  }

  it('match the orders to the penny, for any period and bucket, and never include another shop', async () => {
    const day = fc.integer({ min: 0, max: 790 }).map((days) => addDays('2024-09-01', days))
    const range = fc.oneof(fc.tuple(day, day), fc.tuple(fc.constantFrom(...changes), fc.constantFrom(...changes)))
    const bucket = fc.constantFrom<Bucket>('day', 'week', 'month')
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(0, 1), range, bucket, async (whose, days, by) => {
        const [from = '', to = ''] = [...days].sort()
        const wanted = by === 'day' && to > addDays(from, 399) ? 'week' : by
        const expected = analyticsOf(history, { shop: shops[whose] ?? '', from, to, bucket: wanted })
        const found = await ask(sellers[whose] ?? fail(), from, to, wanted)
        expect(found).toEqual(expected)
        for (const { conversion } of [found.totals, found.previous, ...found.buckets, ...found.products])
          expect(conversion ?? 0, 'no rate exceeds 100 %').toBeLessThanOrEqual(1)
      }),
      { seed: 1887, numRuns: 40 },
    )
  })

  it('agree with the orders’ ledger for the same days', async () => {
    const [owner = fail()] = sellers
    for (const [from, to] of [
      [firstDay, lastDay],
      ['2025-03-30', '2025-10-25'],
    ] as const) {
      const [ledger] = await owner.rows('select to_json(s)::text as sums from public.sales_sums($1, $2) s', from, to)
      const { totals } = await ask(owner, from, to, 'month')
      expect(totals.orders).toBeGreaterThan(20)
      expect(JSON.parse(text(ledger, 'sums'))).toMatchObject({
        orders: totals.orders,
        total_amount: totals.revenue,
        refunded_amount: totals.refunds,
      })
    }
  })

  it('default to the last 30 days by day, ending today', async () => {
    const today = londonTime(new Date()).date
    const { from, to, bucket, buckets } = await ask(sellers[0] ?? fail(), null, null)
    expect([from, to, bucket, buckets.length]).toEqual([addDays(today, -29), today, 'day', 30])
    expect(await ask(sellers[0] ?? fail(), addDays(today, -1), addDays(today, 40))).toMatchObject({ to: today })
  })

  it('are visible only to the owner of a shop', async () => {
    expect(await refusal(ask(await context.member('Buyer'), firstDay, lastDay, 'month'))).toMatchObject({
      code: 'PT404',
      hint: 'shop',
    })
    expect(await refusal(ask(context.visitor, firstDay, lastDay, 'month'))).toMatchObject({ code: forbidden })
  })

  it.each([
    ['2026-02-02', '2026-02-01', 'day', 'range'],
    ['2025-01-01', '2026-02-05', 'day', 'bucket'],
    ['2021-02-01', '2026-02-01', 'month', 'range'],
    ['0001-01-01', '0001-01-02', 'day', 'range'],
    ['4713-01-01 BC', null, 'month', 'range'],
    ['-infinity', 'infinity', 'month', 'range'],
    ['2900-01-01', '2900-01-02', 'day', 'range'],
    ['2026-01-01', '2026-02-01', 'hour', 'bucket'],
    ['2026-01-01', '2026-02-01', "day'; drop table orders; --", 'bucket'],
  ])('refuse %s to %s by %s with a sentence', async (from, to, bucket, hint) => {
    const { code, message, ...rest } = await refusal(ask(sellers[0] ?? fail(), from, to, bucket))
    expect([code, rest.hint]).toEqual(['22023', hint])
    expect(message).toMatch(/^[A-Z].* .*\.$/)
  })

  it('count each view of a product on sale except its owner’s, and store only the count', async () => {
    const [owner = fail()] = sellers
    const view = async (actor: Actor, id: string) =>
      void (await actor.rows('select public.record_product_view($1, true)', id))
    const shown = await context.product(shops[0] ?? '')
    const draft = await context.product(shops[0] ?? '', { status: 'draft' })
    const hidden = await context.product(shops[0] ?? '', { status: 'hidden' })
    for (const actor of [context.visitor, context.visitor, await context.member('Viewer'), owner])
      for (const id of [shown, draft, hidden, randomUUID()]) await view(actor, id)
    const today = londonTime(new Date()).date
    const counted = await context.service.rows(
      'select product_id, day::text, views from public.product_views where product_id in ($1, $2, $3)',
      shown,
      draft,
      hidden,
    )
    expect(counted).toEqual([{ product_id: shown, day: today, views: 3 }])
    for (const actor of [context.visitor, owner])
      await actor.rows('select public.record_shop_visit($1)', shops[0] ?? '')
    expect(await ask(owner, today, today)).toMatchObject({
      totals: { visits: 4, visits_with_order: 0, orders: 0, conversion: 0 },
      products: [{ product_id: shown, visits: 3 }],
    })
    const suspended = await context.shop(await context.member(), { status: 'suspended' })
    await context.visitor.rows('select public.record_shop_visit($1)', suspended)
    await context.visitor.rows('select public.record_shop_visit($1)', randomUUID())
    expect(
      await context.service.rows('select from public.shop_visits where shop_id = $1', suspended),
      'a hidden shop has no visits',
    ).toEqual([])
    await context.service.rows('update public.shop_visits set visits = 2147483647 where shop_id = $1', shops[0] ?? '')
    await context.visitor.rows('select public.record_shop_visit($1)', shops[0] ?? '')
    await context.service.rows('delete from public.shop_visits where day = $1', today)
    await context.service.rows('update public.product_views set views = 2147483647 where product_id = $1', shown)
    await view(context.visitor, shown)
  })

  it.runIf(kind === 'postgres')('do not make concurrent viewers of a popular product wait for each other', async () => {
    const shown = await context.product(shops[0] ?? '')
    await context.visitor.rows('select public.record_product_view($1)', shown)
    await context.database.transaction(async (tx) => {
      await tx.run({ text: 'select from public.product_views where product_id = $1 for update', values: [shown] })
      // A viewer who waited for this transaction would never be answered.
      await context.visitor.rows('select public.record_product_view($1)', shown)
    })
  })
})

function fail(): never {
  throw new Error('there is no such seller')
}

/** Two years of orders for two shops. Then one buyer's account and one product of each shop are deleted. */
async function writeSalesHistory(context: TestContext, shops: readonly string[]): Promise<SalesHistory> {
  const { service } = context
  const buyers = await Promise.all(Array.from({ length: 10 }, (_, n) => context.member(`Buyer ${n}`)))
  const products: string[][] = []
  for (const shop of shops) {
    const own: string[] = []
    for (let n = 0; n < 6; n += 1)
      own.push(await context.product(shop, { name: `Product ${n} of ${shop.slice(0, 4)}` }))
    products.push(own)
  }
  const orders = fc.sample(sale, { seed: 1887, numRuns: 220 }).map((drawn): SoldOrder & { readonly drawn: Sale } => {
    const lines = drawn.lines.map((line) => ({
      ...line,
      product: products[drawn.shop]?.[line.product] ?? '',
      name: `As bought ${line.product}`,
    }))
    const { paidAt, deliveryPence, fate, refund } = drawn
    const shop = shops[drawn.shop] ?? ''
    const total = lines.reduce((sum, { pricePence, quantity }) => sum + pricePence * quantity, deliveryPence)
    const refunds = { none: 0, some: Math.ceil(total / 3), all: total, pending: 0, failed: 0 }
    return {
      id: randomUUID(),
      shop,
      buyer: buyers[drawn.buyer]?.id ?? null,
      paidAt,
      isCancelled: fate === 'cancelled',
      deliveryPence,
      refundedPence: paidAt ? refunds[refund] : 0,
      lines,
      drawn,
    }
  })
  await writeOrders(service, orders)
  const productViews = await writeProductViews(service, shops, products)
  const shopVisits = await writeShopVisits(service, shops)
  const [gone] = buyers
  // A buyer with an open order cannot delete their account, so orders end first. Analytics count paid orders in
  // any status.
  for (const [before, after] of [
    ['pending payment', 'cancelled'],
    ['processing', 'shipped'],
    ['shipped', 'delivered'],
  ])
    await service.rows(
      'update public.orders set status = $3::text::public.order_status where buyer_id = $1 and status = $2::text::public.order_status',
      gone?.id ?? null,
      before ?? null,
      after ?? null,
    )
  await context.database.run({ text: 'delete from auth.users where id = $1', values: [gone?.id ?? null] })
  const deleted = new Set(products.map(([first = '']) => first))
  for (const id of deleted) await service.rows('delete from public.products where id = $1', id)
  const left = products.flatMap((own, n) =>
    own.flatMap((id, m): [string, string][] =>
      deleted.has(id) ? [] : [[id, `Product ${m} of ${shops[n]?.slice(0, 4)}`]],
    ),
  )
  return {
    orders: orders.map((order) => (order.buyer === gone?.id ? { ...order, buyer: null } : order)),
    shopVisits,
    productViews: productViews.filter((view) => !deleted.has(view.product)),
    names: new Map(left),
  }
}

/** In the usual order: placed with items, paid, perhaps cancelled, perhaps refunded. */
async function writeOrders(service: Actor, orders: readonly (SoldOrder & { readonly drawn: Sale })[]): Promise<void> {
  const goods = ({ lines }: SoldOrder) =>
    lines.reduce((sum, { pricePence, quantity }) => sum + pricePence * quantity, 0)
  const write = (sql: string, rows: readonly object[]) => service.rows(sql, [...rows])
  await write(
    `insert into public.orders (id, buyer_id, shop_id, shop_name, subtotal, delivery_fee, delivery_address)
      select o.id, o.buyer, o.shop, 'A shop', o.goods / 100.0, o."deliveryPence" / 100.0,
        '{"full_name": "A", "address_line1": "B", "city": "C", "postal_code": "D"}'
      from jsonb_to_recordset($1::jsonb) as o (id uuid, buyer uuid, shop uuid, goods integer, "deliveryPence" integer)`,
    orders.map((order) => ({ ...order, goods: goods(order) })),
  )
  await write(
    `insert into public.order_items (order_id, product_id, name, price, quantity)
      select l.id, l.product, l.name, l."pricePence" / 100.0, l.quantity
      from jsonb_to_recordset($1::jsonb) as l (id uuid, product uuid, name text, "pricePence" integer, quantity integer)`,
    orders.flatMap(({ id, lines }) => lines.map((line) => ({ id, ...line }))),
  )
  const paid = orders.filter(({ paidAt }) => paidAt)
  await write(
    `update public.orders o set status = 'processing', paid_at = p."paidAt"
      from jsonb_to_recordset($1::jsonb) as p (id uuid, "paidAt" timestamptz) where p.id = o.id`,
    paid,
  )
  await write(
    `update public.orders o set status = 'cancelled' from jsonb_to_recordset($1::jsonb) as c (id uuid) where c.id = o.id`,
    orders.filter(({ isCancelled }) => isCancelled),
  )
  await write(
    `insert into public.refunds (order_id, amount, status)
      select r.id, r.pence / 100.0, r.status from jsonb_to_recordset($1::jsonb) as r (id uuid, pence integer, status text)`,
    paid
      .filter(({ drawn }) => drawn.refund !== 'none')
      .map(({ id, drawn, refundedPence }) => ({
        id,
        pence: refundedPence || 1,
        status: refundedPence ? 'succeeded' : drawn.refund,
      })),
  )
}

async function writeProductViews(
  service: Actor,
  shops: readonly string[],
  products: readonly string[][],
): Promise<ProductView[]> {
  const days = fc.sample(
    fc.tuple(fc.integer({ min: 0, max: 690 }), fc.constantFrom(0, 1), product, fc.integer({ min: 1, max: 90 })),
    {
      seed: 1887,
      numRuns: 200,
    },
  )
  const once = new Map<string, ProductView>()
  for (const [ahead, shop, which, views] of days) {
    const view = {
      shop: shops[shop] ?? '',
      product: products[shop]?.[which] ?? '',
      day: addDays(firstDay, ahead),
      views,
    }
    once.set(view.product + view.day, view)
  }
  const productViews = [...once.values()]
  await service.rows(
    'insert into public.product_views (product_id, day, views) select l.product, l.day, l.views from jsonb_to_recordset($1::jsonb) as l (product uuid, day date, views integer)',
    productViews,
  )
  return productViews
}

/** Few enough that on some days more buyers order than visits were counted. */
async function writeShopVisits(service: Actor, shops: readonly string[]): Promise<ShopVisits[]> {
  const drawn = fc.sample(
    fc.tuple(fc.integer({ min: 0, max: 690 }), fc.constantFrom(0, 1), fc.integer({ min: 1, max: 9 })),
    {
      seed: 1887,
      numRuns: 600,
    },
  )
  const once = new Map<string, ShopVisits>()
  for (const [ahead, shop, visits] of drawn) {
    const day = addDays(firstDay, ahead)
    once.set(`${shop} ${day}`, { shop: shops[shop] ?? '', day, visits })
  }
  const shopVisits = [...once.values()]
  await service.rows(
    'insert into public.shop_visits (shop_id, day, visits) select v.shop, v.day, v.visits from jsonb_to_recordset($1::jsonb) as v (shop uuid, day date, visits integer)',
    shopVisits,
  )
  return shopVisits
}
