/** A shop's own cancellation terms: copied to an order, shown before paying, and enforced when it is cancelled. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { expectLedgerToBalance } from './ledger-assertions.ts'
import {
  addDailyPickupWindows,
  address,
  beginPayment,
  call,
  delivered,
  forSale,
  order,
  pay,
  pickedUp,
  place,
  recordPaymentEvent,
} from './order-fixtures.ts'
import { type Actor, openTestContext, refusal, type TestContext } from './test-context.ts'

describe.each(databases)('cancellation terms on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let stranger: Actor
  let buyer: Actor
  let shop: string
  let cake: string
  let slot: { date: string; start_time: string; end_time: string }

  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    stranger = await context.member('Stranger')
    await context.shop(stranger)
    shop = await context.shop(seller)
    cake = await context.product(shop, { ...forSale, price: 12.5, stock: 100_000 })
    const tomorrow = await addDailyPickupWindows(context, shop)
    const [row] = await context.service.rows('select ($1::date + 6)::text as later', tomorrow.date)
    slot = { ...tomorrow, date: `${row?.later}` }
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    buyer = await context.member('Bo Buyer')
  })

  const setTerms = (hours: number | null, percent: number | null, who = seller) =>
    who.rows(
      'update shops set cancel_hours_before = $2::integer, cancel_refund_percent = $3::integer where id = $1 returning id',
      shop,
      hours,
      percent,
    )
  const terms = { hours_before: 48, refund_percent: 50 }
  const request = (more: object = {}) => order([{ ...pickedUp(shop, slot, { product: cake, quantity: 2 }), ...more }])
  /** A paid order of £25 under the shop's terms. */
  async function sold() {
    const placed = await place(buyer, request())
    await pay(context, buyer, placed)
    return placed.orders[0]?.id ?? ''
  }
  /** Moves the pickup, which the terms count back from, to the given interval from now. */
  const startsIn = (id: string, interval: string) =>
    context.service.rows(
      `update orders set pickup_date = t.at::date, pickup_start = least(t.at::time, '23:58'), pickup_end = '23:59'
        from (select now() at time zone 'Europe/London' + $2::interval as at) t where id = $1`,
      id,
      interval,
    )
  const cancel = (who: Actor, id: string, shown: number | null = null) =>
    call(who, 'cancel_order($1, $2, $3::numeric)', id, 'Why not', shown)
  const expected = (id: string) => call(buyer, 'cancellation_refund($1)', id)
  const kept = async (id: string) =>
    (await seller.rows('select status, cancellation_kept from orders where id = $1', id))[0]
  const balance = () => expectLedgerToBalance(context, new Map([[cake, 100_000]]))

  it('an order keeps the terms it was placed with', async () => {
    await setTerms(48, 50)
    const id = await sold()
    await setTerms(72, 0)
    const read = `select cancel_hours_before, cancel_refund_percent, refundable_in_part_until - cancellable_until as gap,
      (refundable_in_part_until at time zone 'Europe/London')::date::text as day from orders where id = $1`
    expect(await buyer.rows(read, id)).toMatchObject([
      { cancel_hours_before: 48, cancel_refund_percent: 50, day: slot.date },
    ])
    await setTerms(null, null)
    const other = await sold()
    expect(await buyer.rows(read, other)).toMatchObject([{ cancel_hours_before: null, cancel_refund_percent: null }])
    expect(
      await buyer.rows(
        `select cancellable_until = paid_at + interval '24 hours' as is_day from orders where id = $1`,
        other,
      ),
    ).toEqual([{ is_day: true }])
  })

  it('the refund is full before the cut-off, a part after it, and cancelling ends with the hand-over', async () => {
    await setTerms(48, 50)
    const early = await sold()
    await startsIn(early, '48 hours 5 minutes')
    expect(await expected(early)).toEqual({ refund: 25, delivery_fee: 0, kept: 0, unpaid_delivery: 0 })
    expect(await cancel(buyer, early)).toMatchObject({ refund: { amount: 25 } })
    const late = await sold()
    await startsIn(late, '47 hours 55 minutes')
    expect(await expected(late)).toEqual({ refund: 12.5, delivery_fee: 0, kept: 12.5, unpaid_delivery: 0 })
    expect(await cancel(buyer, late)).toMatchObject({ refund: { amount: 12.5 } })
    expect(await kept(late)).toEqual({ status: 'cancelled', cancellation_kept: '12.50' })
    const over = await sold()
    await startsIn(over, '-1 minute')
    expect(await refusal(cancel(buyer, over))).toMatchObject({ code: 'PT409', hint: 'too_late' })
    await balance()
  })

  it('longer than a day after payment, own terms still give a full refund before the cut-off', async () => {
    await setTerms(48, 0)
    const id = await sold()
    await context.service.rows(`update orders set paid_at = paid_at - interval '40 hours' where id = $1`, id)
    expect(await cancel(buyer, id)).toMatchObject({ refund: { amount: 25 } })
  })

  it('terms that give nothing back after the cut-off refund nothing, and the seller may still refund it', async () => {
    await setTerms(24, 0)
    const id = await sold()
    await startsIn(id, '23 hours')
    expect(await cancel(buyer, id)).toMatchObject({ status: 'cancelled', refund: null })
    expect(await kept(id)).toMatchObject({ cancellation_kept: '25.00' })
    const again = call(seller, 'refund_order($1, $2::numeric, $3, $4)', id, 25, 'As a favour', 'a key of this refund')
    expect(await again).toMatchObject({ left: 0 })
    await balance()
  })

  it('a seller who cancels refunds everything, whatever the terms', async () => {
    await setTerms(48, 0)
    const id = await sold()
    await startsIn(id, '1 hour')
    expect(await cancel(seller, id)).toMatchObject({ refund: { amount: 25 } })
    expect(await kept(id)).toMatchObject({ cancellation_kept: '0.00' })
    await balance()
  })

  it('a cancellation for another refund than shown is refused, and changes nothing', async () => {
    await setTerms(48, 50)
    const id = await sold()
    await startsIn(id, '47 hours')
    expect(await refusal(cancel(buyer, id, 25))).toMatchObject({
      code: 'PT409',
      hint: 'refund_changed',
      message: 'Your refund has changed. You would now get £12.50 back.',
    })
    expect(await kept(id)).toMatchObject({ status: 'processing' })
    expect(await cancel(buyer, id, 12.5)).toMatchObject({ refund: { amount: 12.5 } })
  })

  it('an order is refused if its terms are not those shown', async () => {
    await setTerms(48, 50)
    for (const shown of [null, { ...terms, refund_percent: 100 }, 'none', { ...terms, more: 1 }])
      expect(await refusal(place(buyer, request({ cancellation: shown }))), JSON.stringify(shown)).toMatchObject({
        code: 'PT409',
        hint: 'terms_changed',
      })
    expect(await buyer.rows('select id from orders')).toEqual([])
    await place(buyer, request({ cancellation: terms }))
    await setTerms(null, null)
    expect(await refusal(place(buyer, request({ cancellation: terms })))).toMatchObject({ hint: 'terms_changed' })
    await place(buyer, request({ cancellation: null }))
  })

  it('an order without a hand-over to count back from has the marketplace’s terms', async () => {
    await setTerms(48, 50)
    const home = await address(buyer)
    const placed = await place(buyer, order([delivered(shop, { product: cake })], { address_id: home }))
    await pay(context, buyer, placed)
    expect(
      await buyer.rows(
        `select cancellable_until = paid_at + interval '24 hours' as is_day, refundable_in_part_until from orders`,
      ),
    ).toEqual([{ is_day: true, refundable_in_part_until: null }])
  })

  it('cancelling late keeps a part of what delivering the rest of the checkout leaves', async () => {
    await setTerms(48, 50)
    const home = await address(buyer)
    const other = await context.shop(await context.member())
    const pie = await context.product(other, { ...forSale, price: 45, stock: 3 })
    const shops = [delivered(shop, { product: cake }), delivered(other, { product: pie })]
    const placed = await place(buyer, order(shops, { address_id: home }))
    await pay(context, buyer, placed)
    const id = placed.orders.find(({ shop_id }) => shop_id === shop)?.id ?? ''
    await context.service.rows(
      `update orders set agreed_on = (now() at time zone 'Europe/London')::date + 1 where id = $1`,
      id,
    )
    // £12.50 less £3.99 for delivering the pie alone, of which the terms give half back.
    expect(await expected(id)).toEqual({ refund: 4.26, delivery_fee: 3.99, kept: 4.25, unpaid_delivery: 0 })
    expect(await cancel(buyer, id, 4.26)).toMatchObject({ refund: { amount: 4.26 } })
    expect(await kept(id)).toMatchObject({ cancellation_kept: '4.25' })
  })

  it('the shop’s share of a late cancellation is what it keeps, less the fee', async () => {
    await setTerms(48, 50)
    await context.service.rows(
      `insert into payment_accounts (shop_id, provider, account_id, charges_enabled) values ($1, 'test', $2, true) on conflict do nothing`,
      shop,
      `account of ${shop}`,
    )
    const placed = await place(buyer, request())
    const payment = await beginPayment(context, buyer, placed.checkout_id, 8, 'transfers')
    await recordPaymentEvent(context, { payment, amount: placed.total })
    const id = placed.orders[0]?.id ?? ''
    await startsIn(id, '47 hours')
    await cancel(buyer, id)
    // £25 less 8 % is £23; half of the order was kept.
    const claimed = await context.service.rows('select order_id, amount from claim_transfers()')
    expect(claimed.filter(({ order_id: of }) => of === id)).toEqual([{ order_id: id, amount: '11.50' }])
  })

  it('the address is shown from the cut-off on, and an unpaid order can be cancelled at any time', async () => {
    await setTerms(48, 50)
    const kitchen = { address_line1: '3 Oven Lane', city: 'Leeds', postal_code: 'LS1 1AA' }
    await context.service.insert('shop_pickup_places', { shop_id: shop, ...kitchen })
    const id = await sold()
    const seen = () => buyer.rows('select address_line1 from order_pickup_places where order_id = $1', id)
    await startsIn(id, '48 hours 5 minutes')
    expect(await seen()).toEqual([])
    await startsIn(id, '47 hours 58 minutes')
    expect(await seen()).toHaveLength(1)
    const unpaid = (await place(buyer, request())).orders[0]?.id ?? ''
    expect(await cancel(buyer, unpaid)).toMatchObject({ status: 'cancelled', refund: null })
  })

  it('only the owner of a shop changes its terms', async () => {
    await setTerms(48, 50)
    expect(await setTerms(4, 0, stranger)).toEqual([])
    expect(await refusal(setTerms(4, 0, context.visitor))).toMatchObject({ code: '42501' })
    expect(await context.visitor.rows('select cancel_hours_before from shops where id = $1', shop)).toEqual([
      { cancel_hours_before: 48 },
    ])
    expect(await refusal(buyer.rows('update orders set cancel_refund_percent = 100'))).toMatchObject({ code: '42501' })
  })

  it.each([
    [3, 50],
    [2161, 50],
    [48, -1],
    [48, 101],
    [48, null],
    [null, 50],
  ])('terms of %s hours and %s per cent are refused', async (hours, percent) => {
    expect(await refusal(setTerms(hours, percent))).toMatchObject({ code: '23514' })
  })
})
