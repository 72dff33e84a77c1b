/** Limits on what one buyer holds without paying, and on the cost of one request. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, dayOfWeek, londonTime } from '#domain/values/calendar'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import {
  addDailyPickupWindows,
  address,
  backdateCancellations,
  beginPayment,
  call,
  column,
  delivered,
  expireCheckout,
  forSale,
  order,
  type Placed,
  pay,
  pickedUp,
  place,
  receive,
  recordPaymentEvent,
  stockOf,
} from './order-fixtures.ts'
import { type Actor, openTestContext, refusal, type TestContext } from './test-context.ts'

describe.each(databases)('limits on one buyer on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let shop: string
  let buyer: Actor
  let home: string
  let last: string
  let plenty: string
  const tomorrow = addDays(londonTime(new Date()).date, 1)
  const slot = { date: tomorrow, start_time: '09:00', end_time: '17:00' }
  const tooMany = { code: 'PT429', hint: 'too_many' }

  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    shop = await context.shop(seller)
    await context.service.insert('shop_pickup_schedules', {
      shop_id: shop,
      day_of_week: dayOfWeek(tomorrow),
      start_time: '09:00',
      end_time: '17:00',
    })
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    buyer = await context.member('Buyer')
    home = await address(buyer)
    last = await context.product(shop, { ...forSale, name: 'One of the last', stock: 24 })
    plenty = await context.product(shop, { ...forSale, name: 'One of many', stock: 1_000 })
  })

  const delivery = (product: string) => order([delivered(shop, { product })], { address_id: home })
  const pickupOrder = (product: string) => order([pickedUp(shop, slot, { product })])
  const limitPickups = (most: number | null) =>
    context.service.rows('update shop_pickup_schedules set max_orders = $2::int where shop_id = $1', shop, most)

  it('a buyer holds scarce products in five unpaid orders, until one is paid, cancelled or expired', async () => {
    const held = []
    for (let n = 0; n < 5; n += 1) held.push(await place(buyer, delivery(last)))
    const another = () => refusal(place(buyer, delivery(last)))
    expect(await another()).toMatchObject(tooMany)
    // Plentiful products are not limited, and other buyers get the rest.
    for (let n = 0; n < 7; n += 1) await place(buyer, delivery(plenty))
    const stranger = await context.member()
    await place(stranger, order([delivered(shop, { product: last })], { address_id: await address(stranger) }))

    const [first, second, third] = held
    if (!first || !second || !third) throw new Error('an order is missing')
    await call(buyer, 'cancel_checkout($1)', first.checkout_id)
    await place(buyer, delivery(last))
    expect(await another()).toMatchObject(tooMany)
    expect((await pay(context, buyer, second)).result).toBe('paid')
    await place(buyer, delivery(last))
    expect(await another()).toMatchObject(tooMany)
    await context.service.rows(`update checkouts set expires_at = now() where id = $1`, third.checkout_id)
    // It holds its stock until the job has released it.
    expect(await another()).toMatchObject(tooMany)
    await context.service.rows('select expire_checkouts()')
    await place(buyer, delivery(last))
    expect(await another()).toMatchObject(tooMany)
  })

  it('a buyer leaves at most 50 orders of a day unpaid, however they ended', async () => {
    const key = 'the first order of the day'
    const first = await place(buyer, delivery(plenty), key)
    const add = (count: number, status: string) =>
      context.service.count(
        `insert into checkouts (buyer_id, status, subtotal) select $1, $2, 1 from generate_series(1, ${count})`,
        buyer.id,
        status,
      )
    await add(24, 'expired')
    await add(24, 'cancelled')
    const second = await place(buyer, delivery(plenty))
    expect(await refusal(place(buyer, delivery(plenty)))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
    expect(await place(buyer, delivery(plenty), key)).toEqual(first)
    await pay(context, buyer, second)
    await place(buyer, delivery(plenty))
  })

  it('a buyer places at most 20 orders of a day that cost nothing', async () => {
    const corner = await context.shop(await context.member())
    const time = await addDailyPickupWindows(context, corner)
    const sample = await context.product(corner, { ...forSale, price: 0, stock: 900 })
    const taste = () => place(buyer, order([pickedUp(corner, time, { product: sample })]))
    for (let n = 0; n < 20; n += 1) await taste()
    expect(await refusal(taste())).toMatchObject({ code: 'PT429', message: expect.stringContaining('cost nothing') })
    await place(buyer, delivery(plenty))
  })

  it('a buyer who has cancelled ten paid orders in a day can place none until the next', async () => {
    const idOf = ({ orders }: Placed) => orders[0]?.id ?? ''
    const buyAndCancel = async (by: Actor) => {
      const placed = await place(buyer, delivery(plenty))
      await pay(context, buyer, placed)
      await call(by, 'cancel_order($1, $2)', idOf(placed), 'No eggs')
    }
    const key = 'the order before all others'
    const first = await place(buyer, delivery(plenty), key)
    for (let n = 0; n < 9; n += 1) await buyAndCancel(buyer)
    // Only paid orders count, and of those only what the buyer cancels.
    await buyAndCancel(seller)
    await call(buyer, 'cancel_order($1)', idOf(await place(buyer, delivery(plenty))))
    await buyAndCancel(buyer)
    expect(await refusal(place(buyer, delivery(plenty)))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
    expect(await place(buyer, delivery(plenty), key)).toEqual(first)
    await backdateCancellations(context, buyer)
    await place(buyer, delivery(plenty))
  })

  it('a checkout that ended without money is deleted after 30 days, and no other', async () => {
    const [expired, cancelled, refunded, paid, pending, recent] = [
      await place(buyer, delivery(plenty)),
      await place(buyer, delivery(plenty)),
      await place(buyer, delivery(plenty)),
      await place(buyer, delivery(plenty)),
      await place(buyer, delivery(plenty)),
      await place(buyer, delivery(plenty)),
    ]
    await beginPayment(context, buyer, expired.checkout_id)
    const late = await beginPayment(context, buyer, refunded.checkout_id)
    await pay(context, buyer, paid)
    await expireCheckout(context, expired.checkout_id)
    for (const ended of [cancelled, refunded, recent]) await call(buyer, 'cancel_checkout($1)', ended.checkout_id)
    await call(context.service, 'expire_checkouts()')
    await recordPaymentEvent(context, { payment: late, amount: refunded.total })
    await context.service.count(
      `update checkouts set created_at = now() - interval '31 days' where buyer_id = $1 and id <> $2`,
      buyer.id,
      recent.checkout_id,
    )
    await context.database.script('select private.purge_unpaid_checkouts()')
    const kept = [refunded, paid, pending, recent]
    for (const [table, id] of [
      ['checkouts', 'id'],
      ['orders', 'checkout_id'],
    ])
      expect(
        column(
          await context.service.rows(`select ${id} as id from ${table} where buyer_id = $1`, buyer.id),
          'id',
        ).sort(),
      ).toEqual(kept.map(({ checkout_id }) => checkout_id).sort())
  })

  it('a buyer holds five unpaid places in limited windows, and a repeated order still gets its response', async () => {
    await limitPickups(20)
    const key = 'the same order again'
    const first = await place(buyer, pickupOrder(plenty), key)
    for (let n = 0; n < 4; n += 1) await place(buyer, pickupOrder(plenty))
    expect(await refusal(place(buyer, pickupOrder(plenty)))).toMatchObject(tooMany)
    expect(await refusal(place(buyer, delivery(last)))).toMatchObject(tooMany)
    expect(await place(buyer, pickupOrder(plenty), key)).toEqual(first)
    await limitPickups(null)
    await place(buyer, pickupOrder(plenty))
    await place(buyer, delivery(last))
  })

  it('an order reads none of the checkouts of others', async () => {
    const others = await Promise.all(Array.from({ length: 300 }, async () => (await context.member()).id))
    await context.database.run({
      text: `insert into public.checkouts (buyer_id, idempotency_key, request_digest, subtotal, delivery_fee, expires_at)
             select id, 'of another ' || n, n::text, 5, 0, now() + interval '1 hour'
             from unnest($1::uuid[]) id, generate_series(1, 10) n`,
      values: [`{${others.join()}}`],
    })
    await context.database.run({ text: 'analyze public.checkouts', values: [] })
    const { rows } = await context.database.run({
      text: `with placed as materialized (select private.hold_duration($1::uuid, '192.0.2.0/24') as duration)
             select (select seq_tup_read from pg_stat_xact_user_tables where relname = 'checkouts' and duration is not null)
             from placed`,
      values: [buyer.id],
    })
    expect(rows).toEqual([['0']])
  })

  it('simultaneous requests do not raise the limit', async () => {
    // Different products, so no request waits for a row lock.
    const several = await Promise.all(
      Array.from({ length: cases(8, 20) }, () => context.product(shop, { ...forSale, stock: 3 })),
    )
    const ends = await Promise.allSettled(several.map((product) => place(buyer, delivery(product))))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject(tooMany)
  })

  const lots = (product: string, quantity: number, address = home) =>
    order([delivered(shop, { product, quantity })], { address_id: address })

  it('a buyer holds half of a product’s stock over all unpaid orders, or six where stock is low', async () => {
    const many = await context.product(shop, { ...forSale, stock: 40 })
    const attack = async () => {
      for (let n = 0; n < 4; n += 1) await place(buyer, lots(many, 10))
    }
    expect(await refusal(attack())).toMatchObject({ code: 'PT429', hint: 'stock_held' })
    expect(await stockOf(context, many)).toBe(20)
    expect(await refusal(place(await context.member(), lots(many, 21)))).toMatchObject({ hint: 'address' })
    // Others can still buy, and one buyer can buy all of a small stock.
    const stranger = await context.member()
    await place(stranger, lots(many, 10, await address(stranger)))
    const few = await context.product(shop, { ...forSale, stock: 6 })
    const placed = await place(buyer, lots(few, 6))
    expect((await pay(context, buyer, placed)).result).toBe('paid')
    expect(await stockOf(context, few)).toBe(0)
  })

  it('a buyer who paid the first half can hold half of the rest', async () => {
    const many = await context.product(shop, { ...forSale, stock: 40 })
    expect(await refusal(place(buyer, lots(many, 21)))).toMatchObject({
      hint: 'stock_held',
      message: 'You can order at most 20 × A cake at a time. Please pay for them before you order more.',
    })
    await pay(context, buyer, await place(buyer, lots(many, 20)))
    await place(buyer, lots(many, 10))
  })

  it('a buyer holds the last of five products, in any number of orders', async () => {
    const shelf = []
    for (let n = 0; n < 12; n += 1) shelf.push(await context.product(shop, { ...forSale, stock: 4 }))
    const all = (...products: readonly string[]) =>
      place(
        buyer,
        order([delivered(shop, ...products.map((product) => ({ product, quantity: 3 })))], { address_id: home }),
      )
    expect(await refusal(all(...shelf))).toMatchObject(tooMany)
    await all(...shelf.slice(0, 3))
    await all(...shelf.slice(3, 5))
    expect(await refusal(all(...shelf.slice(5, 6)))).toMatchObject(tooMany)
    // One of four leaves most to others.
    await place(buyer, order([delivered(shop, { product: shelf[6] ?? '' })], { address_id: home }))
  })

  it('all who have never bought share the limit of their network', async () => {
    const many = await context.product(shop, { ...forSale, stock: 40 })
    const take = async (from: string, quantity: number, hasBought = false) => {
      const newcomer = await context.member('Puppet', {}, from)
      const home = await address(newcomer)
      // The age of an account costs an attacker nothing.
      await context.service.rows(
        `update profiles set created_at = now() - interval '1 year' where id = $1`,
        newcomer.id,
      )
      if (hasBought) {
        await pay(context, newcomer, await place(newcomer, lots(plenty, 1, home)))
        await receive(context, newcomer)
      }
      return place(newcomer, lots(many, quantity, home))
    }
    await take('203.0.113.7', 10)
    await take('203.0.113.7', 10)
    expect(await refusal(take('203.0.113.7', 10))).toMatchObject({ code: 'PT429', hint: 'stock_held' })
    // A network is one subscriber's IPv6 prefix. Forwarded addresses that a client adds itself do not count.
    expect(await refusal(take('198.51.100.9, 203.0.113.7', 1))).toMatchObject({ hint: 'stock_held' })
    await take('2001:db8:1:1::1', 5)
    await take('2001:db8:1:1::2', 5)
    expect(await refusal(take('2001:db8:1:ff:ffff::3', 1))).toMatchObject({ hint: 'stock_held' })
    await take('2001:db8:2::1', 1)
    // Those who have bought, and requests through a proxy that forwards no client address, count alone.
    await take('203.0.113.7', 2, true)
    await take('::ffff:10.0.0.1', 1)
    await take('127.0.0.1', 1)
  })

  it('a buyer holds two places of a limited pickup window, or half of them', async () => {
    const corner = await context.shop(await context.member())
    const tart = await context.product(corner, { ...forSale, stock: 500 })
    const window = await addDailyPickupWindows(context, corner, 4)
    const book = (who: Actor, time = window) => place(who, order([pickedUp(corner, time, { product: tart })]))
    await book(buyer)
    await book(buyer)
    expect(await refusal(book(buyer))).toMatchObject({ ...tooMany, message: expect.stringContaining('pickup time') })
    await book(buyer, { ...window, date: addDays(window.date, 1) })
    const [third, fourth] = [await context.member(), await context.member()]
    await book(third)
    await book(fourth)
  })

  it('holds last 30 minutes, then 15, then five', async () => {
    const minutes = async () => {
      const { checkout_id: id } = await place(buyer, delivery(plenty))
      const [row] = await context.service.rows(
        'select round(extract(epoch from expires_at - created_at) / 60)::int as minutes from checkouts where id = $1',
        id,
      )
      return { id, minutes: Number(row?.minutes) }
    }
    const first = await minutes()
    // A buyer who returns to the basket loses nothing.
    await call(buyer, 'cancel_checkout($1)', first.id)
    const second = await minutes()
    await expireCheckout(context, second.id)
    const third = await minutes()
    // Cancelled just before it would expire.
    await context.service.rows(
      `update checkouts set created_at = now() - interval '14 minutes' where id = $1`,
      third.id,
    )
    await call(buyer, 'cancel_checkout($1)', third.id)
    const fourth = await minutes()
    expect([first, second, third, fourth].map((each) => each.minutes)).toEqual([30, 30, 15, 5])
    await context.service.rows(
      `update checkouts set created_at = now() - interval '25 hours' where buyer_id = $1`,
      buyer.id,
    )
    expect((await minutes()).minutes).toBe(30)
  })

  it('only the seller sees held stock and when it returns', async () => {
    const seller = await context.member()
    const bakery = await context.shop(seller)
    const loaf = await context.product(bakery, { ...forSale, stock: 10 })
    const placed = await place(buyer, order([delivered(bakery, { product: loaf, quantity: 3 })], { address_id: home }))
    const [until] = await context.service.rows('select expires_at from checkouts where id = $1', placed.checkout_id)
    const held = (who: Actor) => who.rows('select * from held_stock()')
    expect(await held(seller)).toEqual([{ product_id: loaf, quantity: 3, until: until?.expires_at }])
    expect([await held(buyer), await refusal(held(context.visitor))]).toMatchObject([[], { code: '42501' }])
    await pay(context, buyer, placed)
    expect(await held(seller)).toEqual([])
  })

  it('an order has at most 200 lines', async () => {
    const parts = []
    for (let n = 0; n < 3; n += 1) {
      const corner = await context.shop(await context.member())
      const product = await context.product(corner, { ...forSale, price: 1, stock: 1_000 })
      parts.push(delivered(corner, ...Array.from({ length: 67 }, () => ({ product }))))
    }
    const asked = order(parts, { address_id: home })
    expect(await refusal(place(buyer, asked))).toMatchObject({ code: '22023', hint: 'malformed' })
    parts[0]?.items.pop()
    expect((await place(buyer, asked)).subtotal).toBe(200)
  })

  // A statement in PGlite cannot be cancelled. Past the deadline its worker thread is ended.
  it.runIf(kind === 'pglite')('slots among thousands of pickup windows are found before the deadline', async () => {
    const market = await context.shop(await context.member())
    await context.service.insert('shop_booking_rules', { shop_id: market, horizon_days: 60 })
    const products = await Promise.all(Array.from({ length: 60 }, () => context.product(market, forSale)))
    await context.service.rows(
      `insert into product_pickup_schedules (product_id, day_of_week, start_time, end_time, max_orders)
        select p.id::uuid, day, make_time(hour, p.number::int - 1, 0), make_time(hour + 1, p.number::int - 1, 0), 5
        from unnest($1::uuid[]) with ordinality as p (id, number), generate_series(0, 6) day, generate_series(0, 22) hour`,
      `{${products.join()}}`,
    )
    const found = await context.visitor.rows(
      `select remaining from hand_over_slots($1, $2::uuid[], 'pickup', null, 60) where reason is null`,
      market,
      `{${products.join()}}`,
    )
    expect(found.length).toBeGreaterThan(59 * 20)
    expect(new Set(found.map(({ remaining }) => remaining))).toEqual(new Set([5]))
  })
})
