/** What holds when several do the same at once. Needs connections that run side by side, so PostgreSQL only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { type Actor, openWorld, text, type World } from './world.ts'

describe.runIf(databases.includes('postgres'))('at once on postgres', () => {
  let world: World
  let seller: Actor
  let shop: string
  beforeAll(async () => {
    world = await openWorld('postgres')
    seller = await world.person('Seller')
    shop = await world.shop(seller)
  })
  afterAll(() => world.close())

  const eightTimes = async (act: (n: number) => Promise<unknown>) => {
    const ends = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => act(n)))
    return ends.filter(({ status }) => status === 'fulfilled').length
  }

  it('eight overlapping pickup windows end as one', async () => {
    const window = (n: number) => ({ shop_id: shop, day_of_week: 2, start_time: `0${n + 1}:00`, end_time: '12:00' })
    expect(await eightTimes((n) => seller.insert('shop_pickup_schedules', window(n)))).toBe(1)
    expect(await seller.count('select from shop_pickup_schedules where day_of_week = 2')).toBe(1)
  })

  it('eight windows that do not overlap all stay', async () => {
    const window = (n: number) => ({ shop_id: shop, day_of_week: 3, start_time: `0${n}:00`, end_time: `0${n + 1}:00` })
    expect(await eightTimes((n) => seller.insert('shop_pickup_schedules', window(n)))).toBe(8)
  })

  it('eight default addresses end as one default', async () => {
    const person = await world.person()
    const address = { full_name: 'A', address_line1: 'B', city: 'C', postal_code: 'D', is_default: true }
    expect(await eightTimes(() => person.insert('user_addresses', address))).toBe(8)
    expect(await person.count('select from user_addresses where is_default')).toBe(1)
  })

  it('eight quotes, even of one price, end as one with one message', async () => {
    const buyer = await world.person()
    const room = text(
      await buyer.insert('chat_rooms', { seller_id: seller.id, product_id: await world.product(shop) }),
      'id',
    )
    expect(await eightTimes(() => seller.update('chat_rooms', room, { price_quote: 40 }))).toBe(1)
    expect(await buyer.count('select from chat_messages')).toBe(1)
  })

  it('eight reviews are all in the average', async () => {
    const product = await world.product(shop)
    const buyer = await world.person()
    const items: string[] = []
    for (let n = 0; n < 8; n += 1) items.push((await world.order(buyer, product)).item)
    expect(
      await eightTimes((n) => buyer.insert('reviews', { order_item_id: items[n] ?? '', rating: n < 4 ? 5 : 4 })),
    ).toBe(8)
    expect(await world.visitor.rows('select rating, review_count from products where id = $1', product)).toEqual([
      { rating: '4.50', review_count: 8 },
    ])
  })

  it('eight refunds of a half end as two', async () => {
    const { order } = await world.order(await world.person(), await world.product(shop))
    expect(await eightTimes(() => world.service.insert('refunds', { order_id: order, amount: 6 }))).toBe(2)
  })

  it('eight shops of one person end as one', async () => {
    const person = await world.person()
    const shopOf = (n: number) => ({
      name: 'Mine',
      slug: `mine-${n}-${person.id}`,
      description: 'Ten characters.',
      category: 'Other',
    })
    expect(await eightTimes((n) => person.insert('shops', shopOf(n)))).toBe(1)
  })

  it('no product stays on sale in a shop that is suspended while products are added', async () => {
    const busy = await world.shop(await world.person())
    await Promise.all([
      ...Array.from({ length: 12 }, () => world.product(busy)),
      world.service.update('shops', busy, { status: 'suspended' }),
      ...Array.from({ length: 12 }, () => world.product(busy)),
    ])
    expect(await world.service.count('select from products where shop_id = $1', busy)).toBe(24)
    expect(await world.visitor.count('select from products where shop_id = $1', busy)).toBe(0)
  })
})
