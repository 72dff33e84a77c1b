/** Checkouts, orders and payments: read by those concerned, written by functions only, in legal transitions. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

describe.each(databases)('orders on %s', (kind) => {
  let context: TestContext
  let buyer: Actor
  let seller: Actor
  let other: Actor
  let shop: string
  let product: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    other = await context.member('Other')
    shop = await context.shop(seller)
    product = await context.product(shop)
    await context.shop(other)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    buyer = await context.member('Buyer')
  })

  const place = async (values: Values = {}) => (await context.order(buyer, product, values)).order
  const pending: Values = { status: 'pending payment' }

  it('a buyer sees their order with items and history', async () => {
    const order = await place(pending)
    for (const table of ['orders', 'order_items', 'order_events'])
      expect(await buyer.count(`select from ${table}`), table).toBe(1)
    expect(await buyer.rows('select order_id, status from order_events')).toEqual([
      { order_id: order, status: 'pending payment' },
    ])
  })

  it('a shop’s owner sees an order once it is paid, and never an unpaid one', async () => {
    const order = await place(pending)
    const seen = async (actor: Actor) => [
      await actor.count('select from orders where id = $1', order),
      await actor.count('select from order_items where order_id = $1', order),
      await actor.count('select from order_events where order_id = $1', order),
    ]
    expect(await seen(seller)).toEqual([0, 0, 0])
    await context.service.update('orders', order, { status: 'cancelled' })
    expect(await seen(seller)).toEqual([0, 0, 0])
    await context.service.update('orders', order, { status: 'processing', paid_at: '2026-01-01' })
    expect(await seen(seller)).toEqual([1, 1, 3])
    expect(await seen(other)).toEqual([0, 0, 0])
  })

  it('nobody else sees orders or checkouts', async () => {
    await place()
    await context.service.insert('checkouts', { buyer_id: buyer.id, subtotal: 12 })
    expect(await buyer.count('select from checkouts')).toBe(1)
    for (const table of ['checkouts', 'orders', 'order_items', 'order_events']) {
      expect(await other.count(`select from ${table}`), table).toBe(0)
      expect(await refusal(context.visitor.rows(`select * from ${table}`)), table).toMatchObject({ code: forbidden })
    }
    expect(await seller.count('select from checkouts')).toBe(0)
  })

  it('no signed-in member can write orders directly', async () => {
    const order = await place({ status: 'processing' })
    for (const actor of [buyer, seller])
      for (const table of [
        'checkouts',
        'orders',
        'order_items',
        'order_events',
        'payments',
        'refunds',
        'outbox',
        'product_views',
        'shop_visits',
      ]) {
        expect(await refusal(actor.count(`insert into ${table} default values`)), table).toMatchObject({
          code: forbidden,
        })
        expect(await refusal(actor.count(`delete from ${table}`)), table).toMatchObject({ code: forbidden })
      }
    const changes: Values[] = [{ status: 'delivered' }, { subtotal: 0 }, { buyer_id: other.id }, { refunded_amount: 5 }]
    for (const change of changes)
      for (const actor of [buyer, seller])
        expect(await refusal(actor.update('orders', order, change)), JSON.stringify(change)).toMatchObject({
          code: forbidden,
        })
  })

  const transitions: [from: string, to: string, fulfilment: string, isLegal: boolean][] = [
    ['pending payment', 'processing', 'delivery', true],
    ['pending payment', 'cancelled', 'delivery', true],
    ['pending payment', 'shipped', 'delivery', false],
    ['pending payment', 'delivered', 'delivery', false],
    ['processing', 'shipped', 'delivery', true],
    ['processing', 'ready', 'delivery', false],
    ['processing', 'ready', 'pickup', true],
    ['processing', 'shipped', 'pickup', false],
    ['processing', 'cancelled', 'delivery', true],
    ['processing', 'delivered', 'delivery', false],
    ['processing', 'pending payment', 'delivery', false],
    ['shipped', 'delivered', 'delivery', true],
    ['shipped', 'cancelled', 'delivery', false],
    ['shipped', 'processing', 'delivery', true],
    ['ready', 'delivered', 'pickup', true],
    ['ready', 'cancelled', 'pickup', true],
    ['delivered', 'processing', 'delivery', false],
    ['delivered', 'cancelled', 'delivery', false],
    ['cancelled', 'processing', 'delivery', false],
    ['cancelled', 'delivered', 'delivery', false],
  ]
  it.each(transitions)('a transition from %s to %s (%s) is allowed: %s', async (from, to, fulfilment, isLegal) => {
    const pickup: Values = {
      pickup_date: '2027-01-02',
      pickup_start: '09:00',
      pickup_end: '12:00',
      delivery_address: null,
    }
    const cancelled: Values = from === 'cancelled' ? { cancelled_at: '2026-01-01' } : {}
    const order = await place({ status: from, fulfilment, ...(fulfilment === 'pickup' ? pickup : {}), ...cancelled })
    const paying: Values = from === 'pending payment' && to !== 'cancelled' ? { paid_at: '2026-01-01' } : {}
    const step = context.service.update('orders', order, { status: to, ...paying })
    if (isLegal) expect(await step).toBe(1)
    else expect(await refusal(step)).toMatchObject({ code: '23514' })
  })

  it('an expired order accepts a late payment, but not once refunded', async () => {
    const order = await place(pending)
    await context.service.update('orders', order, { status: 'cancelled' })
    expect(await context.service.update('orders', order, { status: 'processing', paid_at: '2026-01-01' })).toBe(1)
    expect(await context.service.rows('select cancelled_at from orders where id = $1', order)).toEqual([
      { cancelled_at: null },
    ])
    await context.service.update('orders', order, { status: 'cancelled' })
    expect(await refusal(context.service.update('orders', order, { status: 'processing' }))).toMatchObject({
      code: '23514',
    })
  })

  it('an order records each transition, its time and the reason for a cancellation', async () => {
    const order = await place({ status: 'processing', created_at: '2026-01-01T09:00:00Z' })
    await context.service.update('orders', order, { status: 'cancelled', cancel_reason: 'No plums' })
    expect(await buyer.rows('select status, note from order_events order by created_at')).toEqual([
      { status: 'processing', note: null },
      { status: 'cancelled', note: 'No plums' },
    ])
  })

  it.each<[Values, string]>([
    [{ status: 'processing', paid_at: null }, 'orders_paid_before_processing'],
    [{ status: 'pending payment', paid_at: '2026-01-01' }, 'orders_unpaid_while_pending'],
    [{ fulfilment: 'pigeon' }, 'orders_fulfilment_known'],
    [{ fulfilment: 'pickup' }, 'orders_pickup_window'],
    [
      { fulfilment: 'pickup', pickup_date: '2027-01-02', pickup_start: '12:00', pickup_end: '09:00' },
      'orders_pickup_window',
    ],
    [{ delivery_address: null }, 'orders_delivery_address'],
    [{ delivery_address: { city: 'London' } }, 'orders_delivery_address'],
    [{ subtotal: -1 }, 'orders_amounts'],
    [{ subtotal: 'NaN' }, 'orders_amounts'],
    [{ delivery_fee: -3.99 }, 'orders_amounts'],
    [{ refunded_amount: 12.01 }, 'orders_refund_range'],
    [{ note: 'x'.repeat(1001) }, 'orders_note_length'],
  ])('an order with %j is refused', async (values, constraint) => {
    expect(await refusal(place(values))).toMatchObject({ code: '23514', constraint })
  })

  it('an unknown status is refused', async () => {
    expect(await refusal(place({ status: 'lost' }))).toMatchObject({ code: '22P02' })
  })

  it('an order’s total is the sum of its items and delivery', async () => {
    await place({ subtotal: 20, delivery_fee: 3.99 })
    expect(await buyer.rows('select total_amount from orders')).toEqual([{ total_amount: '23.99' }])
  })

  it('an order outlives its product and keeps its name', async () => {
    const gone = await context.product(shop, { name: 'Gone Cake' })
    await context.order(buyer, gone)
    await seller.count('delete from products where id = $1', gone)
    expect(await buyer.rows('select product_id, name from order_items')).toEqual([{ product_id: null, name: 'A cake' }])
  })

  it.each([0, -1, 1001])('a quantity of %d is refused', async (quantity) => {
    const order = await place()
    const item = { order_id: order, name: 'A cake', price: 12, quantity }
    expect(await refusal(context.service.insert('order_items', item))).toMatchObject({
      constraint: 'order_items_quantity_range',
    })
  })

  it('an idempotency key places one order for each buyer', async () => {
    const checkout = { buyer_id: buyer.id, subtotal: 12, idempotency_key: 'a-key-of-the-client' }
    await context.service.insert('checkouts', checkout)
    expect(await refusal(context.service.insert('checkouts', checkout))).toMatchObject({
      constraint: 'checkouts_one_per_key',
    })
    const another = await context.member()
    await context.service.insert('checkouts', { ...checkout, buyer_id: another.id })
  })

  describe('payments', () => {
    const refund = (order: string, amount: number, status = 'pending') =>
      context.service.insert('refunds', { order_id: order, amount, status })
    const refunded = async () => (await buyer.rows('select refunded_amount from orders'))[0]?.refunded_amount

    it('refunds, including pending ones, never exceed the payment, and count as refunded once they succeed', async () => {
      const order = await place()
      const first = text(await refund(order, 8), 'id')
      expect(await refusal(refund(order, 4.01))).toMatchObject({
        code: '23514',
        message: 'At most £4.00 of this order can still be refunded.',
      })
      expect(await refunded()).toBe('0.00')
      await context.service.update('refunds', first, { status: 'succeeded' })
      expect(await refunded()).toBe('8.00')
      const second = text(await refund(order, 4), 'id')
      await context.service.update('refunds', second, { status: 'failed' })
      await refund(order, 4)
      expect(await refusal(context.service.update('refunds', second, { status: 'pending' }))).toMatchObject({
        code: '23514',
      })
    })

    it('an unpaid payment cannot be refunded', async () => {
      expect(await refusal(refund(await place(pending), 1))).toMatchObject({
        message: 'An unpaid order cannot be refunded.',
      })
    })

    it('a payment has one row for each provider session, and one capture', async () => {
      const checkout = text(await context.service.insert('checkouts', { buyer_id: buyer.id, subtotal: 12 }), 'id')
      const payment = {
        checkout_id: checkout,
        provider: 'test',
        session_id: `s-${checkout}`,
        payment_id: `p-${checkout}`,
        amount: 12,
      }
      await context.service.insert('payments', payment)
      expect(await refusal(context.service.insert('payments', payment))).toMatchObject({
        constraint: 'payments_session_once',
      })
      const again = { ...payment, session_id: `t-${checkout}` }
      expect(await refusal(context.service.insert('payments', again))).toMatchObject({
        constraint: 'payments_one_captured',
      })
      expect(
        await refusal(context.service.insert('payments', { ...again, payment_id: null, status: 'succeeded' })),
      ).toMatchObject({
        constraint: 'payments_captured_at_matches_status',
      })
    })

    it('only a shop’s owner sees the state of its payment account', async () => {
      await context.service.insert('payment_accounts', { shop_id: shop, provider: 'test', account_id: 'acct_1' })
      expect(await seller.count('select from payment_accounts')).toBe(1)
      expect(await other.count('select from payment_accounts')).toBe(0)
      for (const table of ['payments', 'refunds', 'outbox', 'product_views', 'shop_visits'])
        for (const actor of [seller, buyer, context.visitor])
          expect(await refusal(actor.rows(`select * from ${table}`)), table).toMatchObject({ code: forbidden })
      expect(await refusal(seller.count('update payment_accounts set charges_enabled = true'))).toMatchObject({
        code: forbidden,
      })
      expect(await refusal(context.visitor.rows('select * from payment_accounts'))).toMatchObject({ code: forbidden })
    })
  })

  it.each(['a@b.test\nBcc: c@d.test', 'not an address', 'a@b@c', '<a@b.test>'])(
    'an email to %j is never queued',
    async (recipient) => {
      expect(await refusal(context.service.insert('outbox', { recipient, template: 'receipt' }))).toMatchObject({
        constraint: 'outbox_recipient_form',
      })
    },
  )

  it('an email with the same key is queued once', async () => {
    const email = { recipient: 'a@b.test', template: 'receipt', dedupe_key: 'receipt of one' }
    await context.service.insert('outbox', email)
    expect(await refusal(context.service.insert('outbox', email))).toMatchObject({ code: '23505' })
  })
})
