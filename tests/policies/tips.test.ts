/** Tips: what a buyer may add, that the seller gets all of it, and that every refund adds up. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { maximumTipPence } from '#web/features/buy/checkout/tip.ts'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import { expectLedgerToBalance } from './ledger-assertions.ts'
import {
  addDailyPickupWindows,
  address,
  backdateCancellations,
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
import { type Actor, openTestContext, refusal, type TestContext, text } from './test-context.ts'

const stock = 100_000
const pounds = (pence: number) => pence / 100
const inPence = (value: unknown) => Math.round(Number(value) * 100)

interface Sold {
  readonly pricePence: number
  readonly tipPence: number
  readonly feePercent: number
}

/** What remains with the shop and with the marketplace after refunds, by the rules of the decision. */
function sharesAfter({ pricePence, tipPence, feePercent }: Sold, refundedPence: number, isCancelled: boolean) {
  const refundedTip = isCancelled ? Math.min(tipPence, refundedPence) : Math.max(0, refundedPence - pricePence)
  const keptPrice = pricePence - (refundedPence - refundedTip)
  const feePence = Math.floor((2 * pricePence * feePercent + 100) / 200)
  const priceShare = Math.floor((2 * (pricePence - feePence) * keptPrice + pricePence) / (2 * pricePence))
  return { shop: priceShare + tipPence - refundedTip, fee: keptPrice - priceShare }
}

describe.each(databases)('tips on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let other: Actor
  let buyer: Actor
  let home: string
  let shop: string
  let otherShop: string
  let cake: string
  let otherCake: string
  let slot: { date: string; start_time: string; end_time: string }

  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    other = await context.member('Other')
    buyer = await context.member('Bo Buyer')
    shop = await context.shop(seller, { name: 'Crumb' })
    otherShop = await context.shop(other, { name: 'Loaf' })
    cake = await context.product(shop, { ...forSale, price: 20, stock })
    otherCake = await context.product(otherShop, { ...forSale, price: 29, stock })
    home = await address(buyer)
    const tomorrow = await addDailyPickupWindows(context, shop)
    const [row] = await context.service.rows('select ($1::date + 6)::text as later', tomorrow.date)
    slot = { ...tomorrow, date: `${row?.later}` }
    const account = { provider: 'test', account_id: `acct_${shop}`, charges_enabled: true }
    await context.service.insert('payment_accounts', { shop_id: shop, ...account })
  })
  afterAll(() => context.close())

  const request = (tip: unknown, quantity = 1) =>
    order([{ ...pickedUp(shop, slot, { product: cake, quantity }), ...(tip !== undefined && { tip }) }])
  const tipOf = async (id: string) =>
    (await context.service.rows('select tip::float, total_amount::float as total from orders where id = $1', id))[0]
  const cancel = (who: Actor, id: string) => call(who, 'cancel_order($1, $2)', id, 'Why not')
  const refund = (id: string, amount: number) =>
    call(seller, 'refund_order($1, $2::numeric, $3, $4)', id, amount, 'A dent', randomUUID())
  const balance = () =>
    expectLedgerToBalance(
      context,
      new Map([
        [cake, stock],
        [otherCake, stock],
      ]),
    )
  /** A paid order of £20 for each piece, whose shop gets a transfer. */
  async function sold({ tip = 0, fee = 10, quantity = 1 }) {
    const placed = await place(buyer, request(tip, quantity))
    const payment = await beginPayment(context, buyer, placed.checkout_id, fee, 'transfers')
    await recordPaymentEvent(context, { payment, amount: placed.total })
    return { id: placed.orders[0]?.id ?? '', payment }
  }
  /** The provider has made all refunds. */
  const settleRefunds = (id: string) =>
    context.service.rows(`update refunds set status = 'succeeded' where order_id = $1 and status = 'pending'`, id)
  const shareOf = async (id: string) => {
    const { rows } = await context.database.run({
      text: `select private.shop_share(o, p) as share from orders o join payments p on p.checkout_id = o.checkout_id where o.id = '${id}'`,
      values: [],
    })
    return inPence(rows[0]?.[0])
  }
  const ledgerOf = async (id: string) =>
    (
      await seller.rows(
        'select tip::float, total_amount::float as total, refunded_amount::float as refunded, fee::float, net::float from sales_ledger() where order_id = $1',
        id,
      )
    )[0]

  it('a tip belongs to one shop’s part, is paid with the order, and earns nothing else', async () => {
    const tipped = { ...delivered(shop, { product: cake }), tip: 20 }
    const wanted = order([tipped, { ...delivered(otherShop, { product: otherCake }), tip: null }], { address_id: home })
    // £49 of food is not delivered for free, however much is tipped.
    expect(await place(buyer, wanted)).toMatchObject({ subtotal: 49, delivery_fee: 3.99, total: 72.99 })
    const placed = await place(buyer, request(2.5))
    expect(placed.total).toBe(22.5)
    expect(await tipOf(placed.orders[0]?.id ?? '')).toEqual({ tip: 2.5, total: 22.5 })
    expect(await refusal(place(buyer, { ...request(2.5), shown_total: 20 }))).toMatchObject({ hint: 'prices_changed' })
    await pay(context, buyer, placed)
    const [note] = await seller.rows(`select message from notifications where title = 'New order' limit 1`)
    expect(text(note, 'message')).toContain('for £22.50, with a tip of £2.50 for you')
    await balance()
  })

  it('a discount code leaves the tip alone', async () => {
    const code = { shop_id: shop, code: 'TENOFF', kind: 'percent', percent: 10 }
    const id = text(await seller.insert('discount_codes', code), 'id')
    const [part] = [{ ...pickedUp(shop, slot, { product: cake }), tip: 5, discount_code_id: id }]
    const placed = await place(buyer, order([part]))
    expect(placed).toMatchObject({ subtotal: 18, total: 23 })
    await pay(context, buyer, placed)
    const [figures] = await seller.rows('select sales::float as sales from discount_code_figures()')
    expect(figures).toEqual({ sales: 18 })
  })

  it('anything but £0 to £50 in pence is refused, by the request and by the table', async () => {
    for (const tip of [-0.01, 50.01, 1.005, '2', true, [], {}])
      expect(await refusal(place(buyer, request(tip))), JSON.stringify(tip)).toMatchObject({
        code: '22023',
        hint: 'tip',
      })
    for (const tip of [0, pounds(maximumTipPence), null, undefined])
      expect((await place(buyer, request(tip, 3))).total).toBe(60 + (tip ?? 0))
    const { id } = await sold({ tip: 1 })
    for (const tip of [-1, pounds(maximumTipPence) + 0.01])
      expect(await refusal(context.service.update('orders', id, { tip }))).toMatchObject({ code: '23514' })
    for (const who of [buyer, seller, other])
      expect(await refusal(who.update('orders', id, { tip: 0 }))).toMatchObject({ code: '42501' })
  })

  it('a tip is at most as much as the food of its shop, after a code', async () => {
    expect((await place(buyer, request(20))).total).toBe(40)
    expect(await refusal(place(buyer, request(20.01)))).toMatchObject({ code: '22023', hint: 'tip' })
    const code = { shop_id: shop, code: 'HALFOFF', kind: 'percent', percent: 50 }
    const discount_code_id = text(await seller.insert('discount_codes', code), 'id')
    const part = (tip: number) => ({ ...pickedUp(shop, slot, { product: cake }), tip, discount_code_id })
    // The food of another shop does not count.
    const rest = delivered(otherShop, { product: otherCake, quantity: 3 })
    const both = order([part(10.01), rest], { address_id: home })
    expect(await refusal(place(buyer, both))).toMatchObject({ hint: 'tip' })
    expect((await place(buyer, order([part(10)]))).total).toBe(20)
  })

  it('a quote with a deposit takes no tip', async () => {
    const tower = await context.product(shop, { ...forSale, product_type: 'bespoke', price: 0 })
    const room = text(await buyer.insert('chat_rooms', { seller_id: seller.id, product_id: tower }), 'id')
    const quote = async (terms: object) => {
      const [now] = await seller.rows('select brief_version, quote_version from my_conversations($1)', room)
      const [days] = await context.service.rows(
        `select (current_date + 20)::text as wanted_on, (current_date + 10)::text as balance_due_on`,
      )
      const all = { price: 100, wanted_on: days?.wanted_on, ...terms }
      const due = 'deposit' in terms ? { balance_due_on: days?.balance_due_on } : {}
      const versions = [Number(now?.brief_version), Number(now?.quote_version)] as const
      await call(seller, 'send_quote($1, $2, $3, $4)', room, ...versions, { ...all, ...due })
    }
    const accept = () =>
      place(
        buyer,
        order([{ ...delivered(shop, { product: tower, variation: null, chat_room_id: room }), tip: 5 }], {
          address_id: home,
        }),
      )
    await quote({ deposit: { percent: 30 } })
    expect(await refusal(accept())).toMatchObject({ hint: 'tip', message: 'An order with a deposit takes no tip.' })
    await quote({})
    expect((await accept()).total).toBe(105)
  })

  it('the seller gets all of it, without the marketplace’s fee', async () => {
    const { id, payment } = await sold({ tip: 3 })
    const [paid] = await context.service.rows(
      'select application_fee::float as fee from payments where id = $1',
      payment,
    )
    expect(paid).toEqual({ fee: 2 })
    const claimed = await context.service.rows('select order_id, amount::float as amount from claim_transfers(100)')
    expect(claimed.find(({ order_id }) => order_id === id)).toEqual({ order_id: id, amount: 21 })
    expect(await ledgerOf(id)).toEqual({ tip: 3, total: 23, refunded: 0, fee: 2, net: 21 })
    const money = z
      .object({
        tax_years: z.array(z.object({ sales: z.number(), tips: z.number(), fees: z.number(), net: z.number() })),
      })
      .parse(await call(seller, 'seller_money()'))
    for (const { sales, tips, fees, net } of money.tax_years)
      expect(inPence(net)).toBe(inPence(sales) + inPence(tips) - inPence(fees))
    const [sums] = await seller.rows('select tip::float as tip from sales_sums()')
    expect(money.tax_years.reduce((all, { tips }) => all + tips, 0)).toBe(sums?.tip)
  })

  it('is in no figure of the analytics and the overview', async () => {
    const revenue = async () => {
      const analytics = z.object({ totals: z.object({ revenue: z.number(), refunds: z.number() }) })
      const overview = z.object({ revenue: z.object({ this_week: z.number() }) })
      const week = overview.parse(await call(seller, 'seller_overview()')).revenue.this_week
      return { ...analytics.parse(await call(seller, 'seller_analytics()')).totals, week }
    }
    const before = await revenue()
    const { id } = await sold({ tip: 7 })
    expect(await revenue()).toEqual({
      revenue: before.revenue + 20,
      refunds: before.refunds,
      week: before.week + 20,
    })
    await cancel(seller, id)
    await settleRefunds(id)
    expect((await revenue()).refunds).toBe(before.refunds + 20)
  })

  it('a cancellation by either side refunds it in full, also when the shop keeps a part of the price', async () => {
    const bySeller = await sold({ tip: 2 })
    expect(await cancel(seller, bySeller.id)).toMatchObject({ refund: { amount: 22 } })
    const byBuyer = await sold({ tip: 2 })
    expect(await cancel(buyer, byBuyer.id)).toMatchObject({ refund: { amount: 22 } })

    await seller.rows(
      'update shops set cancel_hours_before = 48, cancel_refund_percent = 50 where id = $1 returning id',
      shop,
    )
    const late = await sold({ tip: 2 })
    await seller.rows(
      'update shops set cancel_hours_before = null, cancel_refund_percent = null where id = $1 returning id',
      shop,
    )
    await context.service.rows(
      `update orders set pickup_date = t.at::date, pickup_start = least(t.at::time, '23:58'), pickup_end = '23:59'
        from (select now() at time zone 'Europe/London' + interval '30 hours' as at) t where id = $1`,
      late.id,
    )
    expect(await call(buyer, 'cancellation_refund($1)', late.id)).toEqual({
      refund: 12,
      delivery_fee: 0,
      kept: 10,
      unpaid_delivery: 0,
    })
    expect(await cancel(buyer, late.id)).toMatchObject({ refund: { amount: 12 } })
    await settleRefunds(late.id)
    expect(await shareOf(late.id), 'half of the price, less the fee').toBe(900)
    expect(await ledgerOf(late.id)).toEqual({ tip: 2, total: 22, refunded: 12, fee: 1, net: 9 })
    await balance()
  })

  it('is not used for delivering the rest of a checkout', async () => {
    const tall = await context.product(shop, { ...forSale, price: 51, stock })
    const free = { ...delivered(shop, { product: tall }), tip: 5 }
    const placed = await place(buyer, order([free, delivered(otherShop, { product: otherCake })], { address_id: home }))
    await pay(context, buyer, placed)
    const id = placed.orders.find(({ shop_id }) => shop_id === shop)?.id ?? ''
    await refund(id, 50)
    expect(await call(buyer, 'cancellation_refund($1)', id)).toEqual({
      refund: 5,
      delivery_fee: 1,
      kept: 0,
      unpaid_delivery: 0,
    })
  })

  it('a partial refund takes it last, and the share of the shop agrees with the rules to the penny', async () => {
    const { id } = await sold({ tip: 4 })
    await refund(id, 20)
    await settleRefunds(id)
    expect(await shareOf(id), 'the price is refunded, the tip is not').toBe(400)
    await refund(id, 1)
    expect(await shareOf(id)).toBe(300)

    const sale = fc.record({
      tipPence: fc.constantFrom(0, 1, 99, 250, 2000),
      feePercent: fc.constantFrom(0, 7, 12.5, 33),
      quantity: fc.constantFrom(1, 3),
      parts: fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 3 }),
      cancelledBy: fc.constantFrom('nobody' as const, 'buyer' as const, 'seller' as const),
    })
    await fc.assert(
      fc.asyncProperty(sale, async ({ tipPence, feePercent, quantity, parts, cancelledBy }) => {
        const pricePence = quantity * 2000
        const total = pricePence + tipPence
        const paid = await sold({ tip: pounds(tipPence), fee: feePercent, quantity })
        let refunded = 0
        for (const part of parts) {
          const amount = Math.min(total - refunded, Math.ceil((total * part) / 1000))
          if (amount === 0) continue
          refunded += amount
          await refund(paid.id, pounds(amount))
        }
        if (cancelledBy !== 'nobody') {
          await cancel(cancelledBy === 'buyer' ? buyer : seller, paid.id)
          await backdateCancellations(context, buyer)
          refunded = total
        }
        await settleRefunds(paid.id)
        const expected = sharesAfter({ pricePence, tipPence, feePercent }, refunded, cancelledBy !== 'nobody')
        const row = await ledgerOf(paid.id)
        expect(await shareOf(paid.id)).toBe(expected.shop)
        expect({ net: inPence(row?.net), fee: inPence(row?.fee) }).toEqual({ net: expected.shop, fee: expected.fee })
        expect(refunded + expected.shop + expected.fee).toBe(total)
      }),
      { numRuns: cases(12, 40) },
    )
    await balance()
  })
})
