/** The numbers of orders that people say, such as HC-1042. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { address, call, delivered, forSale, order, place } from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text } from './test-context.ts'

const running = (number: string) => Number(number.split('-')[1])

describe.each(databases)('the number of an order on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let buyer: Actor
  let shop: string
  let cake: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    buyer = await context.member('Buyer')
    shop = await context.shop(seller, { name: 'Honey Crumb' })
    cake = await context.product(shop, { ...forSale, price: 3, stock: 1000 })
  })
  afterAll(() => context.close())

  const numbersOf = async (shopId: string) =>
    (await context.service.rows('select number from orders where shop_id = $1 order by created_at, id', shopId)).map(
      (row) => text(row, 'number'),
    )
  const numberOf = async (id: string) =>
    text((await context.service.rows('select number from orders where id = $1', id))[0], 'number')
  const sell = async (product = cake) => numberOf((await context.order(buyer, product)).order)

  it('has letters of the shop’s name, starts between 1,000 and 2,000, and rises in small steps', async () => {
    const numbers: string[] = []
    for (let n = 0; n < 12; n += 1) numbers.push(await sell())
    expect(numbers.every((number) => /^HC-\d{4}$/.test(number))).toBe(true)
    expect(running(numbers[0] ?? '')).toBeGreaterThan(1000)
    expect(running(numbers[0] ?? '')).toBeLessThan(2003)
    const steps = numbers.slice(1).map((number, n) => running(number) - running(numbers[n] ?? ''))
    expect(steps.every((step) => step >= 1 && step <= 3)).toBe(true)
    expect(new Set(steps).size).toBeGreaterThan(1)
  })

  it('keeps its letters when the shop is renamed, and counts on beyond four digits', async () => {
    const renamed = await context.shop(await context.member(), { name: 'Plum Tarts' })
    const tart = await context.product(renamed)
    expect(await sell(tart)).toMatch(/^PT-/)
    await context.service.update('shops', renamed, { name: 'Very Different' })
    const { order: id } = await context.order(buyer, tart, { number: 'PT-9999' })
    expect(await numberOf(id)).toBe('PT-9999')
    expect(await sell(tart)).toMatch(/^PT-1000[0-2]$/)
    expect(running(await sell(tart))).toBeGreaterThan(10_000)
  })

  it.each([
    ['The Honey Crumb', 'HC'],
    ['Mary’s Cakes', 'MC'],
    ["Mary's Cakes", 'MC'],
    ['Crumb', 'CRU'],
    ['Ann’s Sweet Shop', 'AS'],
    ['Sweet Surprises', 'SWE'],
    ['Żółta Ćma', 'ZC'],
    ['42 Bakes', 'BAK'],
    ['Little Bakery of Horrors & Co', 'LBH'],
    ['X', 'TB'],
    ['Пекарня', 'TB'],
  ])('of the shop “%s” begins with %s', async (name, letters) => {
    const { rows } = await context.database.run({ text: 'select private.order_prefix($1)', values: [name] })
    expect(rows).toEqual([[letters]])
  })

  it('is each shop’s own in a checkout over two shops, and a manual order has one', async () => {
    const second = await context.shop(await context.member(), { name: 'Rye & Co' })
    const bread = await context.product(second, { ...forSale, price: 4, stock: 10 })
    const member = await context.member()
    const home = await address(member)
    const shops = [delivered(shop, { product: cake }), delivered(second, { product: bread })]
    const { checkout_id: checkout } = await place(member, order(shops, { address_id: home }))
    const placed = await member.rows('select number from orders where checkout_id = $1 order by number', checkout)
    expect(placed.map((row) => text(row, 'number').replace(/\d+/, ''))).toEqual(['HC-', 'RC-'])

    const manual = await call(
      seller,
      'place_manual_order($1, $2)',
      { name: 'Al', items: [{ product_id: cake, quantity: 1 }], hand_over: { kind: 'now' }, payment: 'received' },
      'manual-order',
    )
    expect(manual).toMatchObject({ number: expect.stringMatching(/^HC-\d+$/) })
  })

  it('is read by buyer and seller alone, and written by no member', async () => {
    const { order: id } = await context.order(buyer, cake, { status: 'processing' })
    const number = await numberOf(id)
    const read = 'select number from orders where number = $1'
    for (const actor of [buyer, seller]) expect(await actor.rows(read, number)).toEqual([{ number }])
    const stranger = await context.member('Stranger')
    await context.shop(stranger)
    expect(await stranger.rows(read, number)).toEqual([])
    expect(await refusal(context.visitor.rows(read, number))).toMatchObject({ code: forbidden })
    expect(await call(stranger, 'seller_inbox(search => $1)', number)).toMatchObject({ orders: [] })
    expect(await refusal(call(buyer, 'seller_inbox(search => $1)', number))).toMatchObject({ code: 'PT404' })
    expect(await refusal(call(stranger, 'find_for_support($1)', number))).toMatchObject({ code: forbidden })
    for (const actor of [buyer, seller, stranger])
      expect(await refusal(actor.rows(`update orders set number = 'HC-7777' where id = $1`, id))).toMatchObject({
        code: forbidden,
      })
    expect(await refusal(context.service.rows(`update orders set number = 'HC-7777' where id = $1`, id))).toMatchObject(
      { code: forbidden },
    )
    expect(await refusal(context.order(buyer, cake, { number }))).toMatchObject({ code: '23505' })
    expect(await refusal(context.order(buyer, cake, { number: 'hc-1' }))).toMatchObject({ code: '23514' })
  })

  it('finds the order in the seller’s inbox, with and without its letters, and for an administrator with them', async () => {
    const { order: id } = await context.order(buyer, cake, { status: 'processing', number: 'HC-77042' })
    for (const words of ['HC-77042', 'hc77042', 'hc 77042', '#HC-77042', '77042', '7704'])
      expect(await call(seller, 'seller_inbox(search => $1)', words), words).toMatchObject({
        orders: [{ id, number: 'HC-77042' }],
        counts: { processing: 1 },
      })
    for (const words of ['HC-77043', 'XC-77042', '042', '7042'])
      expect(await call(seller, 'seller_inbox(search => $1)', words), words).toMatchObject({ orders: [] })
    const administrator = await context.administrator()
    expect(await call(administrator, 'find_for_support($1)', 'hc77042')).toMatchObject({
      orders: [{ id, number: 'HC-77042' }],
    })
    expect(await call(administrator, 'find_for_support($1)', '77042')).toMatchObject({ orders: [] })
  })

  it('begins the messages of notifications, and is in the data of emails', async () => {
    const { order: id } = await context.order(buyer, cake, { status: 'processing' })
    const number = await numberOf(id)
    await call(seller, 'cancel_order($1, $2)', id, 'No oven')
    const [told] = await buyer.rows('select message from notifications where link = $1', `/order/${id}`)
    expect(text(told, 'message')).toMatch(new RegExp(`^${number}: `))
    const [email] = await context.service.rows(
      `select data from outbox where template = 'order-cancelled' and data #>> '{order,id}' = $1`,
      id,
    )
    expect(email).toMatchObject({ data: { order: { number } } })
  })

  it('is given to rows of an older backup, which switches triggers off', async () => {
    const before = (await numbersOf(shop)).length
    await context.database.script(`
      begin;
      set local session_replication_role = replica;
      insert into public.orders (shop_id, shop_name, subtotal, fulfilment, status, cancelled_at)
      select '${shop}', 'Honey Crumb', 1, 'delivery', 'cancelled', now() from generate_series(1, 300);
      commit;`)
    const numbers = await numbersOf(shop)
    expect(numbers).toHaveLength(before + 300)
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})

describe.runIf(databases.includes('postgres'))('the numbers of concurrent orders on postgres', () => {
  let context: TestContext
  beforeAll(async () => {
    context = await openTestContext('postgres')
  })
  afterAll(() => context.close())

  it('are different, and no order waits for the number of another', async () => {
    const shop = await context.shop(await context.member(), { name: 'Rush Hour' })
    const row = (id: string) =>
      `insert into public.orders (id, shop_id, shop_name, subtotal, status, cancelled_at)
        values ('${id}', '${shop}', 'Rush Hour', 1, 'cancelled', now()) returning number`
    const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
    await context.database.run({ text: row(idOf(0)), values: [] })
    // The transactions stay open until all have their number.
    let open = 0
    let release = () => {}
    const all = new Promise<void>((resolve) => {
      release = resolve
    })
    const width = 8
    const numbers = await Promise.all(
      Array.from({ length: width }, (_, n) =>
        context.database.transaction(async (tx) => {
          const { rows } = await tx.run({ text: row(idOf(n + 1)), values: [] })
          open += 1
          if (open === width) release()
          await all
          return rows[0]?.[0]
        }),
      ),
    )
    expect(new Set(numbers).size).toBe(width)
    const more = await Promise.all(
      Array.from({ length: 64 }, async (_, n) => {
        const { rows } = await context.database.run({ text: row(idOf(n + 100)), values: [] })
        return rows[0]?.[0]
      }),
    )
    expect(new Set([...numbers, ...more]).size).toBe(width + 64)
  })
})
