/** A shop's own delivery terms: who sets them, what they may be, and what orders, cancellations and search make of them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { asRecords } from '#backend/database/records'
import type { DeliveryTermsRow } from '#domain/delivery/delivery-terms'
import { deliveryCases } from '#domain/delivery/delivery-terms-cases'
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
  pickedUp,
  place,
  recordPaymentEvent,
} from './order-fixtures.ts'
import { search } from './search-calls.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text } from './test-context.ts'

const none = { fee: null, zones: [], free_from: null, minimum_order: null }
const flat: DeliveryTermsRow = { ...none, basis: 'flat', fee: 4, free_from: 40, minimum_order: 15 }
const bands: DeliveryTermsRow = {
  ...none,
  basis: 'distance',
  zones: [
    { miles: 2, fee: 3 },
    { miles: 5, fee: 4.5 },
  ],
}
const areas: DeliveryTermsRow = {
  ...none,
  basis: 'postcode',
  zones: [
    { districts: ['SE1', 'EC1'], fee: 2.5 },
    { districts: ['SE15'], fee: 6 },
  ],
}
/** In Southwark. */
const here = { lat: 51.5, lon: -0.09 }

describe.each(databases)('delivery terms on %s', (kind) => {
  let context: TestContext
  let owner: Actor
  let other: Actor
  let buyer: Actor
  let shop: string
  let otherShop: string
  let cake: string
  let bread: string
  const stock = new Map<string, number>()

  beforeAll(async () => {
    context = await openTestContext(kind)
    owner = await context.member('Owner')
    other = await context.member('Other')
    shop = await context.shop(owner, { name: 'Crumb', ...here })
    otherShop = await context.shop(other, { name: 'Honey', ...here })
    cake = await context.product(shop, { ...forSale, price: 10, stock: 1000 })
    bread = await context.product(otherShop, { ...forSale, price: 10, stock: 1000 })
    for (const id of [cake, bread]) stock.set(id, 1000)
  })
  afterAll(async () => {
    await expectLedgerToBalance(context, stock)
    await context.close()
  })
  beforeEach(async () => {
    await context.database.script('delete from public.shop_delivery_terms')
    buyer = await context.member('Bo Buyer')
  })

  const set = (terms: DeliveryTermsRow, actor = owner, of = shop) =>
    actor.send('shop_delivery_terms', { shop_id: of, ...terms, zones: JSON.stringify(terms.zones) })
  const change = (actor: Actor, changes: string) =>
    actor.count(`update shop_delivery_terms set ${changes} where shop_id = $1`, shop)
  const seenBy = (actor: Actor) => actor.count('select from shop_delivery_terms where shop_id = $1', shop)
  const home = (values = {}) => address(buyer, { ...here, ...values })
  const buy = async (quantity: number, at: object = {}, more: object = {}) =>
    place(buyer, order([delivered(shop, { product: cake, quantity })], { address_id: await home(at), ...more }))

  it('are set, changed and withdrawn by the owner alone, and seen by everyone while the shop is visible', async () => {
    await set(flat)
    for (const actor of [other, buyer]) {
      expect(await refusal(set(flat, actor))).toMatchObject({ code: forbidden })
      expect(await change(actor, 'fee = 0')).toBe(0)
      expect(await actor.count('delete from shop_delivery_terms')).toBe(0)
    }
    expect(await refusal(set(flat, context.visitor))).toMatchObject({ code: forbidden })
    expect(await seenBy(context.visitor)).toBe(1)
    await context.service.update('shops', shop, { status: 'suspended' })
    expect([await seenBy(context.visitor), await seenBy(buyer), await seenBy(owner)]).toEqual([0, 0, 1])
    await context.service.update('shops', shop, { status: 'active' })
    expect(await refusal(change(owner, `shop_id = '${otherShop}'`))).toMatchObject({ code: forbidden })
    expect(await refusal(change(owner, 'updated_at = now()'))).toMatchObject({ code: forbidden })
    expect(await refusal(set(flat))).toMatchObject({ code: '23505' })
    expect(await owner.count('delete from shop_delivery_terms')).toBe(1)
  })

  it('the marketplace’s fee is also due on what a shop charges for delivery above £10 or the price of the food', async () => {
    const feeFor = async (price: number, fee: number | null) => {
      await context.service.update('products', cake, { price })
      await context.database.script('delete from public.shop_delivery_terms')
      if (fee !== null) await set({ ...none, basis: 'flat', fee })
      const { checkout_id } = await buy(1)
      const details = await call(context.service, 'payment_details($1, 10)', checkout_id)
      return z.object({ application_fee: z.number() }).parse(details).application_fee
    }
    expect(await feeFor(20, 10)).toBe(2)
    expect(await feeFor(20, 15)).toBe(2.5)
    expect(await feeFor(8, 8)).toBe(0.8)
    expect(await feeFor(2, 8)).toBe(0.8)
    expect(await feeFor(0.3, 50)).toBe(5)
    // The marketplace sets the shared fee.
    expect(await feeFor(2, null)).toBe(0.2)
    await context.service.update('products', cake, { price: 10 })
  })

  const many = (count: number, zone: (n: number) => object) =>
    JSON.stringify(Array.from({ length: count }, (_, n) => zone(n)))
  const districts = (count: number) =>
    Array.from(
      { length: count },
      (_, n) => `${'ABC'[n % 3]}${'ABCDEFGHIJ'[Math.floor(n / 3) % 10]}${Math.floor(n / 30)}`,
    )
  it.each<[string, string, string]>([
    ['an unknown basis', `basis = 'weight'`, ''],
    ['a negative fee', 'fee = -1', 'fee_range'],
    ['a fee above £100', 'fee = 100.01', 'fee_range'],
    ['half a penny', 'fee = 1.005', 'fee_range'],
    ['no fee', 'fee = null', 'fee_if_flat'],
    ['zones beside a flat fee', `zones = '[{"miles": 2, "fee": 3}]'`, 'zones_form'],
    ['nothing to earn free delivery', 'free_from = 0', 'free_from_range'],
    ['a free-from of half a penny', 'free_from = 10.005', 'free_from_range'],
    ['a minimum above £10,000', 'minimum_order = 10000.01', 'minimum_range'],
    ...[
      'null',
      '{}',
      '[]',
      '[1]',
      '[null]',
      '["x"]',
      '[{"miles": 2}]',
      '[{"fee": 2}]',
      '[{"miles": "2", "fee": 3}]',
      '[{"miles": 2, "fee": "3"}]',
      '[{"miles": 2, "fee": null}]',
      '[{"miles": 0, "fee": 3}]',
      '[{"miles": 501, "fee": 3}]',
      '[{"miles": 1.25, "fee": 3}]',
      '[{"miles": 2, "fee": 101}]',
      '[{"miles": 2, "fee": 3, "more": 1}]',
      '[{"miles": 2, "fee": 3}, {"fee": 3}]',
      '[{"miles": 2, "fee": 3}, {"miles": 2, "fee": 4}]',
      '[{"miles": 5, "fee": 3}, {"miles": 2, "fee": 4}]',
      '[[{"miles": 2, "fee": 3}]]',
      many(11, (n) => ({ miles: n + 1, fee: 1 })),
    ].map((zones): [string, string, string] => [
      `bands ${zones.slice(0, 60)}`,
      `basis = 'distance', fee = null, zones = '${zones}'`,
      'zones_form',
    ]),
    ...[
      '[]',
      '[{"districts": [], "fee": 3}]',
      '[{"districts": "SE1", "fee": 3}]',
      '[{"districts": ["se1"], "fee": 3}]',
      '[{"districts": ["SE1 9SG"], "fee": 3}]',
      '[{"districts": [1], "fee": 3}]',
      '[{"districts": [null], "fee": 3}]',
      '[{"districts": ["SE1"]}]',
      '[{"districts": ["SE1"], "fee": "3"}]',
      '[{"districts": ["SE1"], "fee": 3}, {"fee": 3}]',
      '[{"districts": ["SE1", "SE1"], "fee": 3}]',
      '[{"districts": ["SE1"], "fee": 3}, {"districts": ["SE1"], "fee": 4}]',
      many(11, (n) => ({ districts: [`SE${n}`], fee: 1 })),
      JSON.stringify([{ districts: districts(201), fee: 1 }]),
    ].map((zones): [string, string, string] => [
      `areas ${zones.slice(0, 60)}`,
      `basis = 'postcode', fee = null, zones = '${zones}'`,
      'zones_form',
    ]),
  ])('with %s are refused, even with the service key', async (_, changes, constraint) => {
    await set(flat)
    for (const actor of [owner, context.service]) {
      const refused = await refusal(change(actor, changes))
      expect(refused.code).toBe('23514')
      expect(refused.constraint).toContain(`shop_delivery_terms_${constraint}`)
    }
  })

  it('have at most ten bands and two hundred districts', async () => {
    await set(flat)
    const ten = many(10, (n) => ({ miles: n + 0.5, fee: n }))
    expect(await change(owner, `basis = 'distance', fee = null, zones = '${ten}'`)).toBe(1)
    const all = JSON.stringify([{ districts: districts(200), fee: 1 }])
    expect(await change(owner, `basis = 'postcode', zones = '${all}'`)).toBe(1)
  })

  it('charge the fees that the web app shows', async () => {
    for (const one of deliveryCases) {
      const { basis, fee, zones, free_from, minimum_order } = one.terms
      const [row] = asRecords(
        await context.database.run({
          text: `select private.own_delivery_fee(
            jsonb_populate_record(null::public.shop_delivery_terms, $1), $2, $3, $4)::float as fee`,
          values: [
            JSON.stringify({ basis, fee, zones, free_from, minimum_order }),
            String(one.subtotal),
            one.miles === null ? null : String(one.miles),
            one.postcode,
          ],
        }),
      )
      expect(row?.fee, JSON.stringify(one)).toBe(one.fee)
    }
  })

  describe('an order', () => {
    it('of a shop with a flat fee pays it, from a minimum, and nothing from the free-from amount', async () => {
      await set(flat)
      expect(await buy(2, {}, { shown_total: 24 })).toMatchObject({ delivery_fee: 4, total: 24 })
      expect(await buy(4)).toMatchObject({ delivery_fee: 0, total: 40 })
      expect(await refusal(buy(1))).toMatchObject({
        code: 'PT409',
        hint: 'minimum_order',
        message: 'Crumb delivers orders from £15.00. Please add £5.00 more.',
        detail: expect.stringContaining(shop),
      })
      // The client's total is compared with the shop's own fee too.
      expect(await refusal(buy(2, {}, { shown_total: 23.99 }))).toMatchObject({ hint: 'prices_changed' })
    })

    it('to be picked up has no minimum and no fee', async () => {
      await set({ ...flat, minimum_order: 500 })
      const slot = await addDailyPickupWindows(context, shop)
      const placed = await place(buyer, order([pickedUp(shop, slot, { product: cake })]))
      expect(placed).toMatchObject({ delivery_fee: 0, total: 10 })
    })

    it('pays by distance from the shop, up to the last band', async () => {
      await set(bands)
      expect(await buy(1, { lat: 51.51 })).toMatchObject({ delivery_fee: 3 })
      expect(await buy(1, { lat: 51.55 })).toMatchObject({ delivery_fee: 4.5 })
      expect(await refusal(buy(1, { lat: 51.6 }))).toMatchObject({
        code: 'PT409',
        hint: 'outside_area',
        message: 'Crumb delivers up to 5 miles, and your address is 6.9 miles away.',
      })
      expect(await refusal(buy(1, { lat: null, lon: null }))).toMatchObject({ hint: 'place_unknown' })
      await context.service.update('shops', shop, { delivery_radius_miles: 3 })
      expect(await refusal(buy(1, { lat: 51.55 }))).toMatchObject({ hint: 'too_far' })
      await context.service.update('shops', shop, { delivery_radius_miles: null })
    })

    it('pays by postcode district, and goes to no other', async () => {
      await set(areas)
      expect(await buy(1)).toMatchObject({ delivery_fee: 2.5 })
      expect(await buy(1, { postal_code: 'SE15 4QL', lat: null, lon: null })).toMatchObject({ delivery_fee: 6 })
      expect(await buy(1, { postal_code: 'EC1A 1BB' })).toMatchObject({ delivery_fee: 2.5 })
      expect(await refusal(buy(1, { postal_code: 'SE11 5QY' }))).toMatchObject({
        hint: 'outside_area',
        message: 'Crumb does not deliver to SE11.',
      })
    })

    it('accepts a quote below the minimum, at the shop’s own fee', async () => {
      await set({ ...flat, minimum_order: 500 })
      const tower = await context.product(shop, { ...forSale, product_type: 'bespoke', price: 0 })
      const room = text(await buyer.insert('chat_rooms', { seller_id: owner.id, product_id: tower }), 'id')
      await owner.update('chat_rooms', room, { price_quote: 30 })
      const wanted = { product: tower, variation: null, chat_room_id: room }
      const placed = await place(buyer, order([delivered(shop, wanted)], { address_id: await home() }))
      expect(placed).toMatchObject({ delivery_fee: 4, total: 34 })
    })

    it('charges a shop’s own fee beside the fee that the other shops share', async () => {
      await set(flat)
      const third = await context.shop(await context.member('Third'), { name: 'Jam' })
      const jam = await context.product(third, { ...forSale, price: 10, stock: 1000 })
      stock.set(jam, 1000)
      const wanted = (quantity: number) => [
        delivered(otherShop, { product: bread, quantity }),
        delivered(shop, { product: cake, quantity: 3 }),
        delivered(third, { product: jam }),
      ]
      const fees = async (quantity: number) => {
        const { orders, delivery_fee } = await place(buyer, order(wanted(quantity), { address_id: await home() }))
        const of = (id: string) => orders.find(({ shop_id }) => shop_id === id)?.delivery_fee
        return [of(otherShop), of(shop), of(third), delivery_fee]
      }
      expect(await fees(1)).toEqual([2, 4, 1.99, 7.99])
      // The £30 of the shop with its own terms earn the others nothing.
      expect(await fees(4)).toEqual([2, 4, 1.99, 7.99])
      expect(await fees(5)).toEqual([0, 4, 0, 4])
    })
  })

  describe('a cancelled order', () => {
    async function buyBoth(quantity: number) {
      await set(flat)
      const third = await context.shop(await context.member('Third'), { name: 'Jam' })
      const jam = await context.product(third, { ...forSale, price: 10, stock: 1000 })
      stock.set(jam, 1000)
      const parts = [
        delivered(shop, { product: cake, quantity: 2 }),
        delivered(otherShop, { product: bread, quantity }),
        delivered(third, { product: jam }),
      ]
      for (const id of [shop, otherShop, third])
        await call(context.service, `set_payment_account($1, 'test', $2, true, true, true)`, id, `acct_${id}`)
      const placed = await place(buyer, order(parts, { address_id: await home() }))
      const payment = await beginPayment(context, buyer, placed.checkout_id, 10, 'transfers')
      await recordPaymentEvent(context, { payment, amount: placed.total })
      const of = (id: string) => placed.orders.find(({ shop_id }) => shop_id === id)?.id ?? ''
      return { own: of(shop), bread: of(otherShop), jam: of(third) }
    }
    const cancel = async (id: string, by = buyer) => {
      const preview = by === buyer ? await call(by, 'cancellation_refund($1::uuid)', id) : null
      const result = (await call(by, 'cancel_order($1::uuid, $2)', id, 'A reason')) as { refund: { amount: number } }
      if (preview) expect(preview).toMatchObject({ refund: result.refund.amount })
      await expectLedgerToBalance(context, stock)
      return result.refund.amount
    }
    const feeOf = async (id: string) =>
      (await buyer.rows('select delivery_fee::float as fee from orders where id = $1', id))[0]?.fee

    it('with its shop’s own fee refunds that fee, and changes nothing for the others', async () => {
      const { own, bread: breadOrder, jam } = await buyBoth(5)
      expect(await feeOf(breadOrder)).toBe(0)
      expect(await cancel(own)).toBe(24)
      expect([await feeOf(breadOrder), await feeOf(jam)]).toEqual([0, 0])
      // The common fee of what is left is still the buyer's to pay.
      expect(await cancel(breadOrder)).toBe(46.01)
      expect([await feeOf(own), await feeOf(jam)]).toEqual([4, 3.99])
      expect(await cancel(jam)).toBe(13.99)
    })

    it('of another shop leaves the own fee alone', async () => {
      const { own, bread: breadOrder, jam } = await buyBoth(1)
      expect(await cancel(breadOrder)).toBe(10)
      expect([await feeOf(own), await feeOf(jam)]).toEqual([4, 3.99])
      expect(await cancel(jam)).toBe(13.99)
      expect(await feeOf(own)).toBe(4)
      expect(await cancel(own, owner)).toBe(24)
    })
  })

  it('are told by the cards of search, which follow every change', async () => {
    const cardOf = async (lat = here.lat) => {
      const { items } = await search(context.visitor, { lat, lon: here.lon, radius_miles: 10 })
      const card = items.find(({ id }) => id === cake)
      return card && { delivery: card.delivery, in_reach: card.in_reach }
    }
    const anywhere = 99_999
    await context.service.update('products', cake, { available_for_pickup: false })
    expect(await cardOf()).toEqual({ delivery: [{ miles: anywhere, fee: 3.99 }], in_reach: true })
    await set(flat)
    expect(await cardOf()).toEqual({ delivery: [{ miles: anywhere, fee: 4 }], in_reach: true })
    await change(owner, `basis = 'distance', fee = null, zones = '${JSON.stringify(bands.zones)}'`)
    expect(await cardOf()).toEqual({ delivery: bands.zones, in_reach: true })
    expect(await cardOf(51.6)).toMatchObject({ in_reach: false })
    await context.service.update('shops', shop, { delivery_radius_miles: 3 })
    expect(await cardOf()).toMatchObject({
      delivery: [
        { miles: 2, fee: 3 },
        { miles: 3, fee: 4.5 },
      ],
    })
    await change(owner, `basis = 'postcode', zones = '${JSON.stringify(areas.zones)}'`)
    expect(await cardOf()).toEqual({ delivery: [{ miles: 3, fee: 2.5, to: 'some postcodes' }], in_reach: true })
    await context.service.update('shops', shop, { delivery_radius_miles: null })
    await owner.count('delete from shop_delivery_terms')
    expect(await cardOf(51.6)).toEqual({ delivery: [{ miles: anywhere, fee: 3.99 }], in_reach: true })
    await context.service.update('products', cake, { available_for_delivery: false, available_for_pickup: true })
    expect(await cardOf()).toEqual({ delivery: [], in_reach: true })
    await context.service.update('products', cake, { available_for_delivery: true })
  })

  it('are deleted with the owner’s account', async () => {
    const leaving = await context.member('Leaving')
    const closed = await context.shop(leaving)
    await set(flat, leaving, closed)
    await context.database.run({ text: 'delete from auth.users where id = $1', values: [leaving.id] })
    expect(await context.service.count('select from shop_delivery_terms where shop_id = $1', closed)).toBe(0)
  })
})
