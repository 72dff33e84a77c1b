/** Concurrent buyers, the payment provider and the clock. Needs parallel connections, so PostgreSQL only. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseError } from '#backend/database/errors'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import { clear } from './clear.ts'
import { expectLedgerToBalance } from './ledger-assertions.ts'
import {
  addDailyPickupWindows,
  address,
  beginPayment,
  call,
  delivered,
  deliveredOn,
  expireCheckout,
  forSale,
  order,
  pickedUp,
  place,
  recordPaymentEvent,
  stockOf,
} from './order-fixtures.ts'
import { type Actor, openTestContext, type TestContext, text } from './test-context.ts'

describe.runIf(databases.includes('postgres'))('concurrent checkouts on postgres', () => {
  let context: TestContext
  let seller: Actor
  let shop: string
  let home: string
  let buyer: Actor
  let slot: object
  const stock = new Map<string, number>()

  beforeAll(async () => {
    context = await openTestContext('postgres')
    seller = await context.member('Seller')
    shop = await context.shop(seller)
    slot = await addDailyPickupWindows(context, shop, 5)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    await clear(context, 'public.checkouts', 'public.payment_events')
    stock.clear()
    buyer = await context.member('Buyer')
    home = await address(buyer)
  })

  const product = async (pieces: number) => {
    const id = await context.product(shop, { ...forSale, price: 3, stock: pieces })
    stock.set(id, pieces)
    return id
  }
  /** How many succeeded. Every other attempt must be refused with one of the given codes. */
  const served = async (attempts: readonly Promise<unknown>[], ...hints: readonly string[]) => {
    let count = 0
    for (const end of await Promise.allSettled(attempts)) {
      if (end.status === 'fulfilled') count += 1
      else if (!(end.reason instanceof DatabaseError) || !hints.includes(end.reason.hint ?? '')) throw end.reason
    }
    await expectLedgerToBalance(context, stock)
    return count
  }
  const times = <T>(count: number, act: (n: number) => T) => Array.from({ length: count }, (_, n) => act(n))

  it('the last ten pieces go to ten of more concurrent orders, in any order of products', async () => {
    const [cake, bun] = [await product(10), await product(30)]
    const buyers = await Promise.all(
      times(8, async () => {
        const member = await context.member()
        return { member, home: await address(member) }
      }),
    )
    const attempts = times(cases(16, 40), (n) => {
      const { member, home: theirs } = buyers[n % 8] ?? { member: buyer, home }
      const lines = [{ product: cake }, { product: bun }]
      return place(member, order([delivered(shop, ...(n % 2 ? lines : lines.reverse()))], { address_id: theirs }))
    })
    expect(await served(attempts, 'sold_out')).toBe(10)
    expect([await stockOf(context, cake), await stockOf(context, bun)]).toEqual([0, 20])
  })

  it('buyers of a choice with a stock of ten get ten, of a product that is made to order', async () => {
    const cake = await context.product(shop, { ...forSale, price: 3, stock: 0, is_made_to_order: true })
    const group = text(
      await context.service.insert('product_option_groups', { product_id: cake, name: 'Topping' }),
      'id',
    )
    const choices = await Promise.all(
      ['Walnut', 'Cherry'].map(async (name, position) => {
        const values = { group_id: group, product_id: cake, name, position, stock: position === 0 ? 10 : null }
        return text(await context.service.insert('product_option_choices', values), 'id')
      }),
    )
    const buyers = await Promise.all(times(cases(16, 64), () => context.member()))
    const attempts = buyers.map(async (member) => {
      const options = [{ group_id: group, choice_ids: [choices[0]] }]
      return place(member, order([delivered(shop, { product: cake, options })], { address_id: await address(member) }))
    })
    let placed = 0
    for (const end of await Promise.allSettled(attempts)) {
      if (end.status === 'fulfilled') placed += 1
      else expect(end.reason).toMatchObject({ hint: 'sold_out' })
    }
    expect(placed).toBe(10)
    expect(
      await context.service.rows(
        'select stock from product_option_choices where group_id = $1 order by position',
        group,
      ),
    ).toEqual([{ stock: 0 }, { stock: null }])
  })

  it('bookings of a window for five give five orders, whatever their products', async () => {
    const buns = await Promise.all(times(cases(8, 20), () => product(1)))
    const guests = await Promise.all(buns.map(() => context.member()))
    const attempts = buns.map((bun, n) => place(guests[n] ?? buyer, order([pickedUp(shop, slot, { product: bun })])))
    expect(await served(attempts, 'slot_full')).toBe(5)
    expect((await Promise.all(buns.map((bun) => stockOf(context, bun)))).filter((left) => left === 0)).toHaveLength(5)
  })

  it('buyers at once never exceed a delivery window, a day or a category’s units of a day', async () => {
    const corner = await context.shop(await context.member())
    const cakes = await Promise.all(
      times(8, () => context.product(corner, { ...forSale, price: 3, stock: 1000, category: 'Bread' })),
    )
    const pies = await Promise.all(times(8, () => context.product(corner, { ...forSale, price: 3, stock: 1000 })))
    const day = await addDailyPickupWindows(context, corner)
    await context.service.rows(
      `insert into shop_pickup_schedules (shop_id, day_of_week, start_time, end_time, max_orders, fulfilment)
        select $1, day, '09:00', '17:00', 6, 'delivery' from generate_series(0, 6) day`,
      corner,
    )
    await context.service.insert('shop_day_limits', { shop_id: corner, max_orders: 12 })
    await context.service.insert('shop_day_limits', { shop_id: corner, category: 'Bread', max_orders: 4 })
    const guests = await Promise.all(
      times(cases(32, 64), async () => {
        const member = await context.member()
        return { member, theirs: await address(member) }
      }),
    )
    const attempts = guests.map(({ member, theirs }, n) => {
      const [cake, pie] = [{ product: cakes[n % 8] ?? '' }, { product: pies[n % 8] ?? '' }]
      const wanted = n % 4 < 2 ? cake : pie
      const part = n % 2 ? pickedUp(corner, day, wanted) : deliveredOn(corner, day, wanted)
      return place(member, order([part], { address_id: theirs }))
    })
    expect(await served(attempts, 'slot_full', 'day_full')).toBe(12)
    const sold = `select coalesce(sum(quantity) filter (where product_id = any ($1::uuid[])), 0)::integer as cakes,
      count(distinct o.id) filter (where fulfilment = 'delivery')::integer as deliveries
      from orders o join order_items i on i.order_id = o.id`
    const [{ cakes: cakesSold, deliveries } = {}] = await context.service.rows(sold, `{${cakes.join()}}`)
    expect(cakesSold).toBe(4)
    expect(deliveries).toBeLessThanOrEqual(6)
  })

  it('a window that its seller saves during bookings never exceeds its limit', async () => {
    const corner = await context.shop(await context.member())
    const buns = await Promise.all(times(8, () => context.product(corner, { ...forSale, price: 3 })))
    const guests = await Promise.all(times(8, () => context.member()))
    const windows = `insert into shop_pickup_schedules (shop_id, day_of_week, start_time, end_time, max_orders)
      select '${corner}', day, '09:00', '17:00', 1 from generate_series(0, 6) day`
    await context.database.script(windows)
    const saving = context.database.script(
      `delete from shop_pickup_schedules where shop_id = '${corner}'; ${windows}; select pg_sleep(0.5)`,
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    const attempts = buns.map((bun, n) => place(guests[n] ?? buyer, order([pickedUp(corner, slot, { product: bun })])))
    expect(await served(attempts, 'slot_full')).toBe(1)
    await saving
  })

  it('an order sent eight times is placed once, with the same response each time', async () => {
    const bun = await product(100)
    const key = randomUUID()
    const results = await Promise.all(
      times(8, () => place(buyer, order([delivered(shop, { product: bun })], { address_id: home }), key)),
    )
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    expect(await stockOf(context, bun)).toBe(99)
  })

  it('a quote accepted eight times is one order', async () => {
    const cake = await context.product(shop, { ...forSale, product_type: 'bespoke', price: 0 })
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

  it('a session opens once and its payment counts once, however often each is sent', async () => {
    const bun = await product(100)
    const { checkout_id, total } = await place(buyer, order([delivered(shop, { product: bun })], { address_id: home }))
    const sessions = await Promise.all(times(8, () => beginPayment(context, buyer, checkout_id)))
    expect(new Set(sessions).size).toBe(1)
    const [payment = ''] = sessions
    const event = randomUUID()
    const results = await Promise.all(
      times(8, (n) => recordPaymentEvent(context, { payment, amount: total, event: n % 2 ? event : randomUUID() })),
    )
    expect(results.filter(({ result }) => result === 'paid').length).toBeLessThanOrEqual(4)
    expect(new Set(results.map(({ result }) => result))).toEqual(new Set(['paid', 'ignored']))
    expect(await buyer.count('select from notifications')).toBe(1)
    await expectLedgerToBalance(context, stock)
  })

  it('payments, expiry, cancellations and new buyers leave every checkout in one final state', async () => {
    const [cake, bun] = [await product(12), await product(12)]
    const pickupOrder = (...lines: string[]) => order([pickedUp(shop, slot, ...lines.map((id) => ({ product: id })))])
    const placed = await Promise.all(
      times(cases(8, 12), async (n) => {
        const member = await context.member()
        const theirs = await address(member)
        const deliveryOrder = (...lines: string[]) =>
          order([delivered(shop, ...lines.map((id) => ({ product: id })))], { address_id: theirs })
        const first = await place(member, n < 5 ? pickupOrder(cake, bun) : deliveryOrder(n % 2 ? cake : bun))
        const payment = await beginPayment(context, member, first.checkout_id)
        await expireCheckout(context, first.checkout_id)
        return { member, deliveryOrder, ...first, payment }
      }),
    )
    const attempts = placed.flatMap(({ member, deliveryOrder, checkout_id, total, payment }, n): Promise<unknown>[] => {
      const event = { payment, amount: total, event: randomUUID() }
      return [
        recordPaymentEvent(context, event),
        call(context.service, 'expire_checkouts($1)', 3),
        recordPaymentEvent(context, event),
        n % 3 ? call(context.service, 'expire_checkouts()') : call(member, 'cancel_checkout($1)', checkout_id),
        place(member, deliveryOrder(bun, cake)),
        place(member, pickupOrder(cake)),
      ]
    })
    await served(attempts, 'sold_out', 'slot_full', 'paid')
  })

  it('a seller’s edits, a shop’s closing and buyers never deadlock', async () => {
    const ids = await Promise.all(times(6, () => product(100)))
    const buying = (n: number) => {
      const lines = [...ids.slice(n % 6), ...ids.slice(0, n % 6)].map((id) => ({ product: id }))
      return place(buyer, order([delivered(shop, ...lines)], { address_id: home }))
    }
    const figures = (n: number) => {
      const changed = ids.map((id) => ({ id, price: 3 + (n % 2) }))
      return call(seller, 'save_prices_and_stock($1)', n % 2 ? changed : changed.reverse())
    }
    const closing = (n: number) => context.service.update('shops', shop, { name: `A shop ${n}` })
    await served(
      times(cases(16, 48), (n) => [buying, figures, closing, buying][n % 4]?.(n) ?? Promise.resolve()),
      'sold_out',
    )
  })
})
