/** A seller's money by month, tax year and order, and the VAT of the ledger: for the shop's owner only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { londonTime } from '#domain/values/calendar'
import { databases } from '../harness.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text } from './test-context.ts'

const sums = z.object({
  from: z.string(),
  orders: z.number(),
  sales: z.number(),
  delivery: z.number(),
  refunds: z.number(),
  fees: z.number(),
  net: z.number(),
})
const moneySchema = z.object({
  months: z.array(sums),
  tax_years: z.array(sums.extend({ to: z.string() })),
  on_its_way: z.object({ transfers: z.number(), amount: z.number() }),
})
const saleSchema = z.object({
  order_id: z.string(),
  paid_at: z.string(),
  net: z.number(),
  route: z.string().nullable(),
  pending: z.number(),
  transferred: z.number(),
})

const today = londonTime(new Date()).date
/** The start of the tax year, as a reference implementation that reads the calendar. */
const taxYear = (day: string) => `${Number(day.slice(0, 4)) - (day.slice(5) < '04-06' ? 1 : 0)}-04-06`
const thisYear = Number(taxYear(today).slice(0, 4))

describe.each(databases)('a seller’s money on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let other: Actor
  let buyer: Actor
  let shop: string
  let product: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    other = await context.member('Other')
    buyer = await context.member('Buyer')
    shop = await context.shop(seller)
    product = await context.product(shop)
    await context.shop(other)
  })
  afterAll(() => context.close())

  const money = async (actor: Actor) =>
    moneySchema.parse(JSON.parse(text((await actor.rows('select seller_money()::text as money'))[0], 'money')))
  const sales = async (actor: Actor, ...page: (string | number)[]) =>
    z
      .array(saleSchema)
      .parse(
        JSON.parse(
          text(
            (
              await actor.rows(
                `select seller_transfers(${page.map((_, n) => `$${n + 1}`).join(', ')})::text as sales`,
                ...page,
              )
            )[0],
            'sales',
          ),
        ),
      )
  const paidOrder = async (paidAt: string, route: string, refunded = 0) => {
    const checkout = { buyer_id: buyer.id, subtotal: 20, delivery_fee: 4, status: 'paid', paid_at: paidAt }
    const checkoutId = text(await context.service.insert('checkouts', checkout), 'id')
    const payment = { checkout_id: checkoutId, provider: 'test', session_id: checkoutId, payment_id: checkoutId }
    const captured = { status: 'succeeded', captured_at: paidAt, amount: 24, fee_percent: 10, route }
    const paymentId = text(await context.service.insert('payments', { ...payment, ...captured }), 'id')
    const values = { checkout_id: checkoutId, subtotal: 20, delivery_fee: 4, paid_at: paidAt, status: 'shipped' }
    const { order } = await context.order(buyer, product, values)
    if (refunded > 0)
      await context.service.insert('refunds', { order_id: order, amount: refunded, status: 'succeeded' })
    return { order, payment: paymentId }
  }

  it('adds up by month and by tax year, from 6 April, by the day of payment in London', async () => {
    // The last minute of 5 April in London, in summer time, and the first of 6 April.
    const last = await paidOrder(`${thisYear}-04-05T22:59:00Z`, 'platform')
    await paidOrder(`${thisYear}-04-05T23:00:00Z`, 'platform', 6)
    await paidOrder(`${thisYear}-04-20T10:00:00Z`, 'platform')
    await paidOrder(`${thisYear - 2}-04-20T10:00:00Z`, 'platform')
    const { months, tax_years } = await money(seller)
    expect(months).toEqual([
      { from: `${thisYear}-04-01`, orders: 3, sales: 72, delivery: 12, refunds: 6, fees: 6, net: 60 },
    ])
    expect(tax_years).toEqual([
      {
        from: `${thisYear}-04-06`,
        to: `${thisYear + 1}-04-05`,
        orders: 2,
        sales: 48,
        delivery: 8,
        refunds: 6,
        fees: 4,
        net: 38,
      },
      {
        from: `${thisYear - 1}-04-06`,
        to: `${thisYear}-04-05`,
        orders: 1,
        sales: 24,
        delivery: 4,
        refunds: 0,
        fees: 2,
        net: 22,
      },
    ])
    const [ledger] = await seller.rows(
      'select net::float as net from sales_sums($1, $2)',
      `${thisYear}-04-06`,
      `${thisYear + 1}-04-05`,
    )
    expect(ledger, 'the ledger agrees').toEqual({ net: 38 })
    expect((await sales(seller)).at(-2)?.order_id).toBe(last.order)
  })

  it('shows what is on its way, and lists each order with its transfer by page', async () => {
    const before = (await sales(seller)).length
    const { order, payment } = await paidOrder(new Date().toISOString(), 'transfers')
    await context.service.insert('transfers', { order_id: order, payment_id: payment, amount: 22 })
    expect((await money(seller)).on_its_way).toEqual({ transfers: 1, amount: 22 })
    const [first, ...rest] = await sales(seller)
    expect(first).toMatchObject({ order_id: order, net: 22, route: 'transfers', pending: 1, transferred: 0 })
    expect(rest).toHaveLength(before)
    const paged = await sales(seller, first?.paid_at ?? '', order, 2)
    expect(paged.map(({ order_id }) => order_id)).toEqual(rest.slice(0, 2).map(({ order_id }) => order_id))
  })

  it('belongs to the owner: others see none, and members without a shop are refused', async () => {
    expect(await money(other)).toEqual({ months: [], tax_years: [], on_its_way: { transfers: 0, amount: 0 } })
    expect(await sales(other)).toEqual([])
    for (const call of ['seller_money()', 'seller_transfers()']) {
      expect(await refusal(buyer.rows(`select ${call}`))).toMatchObject({ code: 'PT404', hint: 'shop' })
      expect(await refusal(context.visitor.rows(`select ${call}`))).toMatchObject({ code: forbidden })
    }
  })

  it('has VAT rates that only the owner reads and changes, one a shop and one a product', async () => {
    const day = `${thisYear}-04-06`
    await seller.send('shop_vat', { shop_id: shop, registered_from: day })
    await seller.send('product_vat_rates', { product_id: product, rate: 20 })
    expect(await refusal(seller.send('shop_vat', { shop_id: shop, registered_from: day }))).toMatchObject({
      code: '23505',
    })
    for (const [table, values] of [
      ['shop_vat', { shop_id: shop, registered_from: day }],
      ['product_vat_rates', { product_id: product, rate: 0 }],
    ] as const) {
      expect(await refusal(other.send(table, values)), table).toMatchObject({ code: forbidden })
      expect(await other.count(`delete from ${table}`), table).toBe(0)
      expect(await other.rows(`select * from ${table}`), table).toEqual([])
      expect(await refusal(context.visitor.rows(`select * from ${table}`)), table).toMatchObject({ code: forbidden })
    }
    expect(await refusal(seller.count('update product_vat_rates set rate = 5'))).toMatchObject({ code: '23514' })
    expect(await refusal(seller.count(`update shop_vat set registered_from = '1900-01-01'`))).toMatchObject({
      code: '23514',
    })
    const rates = await seller.rows(
      `select paid_at::date::text as day, items -> 0 ->> 'vat_rate' as rate from sales_ledger() order by paid_at`,
    )
    expect(rates.map(({ rate }) => rate).slice(0, 2), 'none before the registration').toEqual([null, null])
    expect(rates.at(-1)?.rate).toBe('20')
    await seller.count('delete from product_vat_rates')
    const [row] = await seller.rows(`select items -> 0 ->> 'vat_rate' as rate from sales_ledger('${day}') limit 1`)
    expect(row).toEqual({ rate: '0' })
  })
})
