/** The life of an order after payment: each step by whoever it is for, once; what it gives back; and who is refused. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import {
  address,
  call,
  column,
  delivered,
  forSale,
  order,
  type Placed,
  pay,
  pickedUp,
  place,
  stockOf,
} from './counter.ts'
import { type Actor, forbidden, openWorld, refusal, text, type World } from './world.ts'

describe.each(databases)('the steps of an order on %s', (kind) => {
  let world: World
  let buyer: Actor
  let seller: Actor
  let baker: Actor
  let stranger: Actor
  let shop: string
  let cake: string
  let home: string
  let slot: { date: string; start_time: string; end_time: string }

  beforeAll(async () => {
    world = await openWorld(kind)
    seller = await world.person('Seller')
    baker = await world.person('Baker')
    stranger = await world.person('Stranger')
    shop = await world.shop(seller, { name: 'A shop' })
    await world.shop(baker, { name: 'Bakery' })
    const [today] = await world.service.rows(
      `select ((now() at time zone 'Europe/London')::date + 1)::text as tomorrow`,
    )
    slot = { date: text(today, 'tomorrow'), start_time: '09:00', end_time: '17:00' }
    for (let day_of_week = 0; day_of_week < 7; day_of_week += 1)
      await world.service.insert('shop_pickup_schedules', {
        shop_id: shop,
        day_of_week,
        start_time: '09:00',
        end_time: '17:00',
        max_orders: 1000,
      })
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    buyer = await world.person('Bo Buyer')
    home = await address(buyer)
    cake = await world.product(shop, { ...forSale, name: 'Lemon cake', price: 12.5, stock: 10 })
  })

  interface Sold {
    readonly id: string
    readonly placed: Placed
    readonly payment: string
  }
  async function sold(wanted: object): Promise<Sold> {
    const placed = await place(buyer, wanted)
    const { payment } = await pay(world, buyer, placed)
    return { id: placed.orders.find(({ shop_id }) => shop_id === shop)?.id ?? '', placed, payment }
  }
  const sent = () => sold(order([delivered(shop, { product: cake, quantity: 2 })], { address_id: home }))
  const collected = () => sold(order([pickedUp(shop, slot, { product: cake, quantity: 2 })]))
  const cancel = (actor: Actor, id: string, reason: string | null = null) =>
    call(actor, 'cancel_order($1::uuid, $2)', id, reason)
  const advance = (actor: Actor, id: string, status: string | null) =>
    call(actor, 'advance_order($1::uuid, $2)', id, status)
  const refund = (
    actor: Actor,
    id: string,
    amount: number | string | null,
    reason = 'A dent',
    key: string = randomUUID(),
  ) => call(actor, 'refund_order($1::uuid, $2::numeric, $3, $4)', id, amount, reason, key)
  const state = async (id: string) =>
    column(await world.service.rows('select status from orders where id = $1', id), 'status')[0]
  const refunds = (id: string) =>
    world.service.rows('select amount, status, payment_id from refunds where order_id = $1 order by created_at', id)
  const booked = () => world.database.run({ text: 'select from private.pickup_bookings', values: [] })

  it('take a cancelled order’s money back once, and its food and its place in the window', async () => {
    const { id, payment } = await collected()
    expect(await stockOf(world, cake)).toBe(8)
    const before = (await booked()).count
    const answer = await cancel(buyer, id, ' Wrong day. ')
    expect(answer).toMatchObject({ order_id: id, status: 'cancelled', refund: { amount: 25, status: 'pending' } })
    for (const again of [await cancel(buyer, id), await cancel(seller, id, 'Me too')]) expect(again).toEqual(answer)
    expect(await refunds(id)).toEqual([{ amount: '25.00', status: 'pending', payment_id: payment }])
    expect([await stockOf(world, cake), (await booked()).count]).toEqual([10, before - 1])
    expect(await seller.rows('select cancel_reason from orders where id = $1', id)).toEqual([
      { cancel_reason: 'Wrong day.' },
    ])
    expect(
      await seller.rows('select note from order_events where order_id = $1 and status = $2', id, 'cancelled'),
    ).toEqual([{ note: 'Wrong day.' }])
  })

  it('go forward one by one, by the shop’s owner', async () => {
    const delivery = await sent()
    const pickup = await collected()
    const steps: [string, string, string][] = [
      [delivery.id, 'shipped', 'delivered'],
      [pickup.id, 'ready', 'delivered'],
    ]
    for (const [id, ...path] of steps) {
      for (const status of path) {
        expect(await advance(seller, id, status)).toEqual({ order_id: id, status })
        expect(await advance(seller, id, status)).toEqual({ order_id: id, status })
      }
      expect(
        column(
          await buyer.rows('select status from order_events where order_id = $1 order by created_at', id),
          'status',
        ),
      ).toEqual(['pending payment', 'processing', ...path])
    }
  })

  it('refund a part, never more than is left, and the same key once', async () => {
    const { id } = await sent()
    const key = randomUUID()
    const first = await refund(seller, id, 4.99, 'A dent', key)
    expect(first).toMatchObject({ amount: 4.99, status: 'pending', refunded: 4.99, left: 24 })
    expect(await refund(seller, id, 4.99, ' A dent', key)).toEqual(first)
    expect(await refusal(refund(seller, id, 5, 'A dent', key))).toMatchObject({ code: 'PT409', hint: 'key_reused' })
    expect(await refusal(refund(seller, id, 24.01))).toMatchObject({ code: 'PT409', hint: 'too_much' })
    expect(await cancel(seller, id, 'No eggs')).toMatchObject({ refund: { amount: 24 } })
    expect(await refusal(refund(seller, id, 0.01))).toMatchObject({ code: 'PT409', hint: 'too_much' })
    expect(await buyer.rows('select amount, reason, status from refunds order by amount')).toEqual([
      { amount: '4.99', reason: 'A dent', status: 'pending' },
      { amount: '24.00', reason: 'No eggs', status: 'pending' },
    ])
  })

  it('are nobody else’s', async () => {
    const { id } = await sent()
    const takes: ((actor: Actor) => Promise<unknown>)[] = [
      (actor) => cancel(actor, id, 'No'),
      (actor) => advance(actor, id, 'shipped'),
      (actor) => refund(actor, id, 1),
    ]
    for (const take of takes) {
      for (const actor of [stranger, baker, world.service])
        expect(await refusal(take(actor))).toMatchObject({ code: 'PT404', hint: 'order' })
      expect(await refusal(take(world.visitor))).toMatchObject({ code: forbidden })
    }
    expect(await refusal(advance(buyer, id, 'shipped'))).toMatchObject({ code: 'PT404' })
    expect(await refusal(refund(buyer, id, 1))).toMatchObject({ code: 'PT404' })
    expect([await state(id), await refunds(id)]).toEqual(['processing', []])
  })

  it('are told to whom they concern, in words that can be printed, and never to who took them', async () => {
    await world.service.rows(
      `insert into shop_pickup_places (shop_id, address_line1, city, postal_code, instructions)
        values ($1, '3 Oven Lane', 'Leeds', 'LS1 1AA', 'Ring twice.')`,
      shop,
    )
    const buns = await Promise.all(['Bun', 'Eclair', 'Scone'].map((name) => world.product(shop, { ...forSale, name })))
    /** What somebody was told since they were asked last: titles, words and where they lead. */
    const news = async (actor: Actor) => {
      const told = await actor.rows('select type, title, message, link from notifications order by created_at, title')
      await world.service.rows('delete from notifications where user_id = $1', actor.id)
      return told.map((row) => [`${row.type}: ${row.title}`, row.message, row.link])
    }
    const fromShelf = [{ product: cake, quantity: 2 }, ...buns.map((product) => ({ product }))]
    const delivery = await sold(order([delivered(shop, ...fromShelf)], { address_id: home }))
    const pickup = await collected()
    const [of, on] = [`/order/${delivery.id}`, `/order/${pickup.id}`]
    const sale = (id: string) => `/seller/orders?order=${id}`
    await Promise.all([news(buyer), news(seller)])

    await advance(seller, delivery.id, 'shipped')
    await advance(seller, delivery.id, 'shipped')
    expect(await news(buyer)).toEqual([
      [
        'order: Your order is on its way',
        'A shop has sent your order: 1 × Bun, 1 × Eclair, 2 × Lemon cake and 1 more.',
        of,
      ],
    ])
    await advance(seller, pickup.id, 'ready')
    expect(await news(buyer)).toEqual([
      [
        'order: Your order is ready',
        expect.stringMatching(
          /^A shop has your order ready: 2 × Lemon cake\. Please collect it on [A-Z][a-z]+day \d+ [A-Z][a-z]+ between 09:00 and 17:00, at 3 Oven Lane, Leeds LS1 1AA\. Ring twice\.$/,
        ),
        on,
      ],
    ])
    await refund(seller, delivery.id, 1.5)
    await cancel(seller, pickup.id, 'The oven broke.')
    expect(await news(buyer)).toEqual([
      [
        'payment: A refund is on its way',
        'A shop is sending back £1.50 of your order; your bank may take a few days. Their reason: “A dent”.',
        of,
      ],
      [
        'order: Your order was cancelled',
        'A shop had to cancel your order of 2 × Lemon cake. Their reason: “The oven broke”. We are sending back £25.00; your bank may take a few days.',
        on,
      ],
    ])
    await world.service.rows(`update refunds set status = 'succeeded' where order_id = $1`, pickup.id)
    await world.service.rows(`update refunds set status = 'failed' where order_id = $1`, delivery.id)
    expect(await news(buyer)).toEqual([
      [
        'payment: Refund paid',
        '£25.00 of your order from A shop has been sent back to you. Your bank may take a few days to show it.',
        on,
      ],
      [
        'payment: Your refund did not go through',
        '£1.50 of your order from A shop could not be sent back. The seller has been told and can send it again; please write to them if you hear nothing.',
        of,
      ],
    ])
    expect(await news(seller)).toEqual([
      [
        'payment: A refund failed',
        '£1.50 could not be sent back to Bo Buyer for the order of 1 × Bun, 1 × Eclair, 2 × Lemon cake and 1 more. Please refund it again.',
        sale(delivery.id),
      ],
    ])

    await advance(seller, delivery.id, 'delivered')
    expect(await news(buyer)).toEqual([
      [
        'order: Enjoy your order',
        'Your order from A shop has been delivered: 1 × Bun, 1 × Eclair, 2 × Lemon cake and 1 more. Tell others how it was: your review helps them to choose.',
        of,
      ],
    ])
    const third = await collected()
    const fourth = await sent()
    await Promise.all([news(buyer), news(seller)])
    await world.service.rows('update notification_preferences set order_updates = false where user_id = $1', buyer.id)
    await advance(seller, fourth.id, 'shipped')
    expect(await news(buyer)).toEqual([])
    await cancel(buyer, third.id)
    expect(await news(buyer)).toEqual([])
    expect(await news(seller)).toEqual([
      [
        'order: Order cancelled',
        expect.stringMatching(
          /^Bo Buyer cancelled the order of 2 × Lemon cake for £25\.00, to be picked up on \d+ \w+ at 09:00\. It need not be made any more\.$/,
        ),
        sale(third.id),
      ],
    ])
    await world.service.rows(`update refunds set status = 'succeeded' where order_id = $1`, third.id)
    expect(column(await buyer.rows('select title from notifications'), 'title')).toEqual(['Refund paid'])
    // What is written down later, as an import does, is no news.
    await world.order(buyer, cake)
    expect(await buyer.count('select from notifications')).toBe(1)
  })
})
