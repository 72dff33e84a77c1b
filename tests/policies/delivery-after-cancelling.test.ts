/** A buyer who cancels part of a checkout pays for delivery of the rest as if they had ordered only that. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { clear } from './clear.ts'
import { expectLedgerToBalance } from './ledger-assertions.ts'
import {
  addDailyPickupWindows,
  address,
  beginPayment,
  call,
  delivered,
  forSale,
  order,
  pickedUp,
  place,
  recordPaymentEvent,
} from './order-fixtures.ts'
import { type Actor, openTestContext, type TestContext, text } from './test-context.ts'

const shopNames = ['Cakes', 'Bread', 'Jam'] as const
type ShopName = (typeof shopNames)[number]

describe.each(databases)('delivery fees after a partial cancellation, on %s', (kind) => {
  let context: TestContext
  let buyer: Actor
  let home: string
  const shops = new Map<ShopName, { id: string; owner: Actor }>()
  const stock = new Map<string, number>()

  beforeAll(async () => {
    context = await openTestContext(kind)
    for (const name of shopNames) {
      const owner = await context.member(`${name} seller`)
      const id = await context.shop(owner, { name })
      await call(context.service, `set_payment_account($1, 'test', $2, true, true, true)`, id, `acct_${name}`)
      shops.set(name, { id, owner })
    }
  })
  afterAll(async () => {
    await expectLedgerToBalance(context, stock)
    await context.close()
  })
  beforeEach(async () => {
    await clear(context, 'public.checkouts', 'public.payment_events')
    await context.database.script('update public.products set stock = 1000')
    buyer = await context.member('Bo Buyer')
    home = await address(buyer)
  })

  const shopOf = (name: ShopName) => shops.get(name) ?? { id: '', owner: buyer }

  /**
   * One product in each shop at the given prices, all delivered and paid.
   * @returns the order of each shop
   */
  async function buy(prices: Partial<Record<ShopName, number>>, route = 'platform', fee = 0) {
    const parts = await Promise.all(
      shopNames.flatMap((name) => {
        const price = prices[name]
        return price === undefined
          ? []
          : [product(name, price).then((id) => delivered(shopOf(name).id, { product: id }))]
      }),
    )
    const placed = await place(buyer, order(parts, { address_id: home }))
    const payment = await beginPayment(context, buyer, placed.checkout_id, fee, route)
    await recordPaymentEvent(context, { payment, amount: placed.total })
    const of = (name: ShopName) => placed.orders.find(({ shop_id }) => shop_id === shopOf(name).id)?.id ?? ''
    return { placed, of }
  }
  async function product(name: ShopName, price: number): Promise<string> {
    const id = await context.product(shopOf(name).id, { ...forSale, price, stock: 1000 })
    stock.set(id, 1000)
    return id
  }

  const previewOf = (id: string) => call(buyer, 'cancellation_refund($1::uuid)', id)
  async function cancel(id: string, by: Actor = buyer): Promise<number> {
    const result = await call(by, 'cancel_order($1::uuid, $2)', id, 'A reason')
    return (result as { refund: { amount: number } | null }).refund?.amount ?? 0
  }
  const bill = async (id: string) => {
    const [row] = await buyer.rows(
      'select delivery_fee::float as delivery, delivery_deduction::float as deduction, total_amount::float as total from orders where id = $1',
      id,
    )
    return row
  }

  it('free delivery ends when the buyer cancels what earned it, and the quoted fee comes out of the refund', async () => {
    const { placed, of } = await buy({ Cakes: 49, Bread: 10 })
    expect(placed).toMatchObject({ delivery_fee: 0, total: 59 })
    expect(await previewOf(of('Cakes'))).toEqual({ refund: 45.01, delivery_fee: 3.99, kept: 0, unpaid_delivery: 0 })
    expect(await cancel(of('Cakes'))).toBe(45.01)
    expect(await bill(of('Cakes'))).toEqual({ delivery: 0, deduction: 3.99, total: 45.01 })
    expect(await bill(of('Bread'))).toEqual({ delivery: 3.99, deduction: 0, total: 13.99 })
    // The fee leaves nothing for the first shop to refund.
    const more = call(shopOf('Cakes').owner, 'refund_order($1::uuid, 0.01, $2, $3)', of('Cakes'), 'More', 'another-key')
    await expect(more).rejects.toMatchObject({ code: 'PT409', hint: 'too_much' })
    const ledger = 'select delivery_fee::float as delivery, total_amount::float as total from sales_ledger()'
    expect(await shopOf('Cakes').owner.rows(ledger)).toEqual([{ delivery: -3.99, total: 45.01 }])
    expect(await shopOf('Bread').owner.rows(ledger)).toEqual([{ delivery: 3.99, total: 13.99 }])
    // Cancelling the rest refunds everything.
    expect(await previewOf(of('Bread'))).toEqual({ refund: 13.99, delivery_fee: 0, kept: 0, unpaid_delivery: 0 })
    expect(await cancel(of('Bread'))).toBe(13.99)
  })

  it('a paid delivery costs the same after a partial cancellation', async () => {
    const { of } = await buy({ Cakes: 20, Bread: 15 })
    const cakes = (await bill(of('Cakes')))?.delivery
    expect(await previewOf(of('Cakes'))).toEqual({ refund: 20, delivery_fee: cakes, kept: 0, unpaid_delivery: 0 })
    expect(await cancel(of('Cakes'))).toBe(20)
    expect(await bill(of('Bread'))).toMatchObject({ delivery: 3.99, total: 18.99 })
  })

  it('a buyer who cancels orders in turn pays the fee once, and nothing when no order remains', async () => {
    const { of } = await buy({ Cakes: 30, Bread: 15, Jam: 10 })
    expect(await cancel(of('Cakes'))).toBe(26.01)
    const fees = [await bill(of('Bread')), await bill(of('Jam'))].map((row) => Number(row?.delivery))
    expect(fees.sort()).toEqual([1.99, 2])
    expect(await cancel(of('Bread'))).toBe(15)
    expect(await bill(of('Jam'))).toMatchObject({ delivery: 3.99 })
    expect(await cancel(of('Jam'))).toBe(13.99)
  })

  it('a seller’s cancellation costs the buyer no delivery, then or later', async () => {
    const { of } = await buy({ Cakes: 45, Bread: 15, Jam: 10 })
    expect(await cancel(of('Cakes'), shopOf('Cakes').owner)).toBe(45)
    expect(await bill(of('Bread'))).toMatchObject({ delivery: 0 })
    // Together with the order that the shop cancelled, the rest exceeds £50.
    expect(await previewOf(of('Bread'))).toEqual({ refund: 15, delivery_fee: 0, kept: 0, unpaid_delivery: 0 })
    expect(await cancel(of('Bread'))).toBe(15)
    expect(await bill(of('Jam'))).toMatchObject({ delivery: 0, total: 10 })
  })

  it('delivery stays free when the rest earns it or is picked up', async () => {
    const { of } = await buy({ Cakes: 30, Bread: 51 })
    expect(await cancel(of('Cakes'))).toBe(30)
    expect(await bill(of('Bread'))).toMatchObject({ delivery: 0 })

    const slot = await addDailyPickupWindows(context, shopOf('Jam').id)
    const jam = pickedUp(shopOf('Jam').id, slot, { product: await product('Jam', 60) })
    const cake = delivered(shopOf('Cakes').id, { product: await product('Cakes', 20) })
    const placed = await place(buyer, order([jam, cake], { address_id: home }))
    const payment = await beginPayment(context, buyer, placed.checkout_id)
    await recordPaymentEvent(context, { payment, amount: placed.total })
    const jamOrder = placed.orders.find(({ delivery_fee: fee }) => fee === 0)?.id ?? ''
    expect(await previewOf(jamOrder)).toEqual({ refund: 60, delivery_fee: 0, kept: 0, unpaid_delivery: 0 })
    expect(await cancel(jamOrder)).toBe(60)
  })

  it('the deduction never exceeds the cancelled order’s total', async () => {
    const { of } = await buy({ Cakes: 49, Bread: 2 }, 'transfers')
    await send()
    expect(await previewOf(of('Bread'))).toEqual({ refund: 0, delivery_fee: 2, kept: 0, unpaid_delivery: 0 })
    expect(await cancel(of('Bread'))).toBe(0)
    expect(await bill(of('Cakes'))).toMatchObject({ delivery: 2, total: 51 })
    await send()
    expect(await held()).toEqual({ [of('Cakes')]: 51, [of('Bread')]: 0 })
  })

  describe('the deducted fee goes to the shops that deliver', () => {
    it('when they were paid their part before the cancellation, and when not', async () => {
      for (const isSent of [true, false]) {
        const { of } = await buy({ Cakes: 30, Bread: 15, Jam: 10 }, 'transfers', 10)
        if (isSent) await send()
        await cancel(of('Cakes'))
        await send()
        const shares = { [of('Bread')]: 13.5, [of('Jam')]: 9 }
        for (const id of Object.keys(shares)) shares[id] = (shares[id] ?? 0) + Number((await bill(id))?.delivery)
        expect(Object.values(shares).reduce((sum, part) => sum + part, 0)).toBeCloseTo(22.5 + 3.99)
        expect(await held()).toEqual({ ...(isSent ? { [of('Cakes')]: 0 } : {}), ...shares })
        await cancel(of('Bread'))
        await cancel(of('Jam'))
        await send()
        expect(Object.values(await held()).every((amount) => amount === 0)).toBe(true)
        await clear(context, 'public.checkouts', 'public.payment_events')
      }
    })

    it('in proportion, when their orders were partly refunded', async () => {
      const { of } = await buy({ Cakes: 49, Bread: 10 }, 'transfers')
      await send()
      await call(shopOf('Bread').owner, 'refund_order($1::uuid, 5, $2, $3)', of('Bread'), 'A dent', 'a-first-key')
      await send()
      expect(await held()).toMatchObject({ [of('Bread')]: 5 })
      await cancel(of('Cakes'))
      await send()
      expect(await held()).toEqual({ [of('Cakes')]: 0, [of('Bread')]: 8.99 })
      await call(shopOf('Bread').owner, 'refund_order($1::uuid, 8, $2, $3)', of('Bread'), 'Burnt', 'another-key')
      await send()
      expect(await held()).toEqual({ [of('Cakes')]: 0, [of('Bread')]: 0.99 })
    })
  })

  /** Sends every due transfer and reversal, as settle-payments does. */
  async function send(): Promise<void> {
    await context.service.rows('update transfers set next_attempt_at = now()')
    for (const row of await context.service.rows('select transfer_id from claim_transfers()'))
      await call(context.service, 'record_transfer($1::uuid, $2)', text(row, 'transfer_id'), `tr_${row.transfer_id}`)
    await context.service.rows('update transfers set next_attempt_at = now()')
    for (const row of await context.service.rows('select transfer_id, number from claim_reversals()'))
      await call(
        context.service,
        'record_reversal($1::uuid, $2::integer)',
        text(row, 'transfer_id'),
        Number(row.number),
      )
  }

  /** What each order's shop holds of the payment. */
  async function held(): Promise<Record<string, number>> {
    const rows = await context.service.rows(
      `select order_id, sum(amount - reversed_amount)::float as amount from transfers where status = 'sent' group by order_id`,
    )
    return Object.fromEntries(rows.map((row) => [text(row, 'order_id'), Number(row.amount)]))
  }
})
