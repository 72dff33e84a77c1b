/** How much of what others want one person may hold without paying, and what one request may cost everybody. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, dayOfWeek, londonTime } from '#domain/calendar'
import { databases } from '../harness.ts'
import { address, call, delivered, forSale, order, pay, pickedUp, place } from './counter.ts'
import { type Actor, openWorld, refusal, type World } from './world.ts'

describe.each(databases)('what one person may ask for on %s', (kind) => {
  let world: World
  let shop: string
  let buyer: Actor
  let home: string
  let last: string
  let plenty: string
  const tomorrow = addDays(londonTime(new Date()).date, 1)
  const slot = { date: tomorrow, start_time: '09:00', end_time: '17:00' }
  const tooMany = { code: 'PT429', hint: 'too_many' }

  beforeAll(async () => {
    world = await openWorld(kind)
    shop = await world.shop(await world.person('Seller'))
    await world.service.insert('shop_pickup_schedules', {
      shop_id: shop,
      day_of_week: dayOfWeek(tomorrow),
      start_time: '09:00',
      end_time: '17:00',
    })
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    buyer = await world.person('Buyer')
    home = await address(buyer)
    last = await world.product(shop, { ...forSale, name: 'One of the last', stock: 24 })
    plenty = await world.product(shop, { ...forSale, name: 'One of many', stock: 1_000 })
  })

  const of = (product: string) => order([delivered(shop, { product })], { address_id: home })
  const collected = (product: string) => order([pickedUp(shop, slot, { product })])
  const limitPickups = (most: number | null) =>
    world.service.rows('update shop_pickup_schedules set max_orders = $2::int where shop_id = $1', shop, most)

  it('is unpaid food that is nearly gone in five orders, until one is paid, given up or over', async () => {
    const held = []
    for (let n = 0; n < 5; n += 1) held.push(await place(buyer, of(last)))
    const another = () => refusal(place(buyer, of(last)))
    expect(await another()).toMatchObject(tooMany)
    // What there is plenty of is in nobody's way, and other people buy what is left.
    for (let n = 0; n < 7; n += 1) await place(buyer, of(plenty))
    const stranger = await world.person()
    await place(stranger, order([delivered(shop, { product: last })], { address_id: await address(stranger) }))

    const [first, second, third] = held
    if (!first || !second || !third) throw new Error('nothing was placed')
    await call(buyer, 'cancel_checkout($1)', first.checkout_id)
    await place(buyer, of(last))
    expect(await another()).toMatchObject(tooMany)
    expect((await pay(world, buyer, second)).result).toBe('paid')
    await place(buyer, of(last))
    expect(await another()).toMatchObject(tooMany)
    await world.service.rows(`update checkouts set expires_at = now() where id = $1`, third.checkout_id)
    await place(buyer, of(last))
    expect(await another()).toMatchObject(tooMany)
  })

  it('is five unpaid places in limited pickup windows, and the order that was sent before is still answered', async () => {
    await limitPickups(20)
    const key = 'the same order again'
    const first = await place(buyer, collected(plenty), key)
    for (let n = 0; n < 4; n += 1) await place(buyer, collected(plenty))
    expect(await refusal(place(buyer, collected(plenty)))).toMatchObject(tooMany)
    expect(await refusal(place(buyer, of(last)))).toMatchObject(tooMany)
    expect(await place(buyer, collected(plenty), key)).toEqual(first)
    await limitPickups(null)
    await place(buyer, collected(plenty))
    await place(buyer, of(last))
  })

  it('is not more for asking twenty times at once', async () => {
    // Of twenty products: nobody waits for anybody's food.
    const several = await Promise.all(Array.from({ length: 20 }, () => world.product(shop, { ...forSale, stock: 3 })))
    const ends = await Promise.allSettled(several.map((product) => place(buyer, of(product))))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject(tooMany)
  })

  it('is 200 lines of an order, no more than can be looked at while others wait', async () => {
    const parts = []
    for (let n = 0; n < 3; n += 1) {
      const corner = await world.shop(await world.person())
      const product = await world.product(corner, { ...forSale, price: 1, stock: 1_000 })
      parts.push(delivered(corner, ...Array.from({ length: 67 }, () => ({ product }))))
    }
    const asked = order(parts, { address_id: home })
    expect(await refusal(place(buyer, asked))).toMatchObject({ code: '22023', hint: 'malformed' })
    parts[0]?.items.pop()
    expect((await place(buyer, asked)).subtotal).toBe(200)
  })

  // Nothing can interrupt PGlite: what takes too long there ends its thread.
  it.runIf(kind === 'pglite')('is found among thousands of pickup windows before the deadline', async () => {
    const market = await world.shop(await world.person())
    const products = await Promise.all(Array.from({ length: 60 }, () => world.product(market, forSale)))
    await world.service.rows(
      `insert into product_pickup_schedules (product_id, day_of_week, start_time, end_time, max_orders)
        select p.id::uuid, day, make_time(hour, p.number::int - 1, 0), make_time(hour + 1, p.number::int - 1, 0), 5
        from unnest($1::uuid[]) with ordinality as p (id, number), generate_series(0, 6) day, generate_series(0, 22) hour`,
      `{${products.join()}}`,
    )
    const found = await world.visitor.rows(
      'select remaining from pickup_slots($1, $2::uuid[], null, 60)',
      market,
      `{${products.join()}}`,
    )
    expect(found.length).toBeGreaterThan(59 * 20)
    expect(new Set(found.map(({ remaining }) => remaining))).toEqual(new Set([5]))
  })
})
