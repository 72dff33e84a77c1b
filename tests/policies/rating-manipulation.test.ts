/** Attempts to manipulate a rating, by a seller with accomplices or a competitor, and the rules against them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { address, delivered, forSale, order, place } from './order-fixtures.ts'
import {
  type Actor,
  openTestContext,
  refusal,
  type TestContext,
  text,
  type Values,
  writeReview,
} from './test-context.ts'

describe.each(databases)('rating manipulation on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let accomplice: Actor
  let shop: string
  let cake: string
  beforeAll(async () => {
    context = await openTestContext(kind)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    seller = await context.member('Seller')
    accomplice = await context.member('Accomplice')
    shop = await context.shop(seller)
    cake = await context.product(shop, { ...forSale, price: 24, stock: 500 })
  })

  const rated = async (table: 'products' | 'shops', id: string) => {
    const [row] = await context.visitor.rows(`select rating, review_count from ${table} where id = $1`, id)
    return [row?.rating, row?.review_count]
  }
  const vary = (price_delta: number, position = 0) =>
    seller.insert('product_variations', { product_id: cake, name: `Size ${position}`, price_delta, position })

  it('a variation cannot bring a price to zero or below, in any way of writing it', async () => {
    for (const delta of [-99999, -24.01, -24])
      expect(await refusal(vary(delta)), String(delta)).toMatchObject({ code: '23514', hint: 'price_delta' })
    const small = text(await vary(-23.99), 'id')
    expect(await refusal(seller.update('product_variations', small, { price_delta: -24 }))).toMatchObject({
      code: '23514',
    })
    expect(await refusal(seller.update('products', cake, { price: 23.99 }))).toMatchObject({ hint: 'price' })
    const save = (product: Values) => seller.rows('select public.save_product($1)', { id: cake, ...product })
    expect(await refusal(save({ price: 0 }))).toMatchObject({ code: '23514' })
    expect(await refusal(save({ price: 5, variations: [{ name: 'Small', price_delta: -5 }] }))).toMatchObject({
      code: '23514',
    })
    await save({ price: 5, variations: [{ name: 'Small', price_delta: -4.5 }] })
    await save({ product_type: 'bespoke' })
    expect(await refusal(save({ product_type: 'standardized', price: 4 }))).toMatchObject({ code: '23514' })
  })

  it('checkout refuses a variation without a price, even one stored despite the rule', async () => {
    await context.database.script('alter table product_variations disable trigger enforce_price_above_zero')
    await vary(-99999)
    await context.database.script('alter table product_variations enable trigger enforce_price_above_zero')
    const asked = order([delivered(shop, { product: cake, variation: 'Size 0' })], {
      address_id: await address(accomplice),
    })
    expect(await refusal(place(accomplice, asked))).toMatchObject({ code: 'PT409', hint: 'variation' })
  })

  it('a product on a hundred equal lines is one line', async () => {
    for (const [position, name] of ['Deluxe', 'Premium'].entries())
      await context.service.insert('product_variations', { product_id: cake, name, position: 20 + position })
    const line = { product: cake, variation: 'Deluxe' }
    const lines = Array.from({ length: 90 }, () => line)
    const placed = await place(
      accomplice,
      order([delivered(shop, ...lines, { ...line, variation: 'Premium' })], { address_id: await address(accomplice) }),
    )
    expect(
      await accomplice.rows(
        'select variation, quantity from order_items where order_id = $1 order by quantity',
        placed.orders[0]?.id ?? '',
      ),
    ).toEqual([
      { variation: 'Premium', quantity: 1 },
      { variation: 'Deluxe', quantity: 90 },
    ])
    const many = order([delivered(shop, ...lines, { ...line, quantity: 10 })], {
      address_id: await address(accomplice),
    })
    expect(await refusal(place(accomplice, many))).toMatchObject({ code: '22023', hint: 'quantity' })
  })

  it('a member reviews a product once, in however many orders they bought it', async () => {
    const first = await context.order(accomplice, cake)
    const second = await context.order(accomplice, cake)
    await writeReview(accomplice, first.item, 5)
    for (const item of [first.item, second.item])
      expect(await refusal(writeReview(accomplice, item, 5))).toMatchObject({ code: 'PT409', hint: 'reviewed' })
    expect(await rated('products', cake)).toEqual(['5.00', 1])
    const [line] = await accomplice.rows('select i.awaits_review from order_items i where id = $1', second.item)
    expect(line).toEqual({ awaits_review: false })
  })

  it('a line of less than £1 after its discount earns no rating', async () => {
    const { item } = await context.order(accomplice, cake)
    const lines: readonly (readonly [number, number, number])[] = [
      [0, 1, 0],
      [0.99, 1, 0],
      [24, 1, 23.01],
      [0.33, 3, 0],
    ]
    for (const [price, quantity, discount] of lines) {
      await context.service.update('order_items', item, { price, quantity, discount })
      expect(await refusal(writeReview(accomplice, item, 5))).toMatchObject({ code: '42501', hint: 'not_paid' })
    }
    expect(await rated('products', cake)).toEqual([null, 0])
    await context.service.update('order_items', item, { price: 0.5, quantity: 2, discount: 0 })
    await writeReview(accomplice, item, 5)
    expect(await rated('products', cake)).toEqual(['5.00', 1])
  })

  it('an item cannot be reviewed once half of its order is refunded, or is being refunded', async () => {
    const { order, item } = await context.order(accomplice, cake)
    await context.service.insert('refunds', { order_id: order, amount: 5 })
    const second = text(await context.service.insert('refunds', { order_id: order, amount: 1 }), 'id')
    expect(await refusal(writeReview(accomplice, item, 5))).toMatchObject({ code: '42501', hint: 'not_paid' })
    await context.service.update('refunds', second, { status: 'failed' })
    await writeReview(accomplice, item, 5)
  })

  it('a refund of half removes an earlier review from the rating, and a failed refund restores it', async () => {
    const { order, item } = await context.order(accomplice, cake)
    await writeReview(accomplice, item, 5)
    await context.service.insert('refunds', { order_id: order, amount: 5.99 })
    expect(await rated('products', cake)).toEqual(['5.00', 1])
    const refund = text(await context.service.insert('refunds', { order_id: order, amount: 0.01 }), 'id')
    expect([await rated('products', cake), await rated('shops', shop)]).toEqual([
      [null, 0],
      [null, 0],
    ])
    expect(await context.visitor.rows('select is_counted from reviews where product_id = $1', cake)).toEqual([
      { is_counted: false },
    ])
    expect(await context.visitor.rows('select * from public.review_stars(of_product => $1)', cake)).toEqual([])
    await context.service.update('refunds', refund, { status: 'failed' })
    expect(await rated('products', cake)).toEqual(['5.00', 1])
  })

  it('a seller cannot remove a bad review by a refund, and a decision of the marketplace does', async () => {
    const { order, item } = await context.order(accomplice, cake)
    await writeReview(accomplice, item, 3)
    await context.service.insert('refunds', { order_id: order, amount: 11 })
    expect(await rated('products', cake)).toEqual(['3.00', 1])
    await context.service.insert('refunds', { order_id: order, amount: 1, idempotency_key: 'decision:one' })
    expect(await rated('products', cake)).toEqual([null, 0])
  })

  it('a deposit whose balance is waived earns a rating only with what is kept of the deposit', async () => {
    const day = '2026-01-01'
    const sold = (balance: number, buyer: Actor) =>
      context.order(buyer, cake, { balance, balance_due_on: day, balance_waived_at: `${day}T10:00:00Z` })
    const tiny = await sold(11.01, accomplice)
    expect(await refusal(writeReview(accomplice, tiny.item, 5))).toMatchObject({ hint: 'not_paid' })
    const { order, item } = await sold(9, accomplice)
    await writeReview(accomplice, item, 5)
    expect(await rated('products', cake)).toEqual(['5.00', 1])
    await context.service.insert('refunds', { order_id: order, amount: 1.5 })
    expect(await rated('products', cake)).toEqual([null, 0])
  })

  it('one member moves a shop’s rating by at most ten reviews in thirty days', async () => {
    const reviewAnother = async () => {
      const { item } = await context.order(accomplice, await context.product(shop))
      return writeReview(accomplice, item, 1)
    }
    for (let n = 0; n < 10; n += 1) await reviewAnother()
    expect(await refusal(reviewAnother())).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
    await context.service.count("update reviews set created_at = now() - interval '31 days' where shop_id = $1", shop)
    await reviewAnother()
    const elsewhere = await context.product(await context.shop(await context.member()))
    const { item } = await context.order(accomplice, elsewhere)
    await writeReview(accomplice, item, 1)
  })
})
