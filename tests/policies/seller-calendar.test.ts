/** A seller's calendar and its private feed: complete counts, the seller's own orders alone, and secrets that end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addDays, londonTime } from '#domain/values/calendar'
import { databases } from '../harness.ts'
import { addDailyPickupWindows, call, forSale, order, pickedUp, place } from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, type Values } from './test-context.ts'

const today = londonTime(new Date()).date

const calendarSchema = z.object({
  today: z.string(),
  days: z.array(
    z.object({
      date: z.string(),
      orders: z.number(),
      unpaid: z.number(),
      pickup: z.number(),
      delivery: z.number(),
      posting: z.number(),
      bespoke: z.number(),
      limit: z.number().nullable(),
      closure: z.string().nullable(),
    }),
  ),
  windows: z.array(
    z.object({
      date: z.string(),
      product: z.string().nullable(),
      start_time: z.string(),
      taken: z.number(),
      max_orders: z.number().nullable(),
    }),
  ),
  orders: z.array(z.object({ id: z.string(), date: z.string(), kind: z.string(), buyer_name: z.string().nullable() })),
})
const feedSchema = z.object({
  is_limited: z.boolean(),
  shop_name: z.string().optional(),
  orders: z.array(z.object({ id: z.string(), buyer: z.string().nullable() })).optional(),
})

describe.each(databases)('a seller’s calendar on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let other: Actor
  let buyer: Actor
  let shop: string
  let product: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    other = await context.member('Other')
    buyer = await context.member('Buyer')
    shop = await context.shop(seller, { name: 'A shop' })
    product = await context.product(shop, forSale)
    const otherProduct = await context.product(await context.shop(other, { name: 'Another shop' }))
    await context.order(buyer, otherProduct, { status: 'processing', buyer_name: 'Of another' })
  })
  afterAll(() => context.close())

  const calendar = async (actor: Actor, from: string, days = 7) =>
    calendarSchema.parse(await call(actor, 'seller_calendar($1, $2)', from, days))
  const pickup = (day: string, values: Values = {}): Values => ({
    status: 'processing',
    fulfilment: 'pickup',
    pickup_date: day,
    pickup_start: '09:00',
    pickup_end: '12:00',
    delivery_address: null,
    ...values,
  })

  it('is refused to visitors and members without a shop, and shows a seller the orders of their own shop', async () => {
    expect(await refusal(call(context.visitor, 'seller_calendar($1)', today))).toMatchObject({ code: forbidden })
    expect(await refusal(call(buyer, 'seller_calendar($1)', today))).toMatchObject({ code: 'PT404', hint: 'shop' })
    expect(JSON.stringify(await call(seller, 'seller_calendar($1, 42)', addDays(today, -20)))).not.toContain(
      'Of another',
    )
  })

  it.each([0, 43, -1])('refuses a range of %s days', async (days) => {
    expect(await refusal(calendar(seller, today, days))).toMatchObject({ code: '22023', hint: 'range' })
  })

  it('counts each kind of order on the day of its hand-over, and names three of a day in a month', async () => {
    const day = addDays(today, 30)
    for (let n = 0; n < 5; n += 1) await context.order(buyer, product, pickup(day, { buyer_name: `Buyer ${n}` }))
    await context.order(buyer, product, { status: 'processing', delivery_date: day, buyer_name: 'Post' })
    await context.order(buyer, product, {
      status: 'processing',
      delivery_date: day,
      delivery_start: '10:00',
      delivery_end: '11:00',
    })
    await context.order(buyer, product, { status: 'processing', agreed_on: day })
    await context.order(buyer, product, pickup(day, { status: 'pending payment', buyer_name: 'Has not paid' }))
    await context.order(buyer, product, pickup(day, { status: 'cancelled', cancelled_at: '2026-01-02' }))

    const month = await calendar(seller, addDays(today, 10), 42)
    expect(month.days).toHaveLength(42)
    expect(month.days.find(({ date }) => date === day)).toMatchObject({
      orders: 8,
      unpaid: 1,
      pickup: 5,
      delivery: 1,
      posting: 1,
      bespoke: 1,
    })
    expect(month.orders.filter(({ date }) => date === day)).toHaveLength(3)
    const single = await calendar(seller, day, 1)
    expect(single.orders.map((found) => found.kind).sort()).toEqual(
      ['bespoke', 'delivery', 'pickup', 'pickup', 'pickup', 'pickup', 'pickup', 'posting'].sort(),
    )
    expect(JSON.stringify(single)).not.toContain('Has not paid')
  })

  it('shows the places of each window, the limit of a day and closures', async () => {
    const slot = await addDailyPickupWindows(context, shop, 4)
    await place(buyer, order([pickedUp(shop, slot, { product })]))
    await seller.send('shop_day_limits', { shop_id: shop, max_orders: 9 })
    const closed = addDays(today, 3)
    await seller.send('shop_closures', { shop_id: shop, from_date: closed, to_date: closed, note: 'A wedding' })
    const week = await calendar(seller, today)
    expect(week.windows).toHaveLength(7)
    expect(week.windows.find(({ date }) => date === slot.date)).toMatchObject({
      start_time: '09:00:00',
      taken: 1,
      max_orders: 4,
    })
    expect(week.days.find(({ date }) => date === slot.date)).toMatchObject({ unpaid: 1, limit: 9, closure: null })
    expect(week.days.find(({ date }) => date === closed)).toMatchObject({ closure: 'A wedding' })
  })

  it('lists the windows of products in a week, and those of a date instead of the weekly ones', async () => {
    const special = await context.product(shop, { ...forSale, name: 'Special' })
    const window = { product_id: special, start_time: '18:00', end_time: '19:00' }
    for (let day = 0; day < 7; day += 1)
      await context.service.insert('product_pickup_schedules', { ...window, day_of_week: day })
    const date = addDays(today, 2)
    const dow = new Date(`${date}T00:00:00Z`).getUTCDay()
    const dated = { ...window, on_date: date, day_of_week: dow, start_time: '20:00', end_time: '21:00' }
    await context.service.insert('product_pickup_schedules', dated)
    const own = (await calendar(seller, today)).windows.filter(({ product: name }) => name === 'Special')
    expect(own.map(({ start_time }) => start_time.slice(0, 5)).sort()).toEqual([...Array(6).fill('18:00'), '20:00'])
    expect((await calendar(seller, today, 28)).windows.filter(({ product: name }) => name !== null)).toEqual([])
  })

  describe('and its feed', () => {
    const read = async (token: string) => feedSchema.parse(await call(context.service, 'read_calendar_feed($1)', token))
    const create = async (actor: Actor) => z.string().parse(await call(actor, 'create_calendar_feed()'))

    it('opens for the latest token alone', async () => {
      expect(await refusal(create(buyer))).toMatchObject({ code: 'PT404' })
      expect(await call(seller, 'calendar_feed()')).toBeNull()
      const first = await create(seller)
      expect(first).toMatch(/^[0-9a-f]{64}$/)
      expect((await read(first)).orders?.length).toBeGreaterThan(0)
      const second = await create(seller)
      expect(await refusal(read(first))).toMatchObject({ code: 'PT404', hint: 'feed' })
      expect((await read(second)).is_limited).toBe(false)
      await call(other, 'revoke_calendar_feed()')
      expect((await read(second)).shop_name).toBe('A shop')
      await call(seller, 'revoke_calendar_feed()')
      expect(await refusal(read(second))).toMatchObject({ code: 'PT404', hint: 'feed' })
    })

    it('is not readable by members, and the token is not stored', async () => {
      const token = await create(seller)
      for (const actor of [context.visitor, buyer, seller])
        expect(await refusal(call(actor, 'read_calendar_feed($1)', token))).toMatchObject({ code: forbidden })
      const stored = await context.database.run({ text: 'select f::text from private.calendar_feeds f', values: [] })
      expect(JSON.stringify(stored)).not.toContain(token)
    })

    it('has first names, no addresses, and only orders of the shop', async () => {
      const address = { full_name: 'Zoe Quill', address_line1: '9 Secret Lane', city: 'York', postal_code: 'YO1 7HH' }
      await context.order(buyer, product, {
        status: 'processing',
        delivery_date: addDays(today, 4),
        buyer_name: 'Zoe Quill',
        delivery_address: address,
      })
      const feed = JSON.stringify(await call(context.service, 'read_calendar_feed($1)', await create(seller)))
      expect(feed).toContain('Zoe')
      for (const secret of ['Quill', 'Secret Lane', 'YO1', 'Of another', 'Has not paid'])
        expect(feed).not.toContain(secret)
    })

    it('is limited to 60 reads an hour, and ends with a suspension', async () => {
      const token = await create(seller)
      for (let n = 0; n < 60; n += 1) expect((await read(token)).is_limited).toBe(false)
      expect(await read(token)).toEqual({ is_limited: true })
      await context.service.update('shops', shop, { status: 'suspended' })
      expect(await refusal(read(token))).toMatchObject({ code: 'PT404', hint: 'feed' })
    })
  })
})
