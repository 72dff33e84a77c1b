/** Payments for a checkout: on time, late, twice, of a wrong amount or out of order, and who may record them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everyDatabase } from '../harness.ts'
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
  stockOf,
} from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text } from './test-context.ts'

describe.each(everyDatabase)('payments on %s', (kind) => {
  let context: TestContext
  let buyer: Actor
  let seller: Actor
  let baker: Actor
  let shop: string
  let bakery: string
  let cake: string
  let bread: string
  let slot: { date: string; start_time: string; end_time: string }
  let placed: Placed

  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    baker = await context.member('Baker')
    shop = await context.shop(seller, { name: 'A shop' })
    bakery = await context.shop(baker, { name: 'Bakery' })
    await context.service.insert('shop_pickup_places', {
      shop_id: bakery,
      address_line1: '3 Oven Lane',
      city: 'Leeds',
      postal_code: 'LS1 1AA',
    })
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    buyer = await context.member('Bo Buyer')
    cake = await context.product(shop, { ...forSale, name: 'Lemon cake', price: 12.5, stock: 10 })
    bread = await context.product(bakery, { ...forSale, name: 'Rye bread', price: 4.2, stock: 10 })
    await context.database.script('delete from private.pickup_bookings; delete from public.shop_pickup_schedules')
    slot = await addDailyPickupWindows(context, bakery, 100)
    placed = await place(
      buyer,
      order([delivered(shop, { product: cake, quantity: 2 }), pickedUp(bakery, slot, { product: bread })], {
        address_id: await address(buyer),
      }),
    )
  })

  const state = async () => {
    const [checkout] = await context.service.rows('select status from checkouts where id = $1', placed.checkout_id)
    const orders = await context.service.rows(
      'select distinct status from orders where checkout_id = $1',
      placed.checkout_id,
    )
    return [checkout?.status, ...column(orders, 'status')]
  }
  const stocks = async () => [await stockOf(context, cake), await stockOf(context, bread)]
  const booked = async () => {
    const slots = `select remaining from hand_over_slots($1, $2::uuid[], 'pickup', $3::date, 1)`
    const [row] = await context.visitor.rows(slots, bakery, `{${bread}}`, slot.date)
    return 100 - Number(row?.remaining)
  }
  const refunds = async (payment: string) =>
    column(await context.service.rows('select amount from refunds where payment_id = $1', payment), 'amount')
  const expire = async () => {
    await expireCheckout(context, placed.checkout_id)
    return call(context.service, 'expire_checkouts()')
  }

  it('a payment gives the orders to their shops, notifies everyone, and shows the buyer the approximate pickup place', async () => {
    expect(await buyer.rows('select pickup_area from orders where shop_id = $1', bakery)).toEqual([
      { pickup_area: null },
    ])
    expect(await pay(context, buyer, placed)).toMatchObject({ result: 'paid', refund_id: null })
    expect(await state()).toEqual(['paid', 'processing'])
    expect(
      await seller.rows('select buyer_name, total_amount from orders where checkout_id = $1', placed.checkout_id),
    ).toEqual([{ buyer_name: 'Bo Buyer', total_amount: '28.99' }])
    expect(
      await seller.rows(
        'select name, quantity from order_items i join orders o on o.id = i.order_id where checkout_id = $1',
        placed.checkout_id,
      ),
    ).toEqual([{ name: 'Lemon cake', quantity: 2 }])
    expect(await buyer.rows('select pickup_area from orders where shop_id = $1', bakery)).toEqual([
      { pickup_area: { city: 'Leeds', postal_area: 'LS1' } },
    ])
    expect(await buyer.rows('select type, title, message, link from notifications')).toEqual([
      {
        type: 'payment',
        title: 'Payment received',
        message: 'Thank you! A shop and Bakery have your order of £33.19.',
        link: `/checkout/${placed.checkout_id}`,
      },
    ])
    const latestNotification = 'select type, message, link from notifications order by created_at desc, id limit 1'
    expect(await seller.rows(latestNotification)).toEqual([
      {
        type: 'order',
        message: expect.stringMatching(/^[A-Z]+-\d+: Bo Buyer ordered 2 × Lemon cake for £28\.99\.$/),
        link: `/seller/orders?order=${placed.orders.find(({ shop_id }) => shop_id === shop)?.id}`,
      },
    ])
    expect(text((await baker.rows(latestNotification))[0], 'message')).toMatch(
      /^[A-Z]+-\d+: Bo Buyer ordered 1 × Rye bread for £4\.20, to be picked up on \d+ \w+ at 09:00\.$/,
    )
    expect(await buyer.rows('select status, count(*)::int from order_events group by 1 order by 1')).toEqual([
      { status: 'pending payment', count: 2 },
      { status: 'processing', count: 2 },
    ])
  })

  it('a checkout opens one session at a time, with what the provider needs', async () => {
    const first = await beginPayment(context, buyer, placed.checkout_id, 10, 'transfers')
    expect(await beginPayment(context, buyer, placed.checkout_id, 10, 'transfers')).toBe(first)
    const session = await call(context.service, 'attach_payment_session($1, $2, $3)', first, `session ${first}`, '/pay')
    expect(await call(context.service, 'attach_payment_session($1, $2, $3)', first, 'another', '/other')).toEqual(
      session,
    )
    const open = await call(context.service, `begin_payment($1, $2, 'test')`, placed.checkout_id, buyer.id)
    expect(open).toMatchObject({
      payment_id: first,
      session_id: `session ${first}`,
      url: '/pay',
      details: {
        buyer_email: `${buyer.id}@example.test`,
        total: 33.19,
        orders: [
          {
            shop_name: 'A shop',
            total: 28.99,
            account: null,
            items: [{ name: 'Lemon cake', quantity: 2, price: 12.5, variation: '' }],
          },
          { shop_name: 'Bakery', total: 4.2 },
        ],
      },
    })
    expect(await call(context.service, 'payment_details($1, 10)', placed.checkout_id)).toMatchObject({
      application_fee: 2.92,
      orders: [{ application_fee: 2.5 }, { application_fee: 0.42 }],
    })
    await recordPaymentEvent(context, { payment: first, outcome: 'failed' })
    expect(await beginPayment(context, buyer, placed.checkout_id)).not.toBe(first)
    const stranger = await context.member()
    expect(await refusal(beginPayment(context, stranger, placed.checkout_id))).toMatchObject({
      code: 'PT404',
      hint: 'checkout',
    })
    expect(
      await refusal(
        call(context.service, `begin_payment($1, $2, 'test', 0, 'destination')`, placed.checkout_id, buyer.id),
      ),
    ).toMatchObject({
      code: '22023',
    })
    await expire()
    expect(await refusal(beginPayment(context, buyer, placed.checkout_id))).toMatchObject({
      code: 'PT409',
      hint: 'expired',
    })
  })

  it('a paid retry follows a declined card, and earlier events then change nothing', async () => {
    const payment = await beginPayment(context, buyer, placed.checkout_id)
    expect(await recordPaymentEvent(context, { payment, outcome: 'declined' })).toMatchObject({ result: 'recorded' })
    expect(await recordPaymentEvent(context, { payment, amount: placed.total })).toMatchObject({ result: 'paid' })
    for (const outcome of ['declined', 'failed', 'expired'])
      expect(await recordPaymentEvent(context, { payment, outcome }), outcome).toMatchObject({ result: 'ignored' })
    expect(await state()).toEqual(['paid', 'processing'])
    expect(await call(context.service, `begin_payment($1, $2, 'test')`, placed.checkout_id, buyer.id)).toMatchObject({
      status: 'paid',
      payment_id: null,
    })
  })

  it('an event counts once, and a second event for the same payment is ignored', async () => {
    const payment = await beginPayment(context, buyer, placed.checkout_id)
    const event = { event: randomUUID(), payment, amount: placed.total }
    const first = await recordPaymentEvent(context, event)
    expect(await recordPaymentEvent(context, event)).toEqual(first)
    expect(await recordPaymentEvent(context, { payment, amount: placed.total })).toMatchObject({ result: 'ignored' })
    expect(await recordPaymentEvent(context, { payment: randomUUID(), amount: 1 })).toMatchObject({ result: 'unknown' })
    expect([await refunds(payment), await stocks()]).toEqual([[], [8, 9]])
  })

  it('a second payment, a wrong amount or currency, and a payment for an expired checkout are refunded', async () => {
    const early = await beginPayment(context, buyer, placed.checkout_id)
    await recordPaymentEvent(context, { payment: early, outcome: 'expired' })
    const wrong = await pay(context, buyer, { ...placed, total: 33.18 })
    expect(wrong).toMatchObject({ result: 'refunding' })
    expect(await refunds(wrong.payment)).toEqual(['33.18'])
    const foreign = await beginPayment(context, buyer, placed.checkout_id)
    expect(
      await recordPaymentEvent(context, { payment: foreign, amount: placed.total, currency: 'usd' }),
    ).toMatchObject({
      result: 'refunding',
    })
    expect(await state()).toEqual(['pending', 'pending payment'])
    await pay(context, buyer, placed)
    expect(await recordPaymentEvent(context, { payment: early, amount: placed.total })).toMatchObject({
      result: 'refunding',
    })
    expect(await refunds(early)).toEqual(['33.19'])
    expect(await state()).toEqual(['paid', 'processing'])
    expect(
      column(
        await buyer.rows(
          `select message from notifications where title = 'Your payment is being refunded' order by created_at`,
        ),
        'message',
      ),
    ).toEqual([
      'The amount paid did not match your order. We are refunding your £33.18. Your bank may take a few days.',
      'The amount paid did not match your order. We are refunding your £33.19. Your bank may take a few days.',
      'Your order had already been paid. We are refunding your £33.19. Your bank may take a few days.',
    ])
  })

  it('an unpaid checkout returns its stock, and a late payment is honoured while everything is available', async () => {
    const payment = await beginPayment(context, buyer, placed.checkout_id)
    expect([await stocks(), await booked()]).toEqual([[8, 9], 1])
    expect(await call(context.service, 'expire_checkouts()')).toBe(0)
    expect(await expire()).toBe(1)
    expect([await state(), await stocks(), await booked()]).toEqual([['expired', 'cancelled'], [10, 10], 0])
    expect(await expire()).toBe(0)
    expect(await recordPaymentEvent(context, { payment, amount: placed.total })).toMatchObject({ result: 'paid' })
    expect([await state(), await stocks(), await booked()]).toEqual([['paid', 'processing'], [8, 9], 1])
  })

  it.each<[what: string, change: () => Promise<unknown>]>([
    ['the stock is too low', () => context.service.update('products', cake, { stock: 1 })],
    ['the product is deleted', () => context.service.rows('delete from products where id = $1', cake)],
    ['the product is hidden', () => context.service.update('products', bread, { status: 'hidden' })],
    ['the seller has blocked the buyer', () => seller.insert('blocks', { blocked_id: buyer.id })],
    [
      'the window is deleted',
      () => context.service.rows('delete from shop_pickup_schedules where shop_id = $1', bakery),
    ],
    [
      'the window is full',
      async () => {
        await context.service.rows('update shop_pickup_schedules set max_orders = 1 where shop_id = $1', bakery)
        await place(await context.member(), order([pickedUp(bakery, slot, { product: bread })]))
      },
    ],
  ])('a late payment is refunded, without taking stock, when %s', async (what, change) => {
    const payment = await beginPayment(context, buyer, placed.checkout_id)
    await expire()
    await change()
    const before = what === 'the product is deleted' ? await stockOf(context, bread) : await stocks()
    expect(await recordPaymentEvent(context, { payment, amount: placed.total })).toMatchObject({ result: 'refunding' })
    expect(await state()).toEqual(['expired', 'cancelled'])
    expect(what === 'the product is deleted' ? await stockOf(context, bread) : await stocks()).toEqual(before)
    expect(await refunds(payment)).toEqual(['33.19'])
    expect(await seller.count('select from orders where checkout_id = $1', placed.checkout_id)).toBe(0)
  })

  it('a payment is refunded for a product taken down meanwhile, and kept for one its seller has hidden', async () => {
    const payment = await beginPayment(context, buyer, placed.checkout_id)
    await context.service.rows(`update products set status = 'hidden' where id = $1`, bread)
    await context.service.rows(
      `update products set taken_down_at = now(), takedown_reason = 'Mice' where id = $1`,
      cake,
    )
    expect(await recordPaymentEvent(context, { payment, amount: placed.total })).toMatchObject({ result: 'refunding' })
    expect([await state(), await refunds(payment)]).toEqual([['expired', 'cancelled'], ['33.19']])
    expect(await stocks()).toEqual([10, 10])
    const alone = await context.product(bakery, { ...forSale, stock: 1 })
    const kept = await place(buyer, order([pickedUp(bakery, slot, { product: alone })]))
    await context.service.rows(`update products set status = 'hidden' where id = $1`, alone)
    expect(await pay(context, buyer, kept)).toMatchObject({ result: 'paid' })
  })

  it('only its buyer can cancel a checkout, and not once it is paid', async () => {
    const stranger = await context.member()
    const cancelCheckout = (actor: Actor) => call(actor, 'cancel_checkout($1)', placed.checkout_id)
    expect(await refusal(cancelCheckout(stranger))).toMatchObject({ code: 'PT404' })
    expect(await refusal(cancelCheckout(context.visitor))).toMatchObject({ code: forbidden })
    const payment = await beginPayment(context, buyer, placed.checkout_id)
    await cancelCheckout(buyer)
    await cancelCheckout(buyer)
    expect([await state(), await stocks(), await booked()]).toEqual([['cancelled', 'cancelled'], [10, 10], 0])
    expect(await recordPaymentEvent(context, { payment, amount: placed.total })).toMatchObject({ result: 'refunding' })
    const kept = await place(buyer, order([pickedUp(bakery, slot, { product: bread })]))
    await pay(context, buyer, kept)
    expect(await refusal(call(buyer, 'cancel_checkout($1)', kept.checkout_id))).toMatchObject({
      code: 'PT409',
      hint: 'paid',
    })
  })

  it('a refund is made once, through failures, lost responses and events in any order', async () => {
    const { payment } = await pay(context, buyer, { ...placed, total: 1 })
    const recordRefundEvent = (refund: string | null, provider: string, status: string, event: string = randomUUID()) =>
      call(context.service, `record_refund('test', $1, $2, $3, $4::uuid, null, 1)`, event, provider, status, refund)
    const claimed = () =>
      context.service.rows('select refund_id, amount, attempts, provider_payment_id from claim_refunds()')
    const [due] = (await claimed()).filter((row) => row.provider_payment_id === `capture of ${payment}`)
    const refund = text(due, 'refund_id')
    expect(due).toMatchObject({ amount: '1.00', attempts: 1 })
    expect(column(await claimed(), 'refund_id')).not.toContain(refund)
    await call(context.service, `fail_refund_attempt($1, 'the network')`, refund)
    await context.service.rows('update refunds set next_attempt_at = now() where id = $1', refund)
    expect(await claimed()).toMatchObject([{ refund_id: refund, attempts: 2 }])
    const event = randomUUID()
    expect(await recordRefundEvent(refund, `re_${refund}`, 'succeeded', event)).toEqual({
      result: 'recorded',
      refund_id: refund,
    })
    expect(await recordRefundEvent(refund, `re_${refund}`, 'succeeded', event)).toEqual({
      result: 'recorded',
      refund_id: refund,
    })
    expect(await recordRefundEvent(null, `re_${refund}`, 'pending')).toMatchObject({ result: 'ignored' })
    expect(await recordRefundEvent(null, `re_${refund}`, 'failed')).toMatchObject({ result: 'recorded' })
    expect(await recordRefundEvent(null, `re_${refund}`, 'succeeded')).toMatchObject({ result: 'ignored' })
    expect(await context.service.rows('select status from refunds where id = $1', refund)).toEqual([
      { status: 'failed' },
    ])
  })

  it('dashboard refunds are recorded, even before their payment, and never exceed it', async () => {
    const single = await place(buyer, order([pickedUp(bakery, slot, { product: bread })]))
    const payment = await beginPayment(context, buyer, single.checkout_id)
    const recordRefundEvent = (amount: number) =>
      call(
        context.service,
        `record_refund('test', $1, $1, 'succeeded', null, $2, $3::numeric)`,
        randomUUID(),
        `capture of ${payment}`,
        amount,
      )
    expect(await recordRefundEvent(1.2)).toEqual({ result: 'deferred', refund_id: null })
    await recordPaymentEvent(context, { payment, amount: single.total })
    expect(await recordRefundEvent(100)).toMatchObject({ result: 'recorded' })
    expect(await recordRefundEvent(0.01)).toMatchObject({ result: 'ignored' })
    expect((await refunds(payment)).toSorted()).toEqual(['1.20', '3.00'])
    expect(await buyer.rows('select refunded_amount from orders where id = $1', single.orders[0]?.id ?? '')).toEqual([
      { refunded_amount: '4.20' },
    ])
  })

  it('each shop with a ready account receives its part, less the fee and earlier refunds', async () => {
    const payment = await beginPayment(context, buyer, placed.checkout_id, 10, 'transfers')
    await recordPaymentEvent(context, { payment, amount: placed.total })
    const claimed = async () => column(await context.service.rows('select amount from claim_transfers()'), 'amount')
    expect(await claimed()).toEqual([])
    for (const [of, account] of [
      [shop, 'acct_shop'],
      [bakery, 'acct_bakery'],
    ])
      await call(context.service, `set_payment_account($1, 'test', $2, true, true, true)`, of ?? '', `${account}`)
    const of = (shopId: string) => placed.orders.find(({ shop_id }) => shop_id === shopId)?.id ?? ''
    await context.service.insert('refunds', { order_id: of(shop), payment_id: payment, amount: 6.49 })
    await context.service.insert('refunds', { order_id: of(bakery), payment_id: payment, amount: 4.2 })
    // The shop's part is £26.49 of £28.99; £22.50 remain.
    expect(await claimed()).toEqual(['20.56'])
    expect(await claimed()).toEqual([])
    const [sent] = await context.service.rows('select id from transfers where order_id = $1', of(shop))
    await call(context.service, `record_transfer($1, 'tr_1')`, text(sent, 'id'))
    await context.service.rows('update transfers set next_attempt_at = now()')
    expect(await claimed()).toEqual([])
    expect(column(await context.service.rows('select status from transfers order by status'), 'status')).toEqual([
      'sent',
      'skipped',
    ])
  })

  it('only the service key records payments', async () => {
    const id = placed.checkout_id
    for (const actor of [buyer, seller, context.visitor]) {
      for (const attempt of [
        `payment_details('${id}')`,
        `begin_payment('${id}', '${buyer.id}', 'test')`,
        `attach_payment_session('${id}', 'a', '/b')`,
        `record_payment('test', 'event', 'succeeded', null, '${id}', 'capture', 1)`,
        `record_refund('test', 'event', 'refund', 'succeeded')`,
        'claim_refunds()',
        `fail_refund_attempt('${id}', 'no')`,
        'claim_transfers()',
        `record_transfer('${id}')`,
        `claim_stale_sessions('test')`,
        'claim_reversals()',
        `record_reversal('${id}', 0)`,
        `set_payment_account('${shop}', 'test', 'mine')`,
        'expire_checkouts()',
      ])
        expect(await refusal(actor.rows(`select public.${attempt}`)), attempt).toMatchObject({ code: forbidden })
      for (const table of ['payment_events', 'transfers'])
        expect(await refusal(actor.rows(`select * from ${table}`)), table).toMatchObject({ code: forbidden })
    }
    for (const malformed of [
      `record_payment('test', 'e', 'won')`,
      `record_payment('bank', 'e', 'failed')`,
      `record_payment('test', 'e', 'succeeded')`,
      `record_payment('test', 'e', 'succeeded', null, null, 'c', -1)`,
      `record_refund('test', 'e', 'r', 'lost')`,
    ])
      expect(await refusal(context.service.rows(`select public.${malformed}`)), malformed).toMatchObject({
        code: '22023',
      })
  })
})
