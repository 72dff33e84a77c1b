/** Concurrent writes. Needs parallel connections, so PostgreSQL only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { type Actor, openTestContext, type TestContext, text, writeReview } from './test-context.ts'

describe.runIf(databases.includes('postgres'))('concurrent writes on postgres', () => {
  let context: TestContext
  let seller: Actor
  let shop: string
  beforeAll(async () => {
    context = await openTestContext('postgres')
    seller = await context.member('Seller')
    shop = await context.shop(seller)
  })
  afterAll(() => context.close())

  const eightTimes = async (act: (n: number) => Promise<unknown>) => {
    const ends = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => act(n)))
    return ends.filter(({ status }) => status === 'fulfilled').length
  }

  it('eight overlapping pickup windows leave one', async () => {
    const window = (n: number) => ({ shop_id: shop, day_of_week: 2, start_time: `0${n + 1}:00`, end_time: '12:00' })
    expect(await eightTimes((n) => seller.insert('shop_pickup_schedules', window(n)))).toBe(1)
    expect(await seller.count('select from shop_pickup_schedules where day_of_week = 2')).toBe(1)
  })

  it('eight windows that do not overlap all stay', async () => {
    const window = (n: number) => ({ shop_id: shop, day_of_week: 3, start_time: `0${n}:00`, end_time: `0${n + 1}:00` })
    expect(await eightTimes((n) => seller.insert('shop_pickup_schedules', window(n)))).toBe(8)
  })

  it('eight default addresses leave one default', async () => {
    const member = await context.member()
    const address = { full_name: 'A', address_line1: 'B', city: 'C', postal_code: 'SE1 9SG', is_default: true }
    expect(await eightTimes(() => member.insert('user_addresses', address))).toBe(8)
    expect(await member.count('select from user_addresses where is_default')).toBe(1)
  })

  it('eight quotes, even of one price, leave one with one message', async () => {
    const buyer = await context.member()
    const room = text(
      await buyer.insert('chat_rooms', { seller_id: seller.id, product_id: await context.product(shop) }),
      'id',
    )
    expect(await eightTimes(() => seller.update('chat_rooms', room, { price_quote: 40 }))).toBe(1)
    expect(await buyer.count('select from chat_messages')).toBe(1)
  })

  it('eight reviews are all in the average', async () => {
    const product = await context.product(shop)
    const received: [Actor, string][] = []
    for (let n = 0; n < 8; n += 1) {
      const buyer = await context.member()
      received.push([buyer, (await context.order(buyer, product)).item])
    }
    const write = (n: number) => {
      const [buyer, item] = received[n] ?? []
      return buyer && item ? writeReview(buyer, item, n < 4 ? 5 : 4) : Promise.reject(new Error('no buyer'))
    }
    expect(await eightTimes(write)).toBe(8)
    expect(await context.visitor.rows('select rating, review_count from products where id = $1', product)).toEqual([
      { rating: '4.50', review_count: 8 },
    ])
  })

  it('eight refunds of half the payment leave two', async () => {
    const { order } = await context.order(await context.member(), await context.product(shop))
    expect(await eightTimes(() => context.service.insert('refunds', { order_id: order, amount: 6 }))).toBe(2)
  })

  it('eight shops of one member leave one', async () => {
    const member = await context.member()
    const shopOf = (n: number) => ({
      name: 'Mine',
      slug: `mine-${n}-${member.id}`,
      description: 'Ten characters.',
      category: 'Other',
    })
    expect(await eightTimes((n) => member.insert('shops', shopOf(n)))).toBe(1)
  })

  it('no product stays listed in a shop that is suspended while products are added', async () => {
    const busy = await context.shop(await context.member())
    await Promise.all([
      ...Array.from({ length: 12 }, () => context.product(busy)),
      context.service.update('shops', busy, { status: 'suspended' }),
      ...Array.from({ length: 12 }, () => context.product(busy)),
    ])
    expect(await context.service.count('select from products where shop_id = $1', busy)).toBe(24)
    expect(await context.visitor.count('select from products where shop_id = $1', busy)).toBe(0)
  })

  /**
   * Runs one statement without committing, starts the other, then runs `last` and commits the first.
   * @returns how both ended
   */
  async function meanwhile(first: string, act: () => Promise<unknown>, last = '') {
    const held = context.database.script(`begin; ${first}; select pg_sleep(0.5); ${last}; commit`)
    // In this database only, as other databases on the server have waiting sessions too.
    const sleeping = {
      text: `select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
      values: [],
    }
    while ((await context.database.run(sleeping)).count === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    return (await Promise.allSettled([held, act()])).map(({ status }) => status)
  }
  const bothFulfilled = ['fulfilled', 'fulfilled']

  it('search matches the tables after concurrent changes of pickup windows and products', async () => {
    const window = { shop_id: shop, day_of_week: 5, start_time: '09:00', end_time: '10:00' }
    const other = { shop_id: shop, day_of_week: 6, start_time: '09:00', end_time: '10:00' }
    await seller.count('delete from shop_pickup_schedules')
    const [changed = '', hidden = '', gone = ''] = await Promise.all(
      ['Quince', 'Medlar', 'Damson'].map((name) => context.product(shop, { name, available_for_pickup: true })),
    )
    const listed = async (id: string) =>
      (
        await context.service.rows(
          `select trim(name_text) || array_to_string(array(
            select 'pickup:' || d from generate_series(0, 6) d
            where tokens @> array[private.tag_token(null, 'pickup:' || d)] order by d), ' ') as listing
          from private.listings where product_id = $1`,
          id,
        )
      ).map((row) => text(row, 'listing'))

    const renamed = `update products set name = 'Quince jelly' where id = '${changed}'`
    expect(await meanwhile(renamed, () => seller.insert('shop_pickup_schedules', window))).toEqual(bothFulfilled)
    expect(await listed(changed)).toEqual(['quince jellypickup:5'])
    const hiding = `update products set status = 'hidden' where id = '${hidden}'`
    expect(await meanwhile(hiding, () => seller.insert('shop_pickup_schedules', other))).toEqual(bothFulfilled)
    expect(await listed(hidden)).toEqual([])
    const noFridays = 'delete from shop_pickup_schedules where day_of_week = 5'
    expect(await meanwhile(`delete from products where id = '${gone}'`, () => seller.count(noFridays))).toEqual(
      bothFulfilled,
    )
    const added = `insert into products (shop_id, name, available_for_pickup) values ('${shop}', 'Sloe', true)`
    expect(await meanwhile(added, () => seller.count('delete from shop_pickup_schedules'))).toEqual(bothFulfilled)
    // An order locks its products, then its pickup window.
    const productLock = `select from products where id = '${changed}' for no key update`
    const windowLock = 'select from shop_pickup_schedules for no key update'
    const moved = () => seller.count('update shop_pickup_schedules set day_of_week = 4')
    await seller.insert('shop_pickup_schedules', window)
    expect(await meanwhile(productLock, moved, windowLock)).toEqual(bothFulfilled)
    expect(await listed(changed)).toEqual(['quince jellypickup:4'])
    await seller.count('delete from shop_pickup_schedules')
    const [sloe] = await seller.rows(`select id from products where name = 'Sloe'`)
    expect(await listed(text(sloe, 'id'))).toEqual(['sloe'])
  })

  it('simultaneous enquiries by visitors are limited like consecutive ones', async () => {
    const enquiry = { subject: 'Hello', message: 'Do you deliver to Skye?' }
    for (let n = 0; n < 29; n += 1) await context.visitor.send('contact_messages', enquiry)
    const thirtieth = `set local role anon; set local request.jwt.claims = '{"role": "anon"}';
      insert into contact_messages (subject, message) values ('Hello', 'Do you deliver to Skye?')`
    const ends = await meanwhile(thirtieth, () => context.visitor.send('contact_messages', enquiry))
    expect(ends).toEqual(['fulfilled', 'rejected'])
  })
})
