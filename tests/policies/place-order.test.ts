/** Placing an order: who may buy what, at which price, and what is refused. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withMilk } from '../declarations.ts'
import { everyDatabase } from '../harness.ts'
import {
  addDailyPickupWindows,
  address,
  call,
  column,
  delivered,
  forSale,
  order,
  pickedUp,
  place,
  stockOf,
} from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text } from './test-context.ts'

describe.each(everyDatabase)('placing an order on %s', (kind) => {
  let context: TestContext
  let buyer: Actor
  let seller: Actor
  let other: Actor
  let shop: string
  let bakery: string
  let cake: string
  let bread: string
  let home: string
  /** A date on which everything is open, and its only slot. */
  let slot: { date: string; start_time: string; end_time: string }

  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    other = await context.member('Other')
    shop = await context.shop(seller, { name: 'A shop' })
    bakery = await context.shop(await context.member('Baker'), { name: 'Bakery' })
    for (const shop_id of [shop, bakery]) await addDailyPickupWindows(context, shop_id)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    buyer = await context.member('Bo Buyer')
    home = await address(buyer)
    cake = await context.product(shop, {
      ...forSale,
      name: 'Lemon cake',
      price: 12.5,
      stock: 10,
      ingredients: 'Milk, lemons',
    })
    bread = await context.product(bakery, { ...forSale, name: 'Rye bread', price: 4.2, stock: 10 })
    const [first] = await context.visitor.rows(
      `select date::text, start_time::text, end_time::text
        from hand_over_slots($1, $2::uuid[], 'pickup', (now() at time zone $3)::date + 1, 1)`,
      shop,
      `{${cake}}`,
      'Europe/London',
    )
    slot = { date: text(first, 'date'), start_time: text(first, 'start_time'), end_time: text(first, 'end_time') }
  })

  const one = (more: object = {}) => order([delivered(shop, { product: cake, ...more })], { address_id: home })
  const orderRefusal = (wanted: object, key?: string) => refusal(place(buyer, wanted, key))

  it('creates an order for each shop, snapshots the items, takes the stock and splits the fee to the penny', async () => {
    const third = await context.shop(await context.member('Third'), { name: 'Corner' })
    const bun = await context.product(third, { ...forSale, name: 'Bun', price: 2, stock: 3 })
    await context.service.insert('product_variations', { product_id: cake, name: 'Large', price_delta: 3.25 })
    const placed = await place(
      buyer,
      order(
        [
          delivered(shop, {
            product: cake,
            quantity: 2,
            variation: 'Large',
            personalization: 'custom',
            custom_request_details: ' To Jo ',
            allergens: withMilk,
          }),
          { ...pickedUp(bakery, slot, { product: bread, quantity: 3 }), note: ' Well baked, please ' },
          delivered(third, { product: bun }, { product: bun, quantity: 2, personalization: 'thank_you' }),
        ],
        { address_id: home, shown_total: 54.09 },
      ),
    )
    expect(placed).toMatchObject({ subtotal: 50.1, delivery_fee: 3.99, total: 54.09 })
    expect(
      await buyer.rows(
        'select shop_name, fulfilment, subtotal, delivery_fee, note, status from orders order by shop_name',
      ),
    ).toEqual([
      {
        shop_name: 'A shop',
        fulfilment: 'delivery',
        subtotal: '31.50',
        delivery_fee: '2.00',
        note: null,
        status: 'pending payment',
      },
      {
        shop_name: 'Bakery',
        fulfilment: 'pickup',
        subtotal: '12.60',
        delivery_fee: '0.00',
        note: 'Well baked, please',
        status: 'pending payment',
      },
      {
        shop_name: 'Corner',
        fulfilment: 'delivery',
        subtotal: '6.00',
        delivery_fee: '1.99',
        note: null,
        status: 'pending payment',
      },
    ])
    expect(
      await buyer.rows(
        'select name, price, quantity, variation, personalization, custom_request_details, ingredients, allergens from order_items where product_id = $1',
        cake,
      ),
    ).toEqual([
      {
        name: 'Lemon cake',
        price: '15.75',
        quantity: 2,
        variation: 'Large',
        personalization: 'custom',
        custom_request_details: 'To Jo',
        ingredients: 'Milk, lemons',
        allergens: withMilk,
      },
    ])
    const [sent] = await buyer.rows(
      `select delivery_address, pickup_area, buyer_name from orders where shop_id = $1`,
      shop,
    )
    expect(sent).toMatchObject({
      buyer_name: 'Bo Buyer',
      delivery_address: { full_name: 'Bo Buyer', postal_code: 'SE1 9SG' },
    })
    expect([await stockOf(context, cake), await stockOf(context, bread), await stockOf(context, bun)]).toEqual([
      8, 7, 0,
    ])
    expect(await buyer.count('select from order_events')).toBe(3)
    expect(await seller.count('select from orders')).toBe(0)
  })

  it('delivery is free above £50 of delivered items; items to pick up do not count', async () => {
    await context.service.update('products', cake, { stock: 40 })
    const fee = async (quantity: number) => (await place(buyer, one({ quantity }))).delivery_fee
    expect(await fee(4)).toBe(3.99)
    expect(await fee(5)).toBe(0)
    const pickedUpOrder = await place(buyer, order([pickedUp(bakery, slot, { product: bread })]))
    expect(pickedUpOrder.delivery_fee).toBe(0)
  })

  it('a repeated key returns the first response, and no other order is placed under it', async () => {
    const key = randomUUID()
    const placed = await place(buyer, one(), key)
    await context.service.update('products', cake, { price: 99, stock: 0 })
    expect(await place(buyer, one(), key)).toEqual(placed)
    expect(await buyer.count('select from orders')).toBe(1)
    expect(await orderRefusal(one({ quantity: 2 }), key)).toMatchObject({ code: 'PT409', hint: 'key_reused' })
    // Keys are unique for each buyer.
    const neighbour = await context.member()
    const theirs = order([delivered(shop, { product: cake })], { address_id: await address(neighbour) })
    expect(await refusal(place(neighbour, theirs, key))).toMatchObject({ hint: 'sold_out' })
    for (const bad of ['short', 'x'.repeat(201)])
      expect(await orderRefusal(one(), bad)).toMatchObject({ code: '22023', hint: 'idempotency_key' })
  })

  it('visitors, the product’s own seller and anonymous accounts are refused', async () => {
    expect(await refusal(place(context.visitor, one()))).toMatchObject({ code: forbidden })
    const own = order([delivered(shop, { product: cake })], { address_id: await address(seller) })
    expect(await refusal(place(seller, own))).toMatchObject({ code: forbidden, hint: 'own_shop' })
    const anonymous = await context.member('Nobody', { is_anonymous: true })
    expect(await refusal(place(anonymous, one()))).toMatchObject({ code: forbidden, hint: 'account' })
    expect(await refusal(place(context.service, one()))).toMatchObject({ code: forbidden })
  })

  it.each<[what: string, line: object, hint: string]>([
    ['none', { quantity: 0 }, 'quantity'],
    ['a negative quantity', { quantity: -1 }, 'quantity'],
    ['a fractional quantity', { quantity: 1.5 }, 'quantity'],
    ['a quantity of 100', { quantity: 100 }, 'quantity'],
    ['a quantity out of range', { quantity: 1e300 }, 'quantity'],
    ['a quantity as text', { quantity: '2' }, 'quantity'],
    ['no quantity', { quantity: null }, 'quantity'],
    ['a price', { price: 0.01 }, 'unknown_field'],
    ['an unknown field', { gift: true }, 'unknown_field'],
    ['a list of options that is none', { options: 'walnut' }, 'malformed'],
    ['an option without its group', { options: [{ choice_ids: [] }] }, 'malformed'],
    ['a price of an option', { options: [{ group_id: randomUUID(), choice_ids: [], price: 0 }] }, 'unknown_field'],
    ['an unknown personalisation', { personalization: 'song' }, 'personalization'],
    ['a message without custom personalisation', { custom_request_details: 'Jo' }, 'personalization'],
    ['an overlong message', { personalization: 'custom', custom_request_details: 'x'.repeat(201) }, 'personalization'],
    ['an invalid id', { product_id: 'cake' }, 'malformed'],
    ['no product', { product_id: null }, 'malformed'],
  ])('a line with %s is refused, and nothing changes', async (_, more, hint) => {
    const found = await orderRefusal(one(more))
    expect(found).toMatchObject({ code: '22023', hint })
    expect(found.message).toMatch(/^[A-Z“].* .*[^.]$|^[A-Z“].* .*\.$/)
    expect(await buyer.count('select from checkouts')).toBe(0)
    expect(await stockOf(context, cake)).toBe(10)
  })

  it('a malformed order is refused', async () => {
    const part = () => delivered(shop, { product: cake })
    const wrong: [unknown, string][] = [
      [null, 'malformed'],
      [[], 'malformed'],
      ['order', 'malformed'],
      [order([]), 'malformed'],
      [order([part(), part()], { address_id: home }), 'malformed'],
      [order([part()], { address_id: home, total: 1 }), 'unknown_field'],
      [order([{ ...part(), delivery_fee: 0 }], { address_id: home }), 'unknown_field'],
      [order([{ ...part(), items: [] }], { address_id: home }), 'malformed'],
      [order([{ ...part(), items: Array(101).fill(part().items[0]) }], { address_id: home }), 'malformed'],
      [order([{ ...part(), fulfilment: 'pigeon' }], { address_id: home }), 'malformed'],
      [order([{ ...part(), pickup: slot }], { address_id: home }), 'malformed'],
      [order([{ ...part(), note: 'x'.repeat(1001) }], { address_id: home }), 'note'],
      [order([part()], { address_id: 'home' }), 'malformed'],
      [order([part()]), 'address_missing'],
      [order([{ ...part(), fulfilment: 'pickup' }]), 'pickup_missing'],
      [
        order([pickedUp(shop, { date: '2026-02-30', start_time: '09:00', end_time: '10:00' }, { product: cake })]),
        'malformed',
      ],
      [
        order([pickedUp(shop, { date: 'now', start_time: '09:00', end_time: '10:00' }, { product: cake })]),
        'malformed',
      ],
      [{ ...order([part()]), address_id: home, allergens_acknowledged: false }, 'allergens_not_acknowledged'],
      [{ shops: [part()], address_id: home }, 'allergens_not_acknowledged'],
      [{ ...order([part()]), address_id: home, allergens_acknowledged: 'yes' }, 'allergens_not_acknowledged'],
    ]
    for (const [wanted, hint] of wrong) {
      const found = await refusal(
        context.database.run(
          { text: 'select public.place_order($1::jsonb, $2)', values: [JSON.stringify(wanted), randomUUID()] },
          { role: 'authenticated', claims: JSON.stringify({ sub: buyer.id, role: 'authenticated' }) },
        ),
      )
      expect(found, JSON.stringify(wanted)?.slice(0, 200)).toMatchObject({ code: '22023', hint })
    }
    expect(await buyer.count('select from checkouts')).toBe(0)
  })

  it('a product that is not on sale is refused: draft, hidden, deleted, undeclared, suspended, of another shop, sold out', async () => {
    const refused = async (code: string, hint: string) =>
      expect(await orderRefusal(one())).toMatchObject({ code, hint })
    for (const status of ['draft', 'hidden']) {
      await context.service.update('products', cake, { status })
      await refused('PT404', 'product')
    }
    await context.service.update('products', cake, { status: 'active', allergens: null })
    await refused('PT409', 'allergens_undeclared')
    await context.service.update('products', cake, { allergens: { ...withMilk, nuts: 'contains' } })
    expect(await orderRefusal(one({ allergens: withMilk }))).toMatchObject({ code: 'PT409', hint: 'allergens_changed' })
    await context.service.update('products', cake, { stock: 1 })
    expect(await orderRefusal(one({ quantity: 2 }))).toMatchObject({
      message: 'Only 1 × Lemon cake left.',
      hint: 'sold_out',
    })
    const twice = order([delivered(shop, { product: cake }, { product: cake, personalization: 'thank_you' })], {
      address_id: home,
    })
    expect(await orderRefusal(twice)).toMatchObject({ hint: 'sold_out' })
    await context.service.update('products', cake, { stock: 0 })
    expect(await orderRefusal(one())).toMatchObject({
      code: 'PT409',
      message: 'Lemon cake is sold out.',
      hint: 'sold_out',
    })
    await context.service.update('products', cake, { stock: 5, available_for_delivery: false })
    await refused('PT409', 'not_offered')
    expect(await orderRefusal(order([delivered(bakery, { product: cake })], { address_id: home }))).toMatchObject({
      hint: 'product',
    })
    await context.service.update('products', cake, { available_for_delivery: true })
    expect(await orderRefusal(one({ variation: 'Red Velvet' }))).toMatchObject({ code: 'PT409', hint: 'variation' })
    for (const [position, name] of ['Large', 'Small'].entries())
      await context.service.insert('product_variations', { product_id: cake, name, position })
    await refused('22023', 'variation')
    await context.service.update('shops', shop, { status: 'suspended' })
    await refused('PT404', 'shop')
    await context.service.update('shops', shop, { status: 'active' })
    await context.service.rows('delete from products where id = $1', cake)
    await refused('PT404', 'product')
    expect(await buyer.count('select from checkouts')).toBe(0)
  })

  it('the seller’s current price applies, and a buyer who saw another total is refused', async () => {
    await context.service.update('products', cake, { price: 20 })
    expect(await orderRefusal({ ...one(), shown_total: 16.49 })).toMatchObject({
      code: 'PT409',
      hint: 'prices_changed',
      message: 'Prices have changed. This order now costs £23.99.',
    })
    expect(await stockOf(context, cake)).toBe(10)
    expect(await place(buyer, { ...one(), shown_total: 23.99 })).toMatchObject({ total: 23.99 })
  })

  it('a free order is paid at once, and a total below the card minimum is refused', async () => {
    await context.service.insert('product_variations', { product_id: cake, name: 'Slice', price_delta: -12.4 })
    const crumbs = await context.product(shop, { ...forSale, name: 'Crumbs', price: 0, available_for_pickup: true })
    expect(await orderRefusal(order([pickedUp(shop, slot, { product: cake, variation: 'Slice' })]))).toMatchObject({
      code: '22023',
      hint: 'amount',
    })
    const free = await place(buyer, order([pickedUp(shop, slot, { product: crumbs })]))
    expect(free.total).toBe(0)
    expect(
      await seller.rows('select status, total_amount from orders where id = $1', free.orders[0]?.id ?? ''),
    ).toEqual([{ status: 'processing', total_amount: '0.00' }])
    expect(await buyer.rows('select status from checkouts')).toEqual([{ status: 'paid' }])
  })

  it('food of up to £99,000 and, with delivery and tips, a total of up to £99,999.99 can be ordered', async () => {
    await context.service.update('products', cake, { price: 49_500 })
    const cakes = (quantity: number) => order([pickedUp(shop, slot, { product: cake, quantity })])
    expect(await orderRefusal(cakes(3))).toMatchObject({ code: '22023', hint: 'amount' })
    const parts: object[] = [{ ...pickedUp(shop, slot, { product: cake, quantity: 2 }), tip: 50 }]
    expect(await place(buyer, order(parts))).toMatchObject({ total: 99_050 })
    await context.service.rows('update products set stock = 10')
    for (let n = 0; n < 10; n += 1) {
      const dear = await context.shop(await context.member(), { name: `Dear ${n}` })
      await context.service.insert('shop_delivery_terms', { shop_id: dear, basis: 'flat', fee: 100 })
      const crumbs = await context.product(dear, { ...forSale, price: 0 })
      parts.push(delivered(dear, { product: crumbs }))
    }
    const far = { address_id: await address(buyer) }
    expect(await orderRefusal(order(parts, far))).toMatchObject({ code: '22023', hint: 'amount' })
    expect(await place(buyer, order(parts.slice(0, -1), far))).toMatchObject({ total: 99_950 })
  })

  it('an order is delivered only to the buyer’s own address, within the shop’s radius', async () => {
    const theirs = await address(other)
    expect(await orderRefusal({ ...one(), address_id: theirs })).toMatchObject({ code: 'PT404', hint: 'address' })
    expect(await orderRefusal({ ...one(), address_id: randomUUID() })).toMatchObject({ code: 'PT404', hint: 'address' })
    const near = await context.shop(await context.member(), {
      name: 'Near',
      lat: 51.5,
      lon: -0.1,
      delivery_radius_miles: 3,
    })
    const pie = await context.product(near, { ...forSale, name: 'Pie' })
    const wanted = order([delivered(near, { product: pie })], { address_id: home })
    expect(await orderRefusal(wanted)).toMatchObject({ code: 'PT409', hint: 'place_unknown' })
    await buyer.update('user_addresses', home, { lat: 51.55, lon: -0.1 })
    expect(await orderRefusal(wanted)).toMatchObject({
      code: 'PT409',
      hint: 'too_far',
      message: 'Near delivers up to 3 miles, and your address is 3.5 miles away.',
    })
    await buyer.update('user_addresses', home, { lat: 51.54, lon: -0.1 })
    expect((await place(buyer, wanted)).orders).toHaveLength(1)
    // A changed address loses its coordinates unless new ones are given.
    await buyer.update('user_addresses', home, { postal_code: 'M1 1AA' })
    expect(await buyer.rows('select lat, lon from user_addresses')).toEqual([{ lat: null, lon: null }])
    await buyer.update('user_addresses', home, { postal_code: 'SE1 9SG', lat: 51.5, lon: -0.1 })
    expect(await buyer.rows('select lat from user_addresses')).toEqual([{ lat: 51.5 }])
  })

  it('a closed shop does not deliver', async () => {
    const away = await context.shop(await context.member(), { name: 'Away' })
    const pie = await context.product(away, forSale)
    await context.service.rows(
      `insert into shop_closures (shop_id, from_date, to_date) select $1, today, today from (select (now() at time zone 'Europe/London')::date as today) t`,
      away,
    )
    expect(await orderRefusal(order([delivered(away, { product: pie })], { address_id: home }))).toMatchObject({
      code: 'PT409',
      hint: 'closed',
    })
  })

  it('a pickup needs an offered slot with a free place', async () => {
    const corner = await context.shop(await context.member(), { name: 'Corner' })
    const bun = await context.product(corner, forSale)
    await addDailyPickupWindows(context, corner, 2)
    const at = (pickup: object) => order([pickedUp(corner, pickup, { product: bun })])
    for (const pickup of [
      { ...slot, date: '2020-01-01' },
      { ...slot, date: '2120-01-01', start_time: '08:00' },
      { ...slot, end_time: '16:59' },
    ])
      expect(await orderRefusal(at(pickup)), JSON.stringify(pickup)).toMatchObject({ code: 'PT409', hint: 'slot' })
    await place(buyer, at(slot))
    await place(buyer, at(slot))
    expect(await orderRefusal(at(slot))).toMatchObject({ code: 'PT409', hint: 'slot_full' })
    const booked = await context.visitor.rows(
      `select remaining from hand_over_slots($1, $2::uuid[], 'pickup', $3::date, 2) where reason is null`,
      corner,
      `{${bun}}`,
      slot.date,
    )
    expect(column(booked, 'remaining')).toEqual([0, 2])
    await context.service.rows('update shop_pickup_schedules set max_orders = null where shop_id = $1', corner)
    await context.service.update('products', bun, { lead_time_days: 2 })
    expect(await orderRefusal(at(slot))).toMatchObject({ hint: 'slot' })
    await context.service.update('products', bun, { lead_time_days: 0, available_for_pickup: false })
    expect(await orderRefusal(at(slot))).toMatchObject({ hint: 'not_offered' })
    expect(
      await context.visitor.count(`select from hand_over_slots($1, $2::uuid[], 'pickup')`, corner, `{${bun}}`),
    ).toBe(0)
  })

  it('a custom order is sold only by its quote, once, to the buyer it was quoted to', async () => {
    const wedding = await context.product(shop, {
      ...forSale,
      name: 'Wedding cake',
      product_type: 'bespoke',
      price: 0,
      stock: 0,
    })
    const room = text(
      await buyer.insert('chat_rooms', { seller_id: seller.id, product_id: wedding, brief: { servings: 80 } }),
      'id',
    )
    const quoted = (more: object = {}) =>
      order([delivered(shop, { product: wedding, variation: null, chat_room_id: room, ...more })], { address_id: home })
    expect(await orderRefusal(quoted({ chat_room_id: null }))).toMatchObject({ code: 'PT409', hint: 'quote' })
    expect(await orderRefusal(quoted())).toMatchObject({ code: 'PT409', hint: 'quote' })
    await seller.update('chat_rooms', room, { price_quote: 180 })
    expect(await orderRefusal(quoted({ quantity: 2 }))).toMatchObject({ code: '22023', hint: 'quantity' })
    const stranger = await context.member()
    const theirs = order([delivered(shop, { product: wedding, variation: null, chat_room_id: room })], {
      address_id: await address(stranger),
    })
    expect(await refusal(place(stranger, theirs))).toMatchObject({ code: 'PT404', hint: 'room' })
    expect(
      await orderRefusal(
        order([delivered(shop, { product: cake, variation: null, chat_room_id: room })], { address_id: home }),
      ),
    ).toMatchObject({
      hint: 'quote',
    })
    const together = delivered(shop, { product: wedding, variation: null, chat_room_id: room }, { product: cake })
    expect(await orderRefusal(order([together], { address_id: home }))).toMatchObject({
      code: '22023',
      hint: 'quote_alone',
    })
    const placed = await place(buyer, quoted())
    expect(placed).toMatchObject({ subtotal: 180, delivery_fee: 0 })
    expect(await buyer.rows('select chat_room_id, brief from orders')).toEqual([
      { chat_room_id: room, brief: { servings: 80 } },
    ])
    expect(await buyer.rows('select name, price, takes_stock from order_items')).toEqual([
      { name: 'Wedding cake', price: '180.00', takes_stock: false },
    ])
    expect(await orderRefusal(quoted())).toMatchObject({
      code: 'PT409',
      hint: 'quote',
      message: 'This quote has already been accepted.',
    })
    await call(buyer, 'cancel_checkout($1)', placed.checkout_id)
    expect(await stockOf(context, wedding)).toBe(0)
    expect((await place(buyer, quoted())).subtotal).toBe(180)
    await context.service.rows(`update chat_rooms set is_paid = true where id = $1`, room)
    expect(await orderRefusal(quoted())).toMatchObject({ hint: 'quote' })
  })
})
