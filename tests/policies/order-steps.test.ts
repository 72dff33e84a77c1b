/** An order after payment: each step once and by the right side, its notifications, and every refusal. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import {
  addDailyPickupWindows,
  address,
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
  recordPaymentEvent,
  releaseSteps,
  stockOf,
} from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text } from './test-context.ts'

describe.each(databases)('order steps on %s', (kind) => {
  let context: TestContext
  let buyer: Actor
  let seller: Actor
  let baker: Actor
  let stranger: Actor
  let shop: string
  let cake: string
  let home: string
  let slot: { date: string; start_time: string; end_time: string }

  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    baker = await context.member('Baker')
    stranger = await context.member('Stranger')
    shop = await context.shop(seller, { name: 'A shop' })
    await context.shop(baker, { name: 'Bakery' })
    slot = await addDailyPickupWindows(context, shop, 1000)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    buyer = await context.member('Bo Buyer')
    home = await address(buyer)
    cake = await context.product(shop, { ...forSale, name: 'Lemon cake', price: 12.5, stock: 10 })
  })

  interface Sold {
    readonly id: string
    readonly placed: Placed
    readonly payment: string
  }
  async function sold(wanted: object): Promise<Sold> {
    const placed = await place(buyer, wanted)
    const { payment } = await pay(context, buyer, placed)
    return { id: placed.orders.find(({ shop_id }) => shop_id === shop)?.id ?? '', placed, payment }
  }
  const deliveryOrder = () => sold(order([delivered(shop, { product: cake, quantity: 2 })], { address_id: home }))
  const pickupOrder = () => sold(order([pickedUp(shop, slot, { product: cake, quantity: 2 })]))
  const cancel = (actor: Actor, id: string, reason: string | null = null) =>
    call(actor, 'cancel_order($1::uuid, $2)', id, reason)
  const advance = (actor: Actor, id: string, status: string | null) =>
    call(actor, 'advance_order($1::uuid, $2, true)', id, status)
  const refund = (
    actor: Actor,
    id: string,
    amount: number | string | null,
    reason = 'A dent',
    key: string = randomUUID(),
  ) => call(actor, 'refund_order($1::uuid, $2::numeric, $3, $4)', id, amount, reason, key)
  const state = async (id: string) =>
    column(await context.service.rows('select status from orders where id = $1', id), 'status')[0]
  const refunds = (id: string) =>
    context.service.rows('select amount, status, payment_id from refunds where order_id = $1 order by created_at', id)
  const booked = () => context.database.run({ text: 'select from private.pickup_bookings', values: [] })

  it('a cancellation refunds the money and returns stock and pickup place once', async () => {
    const { id, payment } = await pickupOrder()
    expect(await stockOf(context, cake)).toBe(8)
    const before = (await booked()).count
    const cancelled = await cancel(buyer, id, ' Wrong day. ')
    expect(cancelled).toMatchObject({ order_id: id, status: 'cancelled', refund: { amount: 25, status: 'pending' } })
    for (const again of [await cancel(buyer, id), await cancel(seller, id, 'Me too')]) expect(again).toEqual(cancelled)
    expect(await refunds(id)).toEqual([{ amount: '25.00', status: 'pending', payment_id: payment }])
    expect([await stockOf(context, cake), (await booked()).count]).toEqual([10, before - 1])
    expect(await seller.rows('select cancel_reason from orders where id = $1', id)).toEqual([
      { cancel_reason: 'Wrong day.' },
    ])
    expect(
      await seller.rows('select note from order_events where order_id = $1 and status = $2', id, 'cancelled'),
    ).toEqual([{ note: 'Wrong day.' }])
  })

  it('the shop’s owner moves an order forward one status at a time', async () => {
    const delivery = await deliveryOrder()
    const pickup = await pickupOrder()
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

  it('a partial refund never exceeds the rest, and the same key refunds once', async () => {
    const { id } = await deliveryOrder()
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

  it('nobody else can move an order', async () => {
    const { id } = await deliveryOrder()
    const takes: ((actor: Actor) => Promise<unknown>)[] = [
      (actor) => cancel(actor, id, 'No'),
      (actor) => advance(actor, id, 'shipped'),
      (actor) => refund(actor, id, 1),
    ]
    for (const take of takes) {
      for (const actor of [stranger, baker, context.service])
        expect(await refusal(take(actor))).toMatchObject({ code: 'PT404', hint: 'order' })
      expect(await refusal(take(context.visitor))).toMatchObject({ code: forbidden })
    }
    expect(await refusal(advance(buyer, id, 'shipped'))).toMatchObject({ code: 'PT404' })
    expect(await refusal(refund(buyer, id, 1))).toMatchObject({ code: 'PT404' })
    expect([await state(id), await refunds(id)]).toEqual(['processing', []])
  })

  it('a skipped, reversed, late or foreign step is refused and changes nothing', async () => {
    const delivery = (await deliveryOrder()).id
    const pickup = (await pickupOrder()).id
    const refused = async (step: Promise<unknown>, hint: string) =>
      expect(await refusal(step)).toMatchObject({ code: 'PT409', hint })
    await refused(advance(seller, delivery, 'delivered'), 'status')
    await refused(advance(seller, delivery, 'ready'), 'status')
    await refused(advance(seller, pickup, 'shipped'), 'status')
    await advance(seller, delivery, 'shipped')
    await advance(seller, pickup, 'ready')
    await refused(advance(seller, delivery, 'processing'), 'status')
    await refused(cancel(buyer, delivery), 'status')
    await refused(cancel(seller, delivery, 'Too late'), 'status')
    await refused(cancel(buyer, pickup), 'status')
    expect([await state(delivery), await state(pickup), await stockOf(context, cake)]).toEqual(['shipped', 'ready', 6])
    // The buyer did not come, so the seller may still cancel a ready order.
    expect(await cancel(seller, pickup, 'Nobody came')).toMatchObject({ refund: { amount: 25 } })
    await refused(advance(seller, pickup, 'delivered'), 'status')
    await advance(seller, delivery, 'delivered')
    for (const back of ['processing', 'shipped', 'ready']) await refused(advance(seller, delivery, back), 'status')
    await refused(cancel(buyer, delivery), 'status')

    const unpaid = (await place(buyer, order([pickedUp(shop, slot, { product: cake })]))).orders[0]?.id ?? ''
    await refused(advance(seller, unpaid, 'ready'), 'status')
    await refused(cancel(seller, unpaid, 'Why not'), 'status')
    await refused(refund(seller, unpaid, 1), 'unpaid')
    expect(await state(unpaid)).toBe('pending payment')
  })

  it('a buyer can cancel within 24 hours of payment, and the seller until it is handed over', async () => {
    const { id } = await deliveryOrder()
    const paidAgo = (ago: string) =>
      context.service.rows(`update orders set paid_at = now() - $2::interval where id = $1`, id, ago)
    await paidAgo('24 hours 1 second')
    expect(await refusal(cancel(buyer, id))).toMatchObject({ code: 'PT409', hint: 'too_late' })
    await paidAgo('23 hours 59 minutes')
    expect(await cancel(buyer, id)).toMatchObject({ status: 'cancelled' })
    const later = (await deliveryOrder()).id
    await context.service.rows(`update orders set paid_at = now() - interval '30 days' where id = $1`, later)
    expect(await cancel(seller, later, 'No lemons')).toMatchObject({ refund: { amount: 28.99 } })
  })

  it.each<[what: string, step: (id: string) => Promise<unknown>, hint: string]>([
    ['no reason from the seller', (id) => cancel(seller, id), 'reason'],
    ['a blank reason from the seller', (id) => cancel(seller, id, ' \u00a0\n'), 'reason'],
    ['an overlong reason from the seller', (id) => cancel(seller, id, 'x'.repeat(501)), 'reason'],
    ['an overlong reason from the buyer', (id) => cancel(buyer, id, 'x'.repeat(501)), 'reason'],
    ['no status', (id) => advance(seller, id, null), 'status'],
    ['an unknown status', (id) => advance(seller, id, 'lost'), 'status'],
    ['a cancellation by advance_order', (id) => advance(seller, id, 'cancelled'), 'status'],
    ['no amount', (id) => refund(seller, id, null), 'amount'],
    ['nothing', (id) => refund(seller, id, 0), 'amount'],
    ['a negative amount', (id) => refund(seller, id, -1), 'amount'],
    ['a fraction of a penny', (id) => refund(seller, id, 0.005), 'amount'],
    ['NaN as amount', (id) => refund(seller, id, 'NaN'), 'amount'],
    ['an infinite amount', (id) => refund(seller, id, 'Infinity'), 'amount'],
    ['a refund without a reason', (id) => refund(seller, id, 1, ' '), 'reason'],
    ['an overlong refund reason', (id) => refund(seller, id, 1, 'x'.repeat(501)), 'reason'],
    ['a short key', (id) => refund(seller, id, 1, 'A dent', '1234567'), 'idempotency_key'],
    ['an overlong key', (id) => refund(seller, id, 1, 'A dent', 'x'.repeat(201)), 'idempotency_key'],
  ])('a step with %s is refused', async (_, step, hint) => {
    const { id } = await deliveryOrder()
    expect(await refusal(step(id))).toMatchObject({ code: '22023', hint })
    expect([await state(id), await refunds(id), await stockOf(context, cake)]).toEqual(['processing', [], 8])
  })

  it('cancelling an unpaid order cancels its whole checkout, and a late payment is refunded', async () => {
    const other = await context.shop(await context.member())
    const pie = await context.product(other, { ...forSale, stock: 3 })
    const placed = await place(
      buyer,
      order([pickedUp(shop, slot, { product: cake }), delivered(other, { product: pie })], { address_id: home }),
    )
    const [first, second] = column(
      await buyer.rows(
        'select id from orders where checkout_id = $1 order by (shop_id = $2) desc',
        placed.checkout_id,
        shop,
      ),
      'id',
    )
    const payment = await beginPayment(context, buyer, placed.checkout_id)
    expect(await cancel(buyer, `${first}`)).toEqual({ order_id: first, status: 'cancelled', refund: null })
    expect(await cancel(buyer, `${second}`)).toEqual({ order_id: second, status: 'cancelled', refund: null })
    expect([await state(`${second}`), await stockOf(context, cake), await stockOf(context, pie)]).toEqual([
      'cancelled',
      10,
      3,
    ])
    expect(await buyer.rows('select status from checkouts')).toEqual([{ status: 'cancelled' }])
    expect(await recordPaymentEvent(context, { payment, amount: placed.total })).toMatchObject({ result: 'refunding' })
    expect(await refunds(`${first}`)).toEqual([])
    expect(await refusal(refund(seller, `${first}`, 1))).toMatchObject({ hint: 'unpaid' })
  })

  it('cancelling one of several orders paid together refunds its share, less delivery of the rest', async () => {
    const other = await context.shop(await context.member())
    const pie = await context.product(other, { ...forSale, price: 7, stock: 3 })
    const both = await sold(
      order([delivered(shop, { product: cake }), delivered(other, { product: pie })], { address_id: home }),
    )
    const wrong = await beginPaymentAgain(both.placed)
    // Limited to this order, although the payment holds more.
    await refund(seller, both.id, 4)
    expect(await refusal(refund(seller, both.id, 10.51))).toMatchObject({ hint: 'too_much' })
    expect(await cancel(buyer, both.id)).toMatchObject({ refund: { amount: 8.5 } })
    expect(await refunds(both.id)).toEqual([
      { amount: '4.00', status: 'pending', payment_id: both.payment },
      { amount: '8.50', status: 'pending', payment_id: both.payment },
    ])
    expect(wrong).not.toBe(both.payment)
    expect(await stockOf(context, pie)).toBe(2)
    expect(column(await buyer.rows('select status from orders order by status::text'), 'status')).toEqual([
      'cancelled',
      'processing',
    ])
    expect(await buyer.rows('select status from checkouts')).toEqual([{ status: 'paid' }])
  })

  /** A second payment for the same checkout. It is refunded, and order refunds never draw on it. */
  async function beginPaymentAgain(placed: Placed): Promise<string> {
    const second = await context.service.insert('payments', {
      checkout_id: placed.checkout_id,
      provider: 'test',
      amount: placed.total,
      created_at: '2026-01-01',
    })
    expect(await recordPaymentEvent(context, { payment: text(second, 'id'), amount: placed.total })).toMatchObject({
      result: 'refunding',
    })
    await context.service.rows(`update payments set captured_at = '2026-01-01' where id = $1`, text(second, 'id'))
    return text(second, 'id')
  }

  it('a free order is cancelled without a refund, even after its product is deleted', async () => {
    const crumbs = await context.product(shop, { ...forSale, name: 'Crumbs', price: 0, stock: 10 })
    const free = await place(buyer, order([pickedUp(shop, slot, { product: crumbs })]))
    const id = free.orders[0]?.id ?? ''
    expect(await refusal(refund(seller, id, 0.01))).toMatchObject({ hint: 'too_much' })
    expect(await cancel(seller, id, 'No crumbs')).toEqual({ order_id: id, status: 'cancelled', refund: null })
    expect(await stockOf(context, crumbs)).toBe(10)
    const bun = await context.product(shop, { ...forSale, price: 3, stock: 5 })
    const mixed = await sold(order([pickedUp(shop, slot, { product: crumbs }, { product: bun, quantity: 2 })]))
    await context.service.rows('delete from products where id = $1', bun)
    expect(await cancel(buyer, mixed.id)).toMatchObject({ refund: { amount: 6 } })
    expect(await stockOf(context, crumbs)).toBe(10)
  })

  it('a cancelled quote order ends the agreement, so that the seller can quote again', async () => {
    const tower = await context.product(shop, { ...forSale, product_type: 'bespoke', price: 0, stock: 4 })
    const room = text(await buyer.insert('chat_rooms', { seller_id: seller.id, product_id: tower }), 'id')
    const accept = () =>
      place(buyer, order([pickedUp(shop, slot, { product: tower, variation: null, chat_room_id: room })]))
    const said = async () =>
      (
        await buyer.rows(
          'select sender_id, content from chat_messages where chat_room_id = $1 order by created_at',
          room,
        )
      ).map(({ sender_id, content }) => [sender_id === buyer.id ? 'buyer' : 'seller', content])
    await seller.update('chat_rooms', room, { price_quote: 100 })
    // An order that expired unpaid, with a payment that arrives much later.
    const late = await accept()
    const latePayment = await beginPayment(context, buyer, late.checkout_id)
    await expireCheckout(context, late.checkout_id)
    await call(context.service, 'expire_checkouts()')
    const bought = await accept()
    await pay(context, buyer, bought)
    expect(await cancel(buyer, bought.orders[0]?.id ?? '')).toMatchObject({ refund: { amount: 100 } })
    expect(
      await buyer.rows('select is_paid, price_quote, quote_expires_at from chat_rooms where id = $1', room),
    ).toEqual([{ is_paid: false, price_quote: null, quote_expires_at: null }])
    expect(await said()).toEqual([
      ['seller', 'Price quoted: £100.00'],
      ['buyer', 'Paid: £100.00'],
      ['buyer', 'Order cancelled. A new price can be quoted.'],
    ])
    expect(await recordPaymentEvent(context, { payment: latePayment, amount: 100 })).toMatchObject({
      result: 'refunding',
    })
    expect(await refusal(accept())).toMatchObject({ hint: 'quote' })
    expect(await refusal(buyer.update('chat_rooms', room, { price_quote: 1 }))).toMatchObject({ code: forbidden })
    await seller.update('chat_rooms', room, { price_quote: 90 })
    const again = await accept()
    await pay(context, buyer, again)
    await cancel(seller, again.orders[0]?.id ?? '', 'The oven broke')
    expect(await said()).toHaveLength(6)
    expect((await said()).at(-1)?.[0]).toBe('seller')
    expect(await stockOf(context, tower)).toBe(4)
    for (const price_quote of [null, 0])
      expect(await refusal(seller.update('chat_rooms', room, { price_quote }))).toMatchObject({ code: '23514' })
  })

  it('the buyer and the shop each see an order’s refunds with their own columns only', async () => {
    const { id } = await deliveryOrder()
    await refund(seller, id, 4)
    for (const actor of [buyer, seller])
      expect(await actor.rows('select order_id, amount, reason, status from refunds')).toContainEqual({
        order_id: id,
        amount: '4.00',
        reason: 'A dent',
        status: 'pending',
      })
    for (const actor of [stranger, baker]) expect(await actor.count('select id from refunds')).toBe(0)
    for (const secret of ['payment_id', 'provider_refund_id', 'last_error', 'idempotency_key'])
      expect(await refusal(buyer.rows(`select ${secret} from refunds`)), secret).toMatchObject({ code: forbidden })
    expect(await refusal(context.visitor.rows('select id from refunds'))).toMatchObject({ code: forbidden })
    expect(await refusal(seller.update('refunds', id, { amount: 5 }))).toMatchObject({ code: forbidden })
  })

  it('each step notifies the members it concerns in plain sentences, but not the one who took it', async () => {
    /** Takes a step, and lets the time to undo it pass. */
    const step = async (id: string, status: string) => {
      await advance(seller, id, status)
      await releaseSteps(context)
    }
    await context.service.rows(
      `insert into shop_pickup_places (shop_id, address_line1, city, postal_code, instructions)
        values ($1, '3 Oven Lane', 'Leeds', 'LS1 1AA', 'Ring twice.')`,
      shop,
    )
    const buns = await Promise.all(
      ['Bun', 'Eclair', 'Scone'].map((name) => context.product(shop, { ...forSale, name })),
    )
    /** Notifications since the last call: titles, text and links. */
    const newNotifications = async (actor: Actor) => {
      const rows = await actor.rows('select type, title, message, link from notifications order by created_at, title')
      await context.service.rows('delete from notifications where user_id = $1', actor.id)
      // Each begins with the number of its order.
      return rows.map((row) => [
        `${row.type}: ${row.title}`,
        text(row, 'message').split(/^[A-Z]{2,3}-\d{4,}: /)[1],
        row.link,
      ])
    }
    const fromShelf = [{ product: cake, quantity: 2 }, ...buns.map((product) => ({ product }))]
    const delivery = await sold(order([delivered(shop, ...fromShelf)], { address_id: home }))
    const pickup = await pickupOrder()
    const [of, on] = [`/order/${delivery.id}`, `/order/${pickup.id}`]
    const sale = (id: string) => `/seller/orders?order=${id}`
    await Promise.all([newNotifications(buyer), newNotifications(seller)])

    await step(delivery.id, 'shipped')
    await step(delivery.id, 'shipped')
    expect(await newNotifications(buyer)).toEqual([
      [
        'order: Your order is on its way',
        'A shop has sent your order: 1 × Bun, 1 × Eclair, 2 × Lemon cake and 1 more.',
        of,
      ],
    ])
    await step(pickup.id, 'ready')
    expect(await newNotifications(buyer)).toEqual([
      [
        'order: Your order is ready',
        expect.stringMatching(
          /^A shop has your order ready: 2 × Lemon cake\. Please pick it up on [A-Z][a-z]+day \d+ [A-Z][a-z]+ between 09:00 and 17:00\. The address is on your order page\.$/,
        ),
        on,
      ],
    ])
    await refund(seller, delivery.id, 1.5)
    await cancel(seller, pickup.id, 'The oven broke.')
    expect(await newNotifications(buyer)).toEqual([
      [
        'payment: A refund is on its way',
        'A shop is refunding £1.50 of your order. Your bank may take a few days. Their reason: “A dent”.',
        of,
      ],
      [
        'order: Your order was cancelled',
        'A shop had to cancel your order of 2 × Lemon cake. Their reason: “The oven broke”. We are refunding £25.00. Your bank may take a few days.',
        on,
      ],
    ])
    await context.service.rows(`update refunds set status = 'succeeded' where order_id = $1`, pickup.id)
    await context.service.rows(`update refunds set status = 'failed' where order_id = $1`, delivery.id)
    expect(await newNotifications(buyer)).toEqual([
      [
        'payment: Refund paid',
        '£25.00 of your order from A shop has been refunded. Your bank may take a few days to show it.',
        on,
      ],
      [
        'payment: Your refund did not go through',
        '£1.50 of your order from A shop could not be refunded. The seller has been notified and can try again. Please message them if you hear nothing.',
        of,
      ],
    ])
    expect(await newNotifications(seller)).toEqual([
      [
        'payment: A refund failed',
        '£1.50 could not be refunded to Bo Buyer for the order of 1 × Bun, 1 × Eclair, 2 × Lemon cake and 1 more. Please refund it again.',
        sale(delivery.id),
      ],
    ])

    await step(delivery.id, 'delivered')
    expect(await newNotifications(buyer)).toEqual([
      [
        'order: Enjoy your order',
        'Your order from A shop has been delivered: 1 × Bun, 1 × Eclair, 2 × Lemon cake and 1 more. Your review helps others to choose.',
        of,
      ],
    ])
    const third = await pickupOrder()
    const fourth = await deliveryOrder()
    await Promise.all([newNotifications(buyer), newNotifications(seller)])
    await context.service.rows('update notification_preferences set order_updates = false where user_id = $1', buyer.id)
    await step(fourth.id, 'shipped')
    expect(await newNotifications(buyer)).toEqual([])
    await cancel(buyer, third.id)
    expect(await newNotifications(buyer)).toEqual([])
    expect(await newNotifications(seller)).toEqual([
      [
        'order: Order cancelled',
        expect.stringMatching(
          /^Bo Buyer cancelled the order of 2 × Lemon cake for £25\.00, to be picked up on \d+ \w+ at 09:00\. You no longer need to make it\.$/,
        ),
        sale(third.id),
      ],
    ])
    await context.service.rows(`update refunds set status = 'succeeded' where order_id = $1`, third.id)
    expect(column(await buyer.rows('select title from notifications'), 'title')).toEqual(['Refund paid'])
    // A step recorded afterwards, as by an import, notifies nobody.
    await context.order(buyer, cake)
    expect(await buyer.count('select from notifications')).toBe(1)
  })
})
