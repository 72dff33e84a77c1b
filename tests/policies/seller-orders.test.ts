/** A seller's order inbox, prep sheet and ledger, each for their own shop only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addDays, londonTime } from '#domain/values/calendar'
import { databases } from '../harness.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

const today = londonTime(new Date()).date
const calls = ['seller_inbox()', `prep_sheet('${today}')`, `sales_ledger(null, null)`, 'sales_sums(null, null)']

const counts = z.record(z.string(), z.number())
const inboxSchema = z.object({
  counts,
  days: counts.nullable(),
  orders: z.array(z.object({ id: z.string(), items: z.array(z.object({ name: z.string(), quantity: z.number() })) })),
  next: z.string().nullable(),
  newest: z.object({ id: z.string() }).nullable(),
})
type Inbox = z.infer<typeof inboxSchema>

describe.each(databases)('a seller’s orders on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let other: Actor
  let buyer: Actor
  let product: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    other = await context.member('Other')
    buyer = await context.member('Buyer')
    product = await context.product(await context.shop(seller))
    const otherProduct = await context.product(await context.shop(other))
    await context.order(buyer, otherProduct, { status: 'processing', buyer_name: 'Of another' })
  })
  afterAll(() => context.close())

  const pickup = (day: number, values: Values = {}) => ({
    status: 'processing',
    fulfilment: 'pickup',
    pickup_date: addDays(today, day),
    pickup_start: '09:00',
    pickup_end: '12:00',
    delivery_address: null,
    ...values,
  })
  const inbox = async (...asked: (string | number | null)[]): Promise<Inbox> => {
    const places = asked.map((_, n) => `$${n + 1}`)
    const [row] = await seller.rows(`select seller_inbox(${places.join(', ')}) as inbox`, ...asked)
    return inboxSchema.parse(row?.inbox)
  }
  const ids = ({ orders }: Inbox) => orders.map(({ id }) => id)

  it('are visible only to the shop’s owner', async () => {
    for (const call of calls) {
      expect(await refusal(context.visitor.rows(`select * from ${call}`)), call).toMatchObject({ code: forbidden })
      expect(await refusal(buyer.rows(`select * from ${call}`)), call).toMatchObject({ code: 'PT404', hint: 'shop' })
      expect(JSON.stringify(await seller.rows(`select * from ${call}`)), call).not.toContain('Of another')
    }
    expect(await refusal(seller.rows('select * from private.sold_orders'))).toMatchObject({ code: forbidden })
  })

  it('are sorted by due date, by page, with counts by status and by day', async () => {
    const late = (await context.order(buyer, product, pickup(-1))).order
    const noon = (await context.order(buyer, product, pickup(0, { pickup_start: '11:00', buyer_name: 'José Núñez' })))
      .order
    const early = (await context.order(buyer, product, pickup(0))).order
    const tomorrow = (await context.order(buyer, product, pickup(1))).order
    const later = (await context.order(buyer, product, pickup(9))).order
    await context.order(buyer, product, { status: 'pending payment' })
    await context.order(buyer, product, { status: 'cancelled', cancelled_at: '2026-01-02', paid_at: null })
    const done = (await context.order(buyer, product, pickup(-3, { status: 'delivered' }))).order

    const all = await inbox('processing')
    expect(ids(all)).toEqual([late, early, noon, tomorrow, later])
    expect(all.counts).toEqual({ processing: 5, ready: 0, shipped: 0, delivered: 1, cancelled: 0 })
    expect(all.days).toEqual({ late: 1, today: 2, tomorrow: 1, later: 1 })
    expect(all.orders[0]?.items).toMatchObject([{ name: 'A cake', quantity: 1 }])
    expect(ids(await inbox('processing', 'today'))).toEqual([early, noon])
    expect(ids(await inbox('processing', 'later'))).toEqual([later])
    expect(ids(await inbox('processing', addDays(today, 9)))).toEqual([later])

    const first = await inbox('processing', null, null, null, 2)
    const second = await inbox('processing', null, null, first.next, 2)
    const third = await inbox('processing', null, null, second.next, 2)
    expect([first, second, third].map(ids)).toEqual([[late, early], [noon, tomorrow], [later]])
    expect(third.next).toBeNull()
    const everything = await inbox(null, null, null, null, 5)
    expect(ids(await inbox(null, null, null, everything.next, 5))).toHaveLength(1)
    expect([...ids(everything), ...ids(await inbox(null, null, null, everything.next, 5))]).toContain(done)

    expect(ids(await inbox('processing', null, 'jose nu'))).toEqual([noon])
    expect(ids(await inbox(null, null, `#${noon.slice(0, 8).toUpperCase()}`))).toEqual([noon])
    expect((await inbox('delivered', null, '%')).counts).toMatchObject({ processing: 0, delivered: 0 })
  })

  it.each([
    ['status', `'lost'`],
    ['day', `null, '2026-02-31'`],
    ['after', `null, null, null, 'x'`],
    ['after', `null, null, null, '2026-99-01T00:00:00_00000000-0000-0000-0000-000000000000'`],
  ])('an unknown %s is refused: %s', async (hint, asked) => {
    expect(await refusal(seller.rows(`select seller_inbox(${asked})`))).toMatchObject({ code: '22023', hint })
  })

  it('a delivery is due on its London day of payment plus the longest lead time', async () => {
    const slow = await context.product(
      text((await seller.rows('select id from shops where user_id = $1', seller.id))[0], 'id'),
      {
        lead_time_days: 3,
      },
    )
    const { order } = await context.order(buyer, slow, { status: 'pending payment' })
    await context.service.insert('order_items', { order_id: order, product_id: product, name: 'A cake', price: 12 })
    await context.service.update('orders', order, { status: 'processing', paid_at: '2026-06-30T23:30:00Z' })
    expect(await seller.rows('select due_at::text from orders where id = $1', order)).toEqual([
      { due_at: '2026-07-04 00:00:00' },
    ])
  })

  it('a day’s prep sheet has all details of its orders, without cancelled ones', async () => {
    const day = addDays(today, 30)
    const { order, item } = await context.order(
      buyer,
      product,
      pickup(30, { note: 'No nuts', brief: { theme: 'Sea' } }),
    )
    await context.service.update('order_items', item, {
      quantity: 2,
      variation: 'Large',
      personalization: 'custom',
      custom_request_details: 'For Ann',
      allergens: { milk: 'contains' },
    })
    await context.order(buyer, product, pickup(30, { status: 'cancelled', cancelled_at: '2026-01-02' }))
    const [row] = await seller.rows('select prep_sheet($1) as sheet', day)
    expect(row?.sheet).toMatchObject({
      day,
      late: 2,
      orders: [
        {
          id: order,
          note: 'No nuts',
          brief: { theme: 'Sea' },
          items: [
            { quantity: 2, variation: 'Large', custom_request_details: 'For Ann', allergens: { milk: 'contains' } },
          ],
        },
      ],
    })
    expect(await refusal(seller.rows('select prep_sheet(null)'))).toMatchObject({ code: '22023', hint: 'day' })
  })

  describe('in the ledger', () => {
    const paidOrder = async (paidAt: string, route: string, refunded: number) => {
      const checkout = { buyer_id: buyer.id, subtotal: 20, delivery_fee: 3.99, status: 'paid', paid_at: paidAt }
      const checkoutId = text(await context.service.insert('checkouts', checkout), 'id')
      const payment = { checkout_id: checkoutId, provider: 'test', session_id: checkoutId, payment_id: checkoutId }
      const captured = { status: 'succeeded', captured_at: paidAt, amount: 23.99, fee_percent: 7.5, route }
      await context.service.insert('payments', { ...payment, ...captured })
      const values = { checkout_id: checkoutId, subtotal: 20, delivery_fee: 3.99, paid_at: paidAt, status: 'shipped' }
      const { order } = await context.order(buyer, product, values)
      if (refunded > 0)
        await context.service.insert('refunds', { order_id: order, amount: refunded, status: 'succeeded' })
      return order
    }

    it('show fee and net amount, and add up to the totals', async () => {
      // The last minute of a summer's day in London, and the first of the next.
      const first = await paidOrder('2025-07-01T22:59:00Z', 'platform', 0)
      await paidOrder('2025-07-01T23:00:00Z', 'platform', 5)
      await paidOrder('2025-07-02T10:00:00Z', 'destination', 12)
      await paidOrder('2025-07-02T11:00:00Z', 'transfers', 5)
      const rows = await seller.rows(
        `select total_amount, refunded_amount, fee, net from sales_ledger('2025-07-01', '2025-07-02')`,
      )
      expect(rows).toEqual([
        { total_amount: '23.99', refunded_amount: '0.00', fee: '1.50', net: '22.49' },
        { total_amount: '23.99', refunded_amount: '5.00', fee: '1.50', net: '17.49' },
        { total_amount: '23.99', refunded_amount: '12.00', fee: '0.75', net: '11.24' },
        { total_amount: '23.99', refunded_amount: '5.00', fee: '1.19', net: '17.80' },
      ])
      expect(await seller.rows(`select * from sales_sums('2025-07-01', '2025-07-02', 'shipped')`)).toEqual([
        {
          orders: '4',
          outstanding: '0.00',
          subtotal: '80.00',
          delivery_fee: '15.96',
          tip: '0.00',
          total_amount: '95.96',
          refunded_amount: '22.00',
          by_voucher: '0.00',
          fee: '4.94',
          net: '69.02',
        },
      ])
      expect(await seller.rows(`select order_id from sales_ledger('2025-07-01', '2025-07-01')`)).toEqual([
        { order_id: first },
      ])
      const [page] = await seller.rows(
        `select order_id, paid_at from sales_ledger('2025-07-01', '2025-07-02', null, null, null, 1)`,
      )
      expect(
        await seller.count(
          `select from sales_ledger('2025-07-01', '2025-07-02', null, $1, $2)`,
          text(page, 'paid_at'),
          text(page, 'order_id'),
        ),
      ).toBe(3)
      expect(await seller.count(`select from sales_ledger('2025-07-01', '2025-07-02', 'delivered')`)).toBe(0)
    })
  })
})
