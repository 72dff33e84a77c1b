/** Buyers, the payment provider and the clock at once. Needs connections that run side by side, so PostgreSQL only. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseError } from '#backend/database/errors'
import { databases } from '../harness.ts'
import { expectBooksToBalance } from './books.ts'
import {
  address,
  beginPayment,
  call,
  delivered,
  forSale,
  handOverDaily,
  hearPayment,
  letTimePass,
  order,
  pickedUp,
  place,
  stockOf,
} from './counter.ts'
import { type Actor, openWorld, text, type World } from './world.ts'

describe.runIf(databases.includes('postgres'))('buying at once on postgres', () => {
  let world: World
  let seller: Actor
  let shop: string
  let home: string
  let buyer: Actor
  let slot: object
  const stock = new Map<string, number>()

  beforeAll(async () => {
    world = await openWorld('postgres')
    seller = await world.person('Seller')
    shop = await world.shop(seller)
    slot = await handOverDaily(world, shop, 5)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    await world.database.script('truncate public.checkouts, public.payment_events cascade')
    stock.clear()
    buyer = await world.person('Buyer')
    home = await address(buyer)
  })

  const product = async (pieces: number) => {
    const id = await world.product(shop, { ...forSale, price: 3, stock: pieces })
    stock.set(id, pieces)
    return id
  }
  /** How many got it; whoever did not was told why, in one of the given words. */
  const served = async (attempts: readonly Promise<unknown>[], ...hints: readonly string[]) => {
    let count = 0
    for (const end of await Promise.allSettled(attempts)) {
      if (end.status === 'fulfilled') count += 1
      else if (!(end.reason instanceof DatabaseError) || !hints.includes(end.reason.hint ?? '')) throw end.reason
    }
    await expectBooksToBalance(world, stock)
    return count
  }
  const times = <T>(count: number, act: (n: number) => T) => Array.from({ length: count }, (_, n) => act(n))

  it('the last ten go to ten of forty, whatever order they ask in', async () => {
    const [cake, bun] = [await product(10), await product(30)]
    const buyers = await Promise.all(
      times(8, async () => {
        const person = await world.person()
        return { person, home: await address(person) }
      }),
    )
    const attempts = times(40, (n) => {
      const { person, home: theirs } = buyers[n % 8] ?? { person: buyer, home }
      const lines = [{ product: cake }, { product: bun }]
      return place(person, order([delivered(shop, ...(n % 2 ? lines : lines.reverse()))], { address_id: theirs }))
    })
    expect(await served(attempts, 'sold_out')).toBe(10)
    expect([await stockOf(world, cake), await stockOf(world, bun)]).toEqual([0, 20])
  })

  it('twenty bookings of a window for five end as five, whatever is in them', async () => {
    const buns = await Promise.all(times(20, () => product(1)))
    const guests = await Promise.all(times(20, () => world.person()))
    const attempts = buns.map((bun, n) => place(guests[n] ?? buyer, order([pickedUp(shop, slot, { product: bun })])))
    expect(await served(attempts, 'slot_full')).toBe(5)
    expect((await Promise.all(buns.map((bun) => stockOf(world, bun)))).filter((left) => left === 1)).toHaveLength(15)
  })

  it('a window that its baker saves anew while it is booked still takes no more than it takes', async () => {
    const corner = await world.shop(await world.person())
    const buns = await Promise.all(times(8, () => world.product(corner, { ...forSale, price: 3 })))
    const guests = await Promise.all(times(8, () => world.person()))
    const windows = `insert into shop_pickup_schedules (shop_id, day_of_week, start_time, end_time, max_orders)
      select '${corner}', day, '09:00', '17:00', 1 from generate_series(0, 6) day`
    await world.database.script(windows)
    const saving = world.database.script(
      `delete from shop_pickup_schedules where shop_id = '${corner}'; ${windows}; select pg_sleep(0.5)`,
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    const attempts = buns.map((bun, n) => place(guests[n] ?? buyer, order([pickedUp(corner, slot, { product: bun })])))
    expect(await served(attempts, 'slot_full')).toBe(1)
    await saving
  })

  it('one order sent eight times is one order, and every answer the same', async () => {
    const bun = await product(100)
    const key = randomUUID()
    const answers = await Promise.all(
      times(8, () => place(buyer, order([delivered(shop, { product: bun })], { address_id: home }), key)),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await stockOf(world, bun)).toBe(99)
  })

  it('one quote accepted eight times is one order', async () => {
    const cake = await world.product(shop, { ...forSale, product_type: 'bespoke', price: 0 })
    const room = text(await buyer.insert('chat_rooms', { seller_id: seller.id, product_id: cake }), 'id')
    await seller.update('chat_rooms', room, { price_quote: 100 })
    const quoted = order([delivered(shop, { product: cake, variation: null, chat_room_id: room })], {
      address_id: home,
    })
    expect(
      await served(
        times(8, () => place(buyer, quoted)),
        'quote',
      ),
    ).toBe(1)
  })

  it('a session is opened once, and its payment counted once, however often it is asked and told', async () => {
    const bun = await product(100)
    const { checkout_id, total } = await place(buyer, order([delivered(shop, { product: bun })], { address_id: home }))
    const sessions = await Promise.all(times(8, () => beginPayment(world, buyer, checkout_id)))
    expect(new Set(sessions).size).toBe(1)
    const [payment = ''] = sessions
    const event = randomUUID()
    const told = await Promise.all(
      times(8, (n) => hearPayment(world, { payment, amount: total, event: n % 2 ? event : randomUUID() })),
    )
    expect(told.filter(({ result }) => result === 'paid').length).toBeLessThanOrEqual(4)
    expect(new Set(told.map(({ result }) => result))).toEqual(new Set(['paid', 'ignored']))
    expect(await buyer.count('select from notifications')).toBe(1)
    await expectBooksToBalance(world, stock)
  })

  it('payments, expiry, second thoughts and new buyers at the same checkouts end each in one way', async () => {
    const [cake, bun] = [await product(12), await product(12)]
    const collected = (...lines: string[]) => order([pickedUp(shop, slot, ...lines.map((id) => ({ product: id })))])
    const placed = await Promise.all(
      times(12, async (n) => {
        const person = await world.person()
        const theirs = await address(person)
        const sent = (...lines: string[]) =>
          order([delivered(shop, ...lines.map((id) => ({ product: id })))], { address_id: theirs })
        const first = await place(person, n < 5 ? collected(cake, bun) : sent(n % 2 ? cake : bun))
        const payment = await beginPayment(world, person, first.checkout_id)
        await letTimePass(world, first.checkout_id)
        return { person, sent, ...first, payment }
      }),
    )
    const attempts = placed.flatMap(({ person, sent, checkout_id, total, payment }, n): Promise<unknown>[] => {
      const event = { payment, amount: total, event: randomUUID() }
      return [
        hearPayment(world, event),
        call(world.service, 'expire_checkouts($1)', 3),
        hearPayment(world, event),
        n % 3 ? call(world.service, 'expire_checkouts()') : call(person, 'cancel_checkout($1)', checkout_id),
        place(person, sent(bun, cake)),
        place(person, collected(cake)),
      ]
    })
    await served(attempts, 'sold_out', 'slot_full', 'paid')
  })

  it('a seller who changes figures and a shop that closes never stand in a circle with buyers', async () => {
    const ids = await Promise.all(times(6, () => product(100)))
    const buying = (n: number) => {
      const lines = [...ids.slice(n % 6), ...ids.slice(0, n % 6)].map((id) => ({ product: id }))
      return place(buyer, order([delivered(shop, ...lines)], { address_id: home }))
    }
    const figures = (n: number) => {
      const changed = ids.map((id) => ({ id, price: 3 + (n % 2) }))
      return call(seller, 'save_prices_and_stock($1)', n % 2 ? changed : changed.reverse())
    }
    const closing = (n: number) => world.service.update('shops', shop, { name: `A shop ${n}` })
    await served(
      times(48, (n) => [buying, figures, closing, buying][n % 4]?.(n) ?? Promise.resolve()),
      'sold_out',
    )
  })
})
