/** The forms' rules also hold for direct API calls: UK addresses, prices in whole pence, files under 5 MB. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadLimitBytes } from '#domain/values/image-upload'
import { priceQuoteForm } from '#web/features/talk/quotes/chat-forms.ts'
import { databases } from '../harness.ts'
import { type Actor, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

describe.each(databases)('form rules on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let buyer: Actor
  let shop: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    buyer = await context.member('Buyer')
    shop = await context.shop(seller)
  })
  afterAll(() => context.close())

  const saved = (values: Values) =>
    buyer.insert('user_addresses', {
      full_name: 'A',
      address_line1: 'B',
      city: 'C',
      postal_code: 'SE1 9SG',
      ...values,
    })

  it.each([
    ['se19sg', 'SE1 9SG'],
    [' ec1a  1bb ', 'EC1A 1BB'],
    ['W1A-0AX', 'W1A 0AX'],
    ['bt1 5gs', 'BT1 5GS'],
  ])('an address with the postcode %j is saved as %j', async (typed, postal_code) => {
    expect(await saved({ postal_code: typed })).toMatchObject({ postal_code, country: 'United Kingdom' })
  })

  it.each(['', 'D', 'SE1', '12345', 'SE1 9SGX', 'SE1 9S!', '75001 Paris'])(
    'an address with the postcode %j is refused',
    async (postal_code) => {
      expect(await refusal(saved({ postal_code }))).toMatchObject({ constraint: 'user_addresses_postal_code_form' })
      const place = { shop_id: shop, address_line1: 'A', city: 'B', postal_code }
      expect(await refusal(seller.insert('shop_pickup_places', place))).toMatchObject({
        constraint: 'shop_pickup_places_postal_code_form',
      })
    },
  )

  it('an address accepts every name of the United Kingdom and no other country', async () => {
    for (const country of ['United Kingdom', 'UK', ' scotland ', 'GB'])
      expect(await saved({ country })).toMatchObject({ country: 'United Kingdom' })
    for (const country of ['France', '', 'United Kingdom of nowhere'])
      expect(await refusal(saved({ country })), country).toMatchObject({ constraint: 'user_addresses_country_form' })
  })

  it('a price with more than two decimals is refused, never rounded', async () => {
    const product = { shop_id: shop, name: 'Cake' }
    expect(await refusal(seller.insert('products', { ...product, price: 12.345 }))).toMatchObject({
      constraint: 'products_prices_in_pence',
    })
    const cake = await seller.insert('products', { ...product, price: '12.500' })
    expect(cake.price).toBe('12.50')
    const id = text(cake, 'id')
    expect(await refusal(seller.update('products', id, { price: 0.001 }))).toMatchObject({ code: '23514' })
    for (const column of ['min_price', 'max_price'])
      expect(
        await refusal(seller.insert('products', { ...product, product_type: 'bespoke', [column]: 1.999 })),
      ).toMatchObject({ constraint: 'products_prices_in_pence' })
    const saving = (saved: object) => seller.rows('select public.save_product($1)', { ...saved, id })
    expect(await refusal(saving({ price: 9.999 }))).toMatchObject({ constraint: 'products_prices_in_pence' })
    expect(await refusal(saving({ variations: [{ name: 'Small', price_delta: -0.005 }] }))).toMatchObject({
      constraint: 'product_variations_price_delta_in_pence',
    })
    await saving({ variations: [{ name: 'Small', price_delta: -1.5 }] })
    expect(await seller.rows('select price_delta from product_variations where product_id = $1', id)).toEqual([
      { price_delta: '-1.50' },
    ])
  })

  it('a quote with more than two decimals is refused, never rounded', async () => {
    const product = await context.product(shop, { product_type: 'bespoke', price: 0 })
    const room = text(await buyer.insert('chat_rooms', { seller_id: seller.id, product_id: product }), 'id')
    expect(await refusal(seller.update('chat_rooms', room, { price_quote: 40.005 }))).toMatchObject({
      code: '23514',
      hint: 'price',
    })
    await seller.update('chat_rooms', room, { price_quote: 40.5 })
    expect(await buyer.rows('select price_quote from chat_rooms where id = $1', room)).toEqual([
      { price_quote: '40.50' },
    ])
  })

  it('a quote is from £0.30 to £99,000, in the form and in the database', async () => {
    for (const [price, isAccepted] of [
      ['0', false],
      ['0.29', false],
      ['0.30', true],
      ['99000', true],
      ['99000.01', false],
      ['99999.99', false],
    ] as const) {
      expect(priceQuoteForm.safeParse({ price }).success, price).toBe(isAccepted)
      const product = await context.product(shop, { product_type: 'bespoke', price: 0 })
      const room = text(await buyer.insert('chat_rooms', { seller_id: seller.id, product_id: product }), 'id')
      const quote = () => seller.update('chat_rooms', room, { price_quote: price })
      if (isAccepted) expect(await quote(), price).toBe(1)
      else expect(await refusal(quote()), price).toMatchObject({ code: '23514', hint: 'price' })
    }
  })

  it('buckets accept files under 5 MB and refuse files of exactly 5 MB', async () => {
    const limits = await context.database.run({
      text: 'select distinct file_size_limit from storage.buckets',
      values: [],
    })
    expect(limits.rows).toEqual([[String(uploadLimitBytes - 1)]])
  })
})
