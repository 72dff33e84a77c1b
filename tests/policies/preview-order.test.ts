/** The preview of an order: the price that place_order charges, everything that it refuses, and nothing that is not the caller's. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { DatabaseError } from '#backend/database/errors'
import { resolveSelection } from '#domain/catalogue/options'
import { plainChoice } from '#domain/food/plain-choice'
import { withMilk } from '../declarations.ts'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
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
import { type Actor, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

const sums = {
  subtotal: z.int(),
  discount: z.int(),
  delivery_fee: z.int(),
  tip: z.int(),
  total: z.int(),
  voucher_amount: z.int(),
}
const problem = z.looseObject({ code: z.string(), message: z.string() })
const previewed = z.object({
  ...sums,
  due: z.int(),
  balance: z.int(),
  short_of_free_delivery: z.int(),
  problems: z.array(problem),
  shops: z.array(
    z.object({
      ...sums,
      shop_id: z.string().nullable(),
      name: z.string().nullable(),
      fulfilment: z.string().nullable(),
      fulfilments: z.array(z.object({ fulfilment: z.string(), leaves: z.array(z.int()) })),
      delivery: z.looseObject({ kind: z.string(), fee: z.int() }).nullable(),
      vouchers: z.array(z.object({ code: z.string(), balance: z.int(), used: z.int() })),
      lines: z.array(
        z.object({
          position: z.int(),
          product_id: z.string(),
          price: z.int().nullable(),
          total: z.int().nullable(),
          discount: z.int().nullable(),
          options: z.array(z.string()),
          allergens: z.unknown(),
          max: z.int(),
          problem: problem.nullable(),
        }),
      ),
    }),
  ),
})

const pence = (pounds: number) => Math.round(pounds * 100)
const here = { lat: 51.5, lon: -0.09 }

describe.each(databases)('a preview on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let buyer: Actor
  /** With the marketplace's terms, with own terms, and with a radius. */
  let shops: readonly [string, string, string]
  let cake: string
  let slot: { date: string; start_time: string; end_time: string }

  const preview = async (who: Actor, wanted: object) => previewed.parse(await call(who, 'preview_order($1)', wanted))
  const codesOf = async (who: Actor, wanted: object) => (await preview(who, wanted)).problems.map(({ code }) => code)

  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    buyer = await context.member('Bo Buyer')
    const own = await context.member('Own')
    const radius = await context.member('Radius')
    shops = [
      await context.shop(seller, { name: 'Crumb', ...here }),
      await context.shop(own, { name: 'Loaf', ...here }),
      await context.shop(radius, { name: 'Rind', ...here, delivery_radius_miles: 3 }),
    ]
    await context.service.insert('shop_delivery_terms', {
      shop_id: shops[1],
      basis: 'distance',
      zones: [
        { miles: 2, fee: 3 },
        { miles: 5, fee: 4.5 },
      ],
      free_from: 40,
      minimum_order: 8,
    })
    for (const shop of shops) slot = await addDailyPickupWindows(context, shop)
    cake = await context.product(shops[0], { ...forSale, name: 'Lemon cake', price: 12.5, stock: 10 })
  })
  afterAll(() => context.close())

  it('prices each shop and each line, and says what is still to be chosen', async () => {
    const home = await address(buyer, here)
    const loaf = await context.product(shops[1], { ...forSale, price: 6, stock: 3, available_for_pickup: false })
    const bun = await context.product(shops[1], { ...forSale, price: 2, stock: 9, available_for_delivery: false })
    const found = await preview(buyer, {
      items: [
        { product_id: cake, quantity: 2 },
        { product_id: loaf, quantity: 2 },
        { product_id: bun, quantity: 1 },
      ],
      shops: [{ shop_id: shops[0], fulfilment: 'delivery', tip: 1 }],
      address_id: home,
    })
    expect(found).toMatchObject({ subtotal: 3900, delivery_fee: 399, tip: 100, total: 4399, due: 4399 })
    expect(found.shops).toMatchObject([
      {
        name: 'Crumb',
        fulfilment: 'delivery',
        delivery: { kind: 'delivered', terms: null },
        lines: [{ price: 1250, total: 2500, max: 10, problem: null, allergens: withMilk }],
        total: 2999,
      },
      {
        fulfilment: null,
        fulfilments: [
          { fulfilment: 'delivery', leaves: [1] },
          { fulfilment: 'pickup', leaves: [0] },
        ],
        delivery: null,
        lines: [{ max: 3 }, { max: 9 }],
      },
    ])
    expect(found.problems.map(({ code }) => code)).toEqual(['allergens_not_acknowledged', 'fulfilment_missing'])
    const chosen = await preview(buyer, {
      items: [
        { product_id: loaf, quantity: 2 },
        { product_id: bun, quantity: 1 },
      ],
      shops: [{ shop_id: shops[1], fulfilment: 'delivery' }],
      address_id: home,
    })
    expect(chosen).toMatchObject({ subtotal: 1200, delivery_fee: 300 })
    expect(chosen.shops[0]?.lines[1]).toMatchObject({ price: 200, problem: { code: 'not_offered' } })
  })

  it('estimates a visitor’s delivery to a place, with the lowest fee while it is not known', async () => {
    const found = (destination: object) =>
      context.visitor.rows('select 1').then(() =>
        preview(context.visitor, {
          items: [{ product_id: cake, quantity: 1 }],
          destination,
        }),
      )
    const near = await found({ ...here, postcode: 'SE1' })
    expect(near).toMatchObject({ delivery_fee: 399, total: 1649, short_of_free_delivery: 3751 })
    const loaf = await context.product(shops[1], { ...forSale, price: 5, stock: 3 })
    const rind = await context.product(shops[2], { ...forSale, price: 5, stock: 3 })
    const items = [loaf, rind].map((product_id) => ({ product_id, quantity: 1 }))
    const far = await preview(context.visitor, { items, destination: { lat: 52.5, lon: -0.09 } })
    expect(far.shops.map(({ delivery }) => delivery?.kind)).toEqual(['outside', 'outside'])
    expect(far.total).toBe(1000)
    const unknown = await preview(context.visitor, { items, destination: {} })
    expect(unknown.shops.map(({ delivery }) => delivery?.kind)).toEqual(['unknown', 'unknown'])
    expect(unknown.delivery_fee).toBe(300 + 399)
    expect((await preview(context.visitor, { items, destination: here })).shops[0]?.delivery).toMatchObject({
      kind: 'delivered',
      fee: 300,
      missing: 300,
    })
  })

  it('marks the lines that cannot be bought, beside those that can', async () => {
    const few = await context.product(shops[0], { ...forSale, price: 3, stock: 3 })
    const hidden = await context.product(shops[0], { ...forSale, status: 'hidden' })
    const large = await context.service.insert('product_variations', { product_id: few, name: 'Large', price_delta: 1 })
    const found = await preview(context.visitor, {
      items: [
        { product_id: few, quantity: 2, variation: 'Large' },
        { product_id: few, quantity: 2, variation: 'Small' },
        { product_id: few, quantity: 2, variation: 'Large', personalization: 'thank_you' },
        { product_id: hidden, quantity: 1 },
        { product_id: randomUUID(), quantity: 1 },
      ],
      destination: here,
    })
    expect(large).toBeDefined()
    const lines = found.shops.flatMap((shop) => shop.lines)
    expect(lines.map((line) => [line.problem?.code ?? null, line.total, line.max])).toEqual([
      [null, 800, 3],
      ['variation', null, 1],
      ['sold_out', null, 1],
      ['product', null, 99],
      ['product', null, 99],
    ])
    expect(found.subtotal).toBe(800)
    expect(found.shops[1]).toMatchObject({ shop_id: null, name: null })
    const much = await preview(context.visitor, { items: [{ product_id: few, quantity: 5, variation: 'Large' }] })
    expect(much.shops[0]?.lines[0]).toMatchObject({
      max: 3,
      problem: { code: 'sold_out', message: expect.any(String) },
    })
  })

  it('tells visitors nothing of codes, vouchers, quotes and addresses, and members nothing of others’', async () => {
    const home = await address(buyer, here)
    const stranger = await context.member('Stranger')
    const [room] = await context.service.rows(
      `insert into chat_rooms (buyer_id, seller_id, product_id, price_quote, wanted_on, quote_expires_at)
        values ($1, $2, $3, 40, current_date + 9, now() + interval '5 days') returning id`,
      buyer.id,
      seller.id,
      cake,
    )
    const item = { product_id: cake, quantity: 1 }
    const code = randomUUID()
    const guest = context.visitor
    const anonymous = await context.member('Nobody', { is_anonymous: true })
    for (const wanted of [
      order([{ shop_id: shops[0], items: [item], discount_code_id: code }]),
      order([{ shop_id: shops[0], items: [item], vouchers: ['GV00000000000000AA'] }]),
      order([{ shop_id: shops[0], items: [{ ...item, chat_room_id: text(room, 'id') }] }]),
      { items: [item], address_id: home },
    ])
      for (const who of [guest, anonymous])
        expect(await refusal(preview(who, wanted)), JSON.stringify(wanted)).toMatchObject({ hint: 'account' })
    const quoted = order([
      { shop_id: shops[0], fulfilment: 'pickup', items: [{ ...item, chat_room_id: text(room, 'id') }] },
    ])
    expect(await preview(stranger, quoted)).toMatchObject({ problems: [{ code: 'room' }], subtotal: 0 })
    expect(await codesOf(stranger, order([delivered(shops[0], { product: cake })], { address_id: home }))).toEqual([
      'address',
    ])
    expect(
      await codesOf(stranger, order([{ ...delivered(shops[0], { product: cake }), discount_code_id: code }])),
    ).toContain('discount_code')
  })

  it('counts wrong vouchers towards the limit of codes', async () => {
    const guesser = await context.member('Guesser')
    const guess = () =>
      call(
        guesser,
        'preview_order($1)',
        order([{ ...delivered(shops[0], { product: cake }), vouchers: ['GV-0000-0000-0000-0000'] }]),
      )
    for (let n = 0; n < 10; n += 1) expect(await guess()).toMatchObject({ hint: 'voucher' })
    expect(await refusal(guess())).toMatchObject({ hint: 'rate_limit' })
    expect(await refusal(call(guesser, 'check_discount_code($1, $2)', shops[0], 'SOMETHING'))).toMatchObject({
      hint: 'rate_limit',
    })
  })

  it('says why a member cannot buy from a shop, or at all', async () => {
    const blocked = await context.member('Blocked')
    const wanted = order([pickedUp(shops[0], slot, { product: cake })])
    await seller.send('blocks', { blocked_id: blocked.id })
    expect(await codesOf(blocked, wanted)).toEqual(['blocked'])
    expect(await codesOf(seller, wanted)).toEqual(['own_shop'])
    const suspended = await context.member('Suspended')
    await context.service
      .rows(
        `insert into private.suspended_members (user_id, reason, suspended_by) values ($1, 'Spam', $1)`,
        suspended.id,
      )
      .catch(async () => {
        const administrator = await context.administrator()
        await call(administrator, 'suspend_member($1, $2)', suspended.id, 'Spam')
      })
    expect(await codesOf(suspended, wanted)).toEqual(['suspended'])
    const closed = await context.shop(await context.member('Closed'), { name: 'Closed' })
    const tart = await context.product(closed, forSale)
    await context.service.update('shops', closed, { status: 'suspended' })
    const found = await preview(buyer, order([pickedUp(closed, slot, { product: tart })]))
    expect(found.shops[0]).toMatchObject({ shop_id: null, name: null, lines: [{ problem: { code: 'product' } }] })
    expect(found.problems.map(({ code }) => code)).toEqual(['shop', 'product'])
  })

  it('takes at most 200 lines, and only reads', async () => {
    const items = Array.from({ length: 201 }, () => ({ product_id: cake, quantity: 1 }))
    expect(await refusal(preview(buyer, { items }))).toMatchObject({ hint: 'malformed' })
    expect(await refusal(preview(buyer, { items: [{ product_id: cake, quantity: 1, price: 1 }] }))).toMatchObject({
      hint: 'unknown_field',
    })
    // A read-only transaction cannot lock rows either.
    const wanted = order([pickedUp(shops[0], slot, { product: cake })])
    const { rows } = await context.database.run({
      text: `select set_config('transaction_read_only', 'on', true), public.preview_order($1)`,
      values: [JSON.stringify(wanted)],
    })
    expect(rows).toHaveLength(1)
  })

  it('has the unit prices of the product page', async () => {
    const product = await context.product(shops[0], {
      ...forSale,
      price: 7.25,
      stock: 50,
      is_personalisable: true,
      personalisation_price: 1.1,
    })
    await context.service.insert('product_variations', { product_id: product, name: 'Small', price_delta: -0.75 })
    await context.service.insert('product_variations', {
      product_id: product,
      name: 'Large',
      price_delta: 3.4,
      position: 1,
    })
    const group = text(
      await context.service.insert('product_option_groups', {
        product_id: product,
        name: 'Icing',
        is_required: false,
        max_choices: 3,
      }),
      'id',
    )
    const choices = await Promise.all(
      [0.35, 0, -0.2].map(async (price_delta, n) => {
        const name = `Icing ${n}`
        const id = text(
          await context.service.insert('product_option_choices', {
            product_id: product,
            group_id: group,
            name,
            price_delta,
            position: n,
          }),
          'id',
        )
        return { id, name, price_delta, stock: null, ...plainChoice }
      }),
    )
    const offered = {
      product_type: 'standardized',
      price: 7.25,
      min_price: null,
      max_price: null,
      is_personalisable: true,
      personalisation_price: 1.1,
      personalisation_max_length: 200,
      variations: [
        { name: 'Small', price_delta: -0.75, stock: null, ...plainChoice },
        { name: 'Large', price_delta: 3.4, stock: null, ...plainChoice },
      ],
      option_groups: [{ id: group, name: 'Icing', is_required: false, max_choices: 3, choices }],
      questions: [],
    }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('Small', 'Large'),
        fc.subarray(choices),
        fc.constantFrom(null, 'thank_you' as const),
        async (variation, taken, personalization) => {
          const options = taken.length > 0 ? [{ group_id: group, choice_ids: taken.map(({ id }) => id) }] : []
          const selection = { variation, options, personalization, customRequestDetails: null }
          const shown = resolveSelection(offered, selection)
          const found = await preview(context.visitor, {
            items: [{ product_id: product, quantity: 1, variation, options, personalization }],
          })
          expect(found.shops[0]?.lines[0]).toMatchObject({
            problem: null,
            price: shown.pricePence,
            options: shown.texts,
          })
        },
      ),
      { numRuns: cases(15, 100) },
    )
  })

  it('is what place_order charges, and has every refusal of it', async () => {
    const owners = await Promise.all(
      shops.map(async (shop) =>
        context.session(
          { id: text((await context.service.rows('select user_id from shops where id = $1', shop))[0], 'user_id') },
          {},
        ),
      ),
    )
    for (const shop of shops)
      await context.service.insert('shop_voucher_terms', { shop_id: shop, smallest: 5, largest: 200 })
    const products: { shop: string; id: string; choice: string; group: string }[] = []
    for (const [n, shop] of shops.entries())
      for (const price of [1.01, 4.35, 19.99]) {
        const id = await context.product(shop, {
          ...forSale,
          name: `Thing ${n} ${price}`,
          price,
          stock: 60,
          available_for_pickup: price !== 4.35,
        })
        const group = text(
          await context.service.insert('product_option_groups', { product_id: id, name: 'Topping', max_choices: 2 }),
          'id',
        )
        const choice = text(
          await context.service.insert('product_option_choices', {
            product_id: id,
            group_id: group,
            name: 'Nuts',
            price_delta: 0.33,
            stock: 25,
          }),
          'id',
        )
        products.push({ shop, id, choice, group })
      }
    const codes = new Map<string, readonly string[]>()
    for (const [n, shop] of shops.entries()) {
      const ids: string[] = []
      const kinds: readonly Values[] = [
        { kind: 'percent', percent: 15 },
        { kind: 'amount', amount: 3.33, minimum_spend: 12 },
        { kind: 'free_delivery' },
        { kind: 'percent', percent: 50, from_date: '2019-01-01', to_date: '2020-01-01' },
      ]
      for (const [m, values] of kinds.entries())
        ids.push(
          text(
            await context.service.insert('discount_codes', { shop_id: shop, code: `CODE${n}${m}`, ...values }),
            'id',
          ),
        )
      codes.set(shop, ids)
    }
    const vouchers = new Map<string, string[]>()
    for (const shop of shops)
      for (const amount of [5, 7.5, 30]) {
        const bought = z
          .object({ voucher_id: z.string(), checkout_id: z.string(), amount: z.number() })
          .parse(await call(buyer, 'buy_voucher($1, $2)', { shop_id: shop, amount }, randomUUID()))
        const payment = await beginPayment(context, buyer, bought.checkout_id, 1)
        await recordPaymentEvent(context, { payment, amount: bought.amount })
        const code = String(await call(buyer, 'voucher_code($1)', bought.voucher_id))
        vouchers.set(shop, [...(vouchers.get(shop) ?? []), code])
      }
    expect(owners).toHaveLength(3)

    const lineOf = fc.record({
      product: fc.nat(2),
      quantity: fc.constantFrom(1, 2, 2, 3, 4, 5, 7),
      hasChoice: fc.boolean(),
    })
    const partOf = fc.record({
      lines: fc.uniqueArray(lineOf, {
        minLength: 1,
        maxLength: 3,
        selector: ({ product, hasChoice }) => `${product} ${hasChoice}`,
      }),
      fulfilment: fc.constantFrom('delivery', 'delivery', 'delivery', 'pickup', 'pickup', 'pickup', null),
      hasSlot: fc.constantFrom(true, true, true, true, true, true, false),
      tip: fc.constantFrom(0, 0, 0, 0.5, 2, 30),
      code: fc.option(fc.constantFrom(0, 0, 0, 1, 2, 3), { freq: 2 }),
      vouchers: fc.uniqueArray(fc.nat(2), { maxLength: 2 }),
    })
    const wantedOf = fc.record({
      parts: fc.tuple(partOf, fc.option(partOf, { freq: 1 }), fc.option(partOf, { freq: 1 })),
      place: fc.constantFrom('near', 'near', 'near', 'near', 'near', 'near', 'far', 'unknown', 'none'),
      isRead: fc.constantFrom(true, true, true, true, true, true, true, true, false),
      shown: fc.constantFrom(null, null, null, null, null, null, null, 1),
      terms: fc.constantFrom(undefined, undefined, null, null, null, null, { hours_before: 9, refund_percent: 50 }),
    })
    let placedOrders = 0
    const refusals = new Set<string>()
    await fc.assert(
      fc.asyncProperty(wantedOf, async (wanted) => {
        const member = await context.member('Random')
        const home = await address(
          member,
          {
            near: { lat: 51.51, lon: -0.09 },
            far: { lat: 53, lon: -0.09 },
          }[wanted.place as 'near' | 'far'] ?? {},
        )
        const request = order(
          wanted.parts.flatMap((part, n) => {
            const shop = shops[n]
            if (!part || !shop) return []
            const items = part.lines.map(({ product, quantity, hasChoice }) => {
              const { id, group, choice } = products[n * 3 + product] ?? products[0] ?? expect.fail()
              return {
                product_id: id,
                quantity,
                ...(hasChoice && { options: [{ group_id: group, choice_ids: [choice] }] }),
              }
            })
            return [
              {
                shop_id: shop,
                items,
                tip: part.tip,
                ...(part.fulfilment && { fulfilment: part.fulfilment }),
                ...(part.fulfilment === 'pickup' && part.hasSlot && { pickup: slot }),
                ...(part.code !== null && { discount_code_id: codes.get(shop)?.[part.code] }),
                ...(part.vouchers.length > 0 && { vouchers: part.vouchers.map((m) => vouchers.get(shop)?.[m]) }),
                ...(wanted.terms !== undefined && { cancellation: wanted.terms }),
              },
            ]
          }),
          {
            allergens_acknowledged: wanted.isRead,
            ...(wanted.place !== 'none' && { address_id: home }),
            ...(wanted.shown !== null && { shown_total: wanted.shown }),
          },
        )
        const before = await preview(member, request)
        try {
          const placed = await place(member, request)
          placedOrders += 1
          expect(before.problems, JSON.stringify(request)).toEqual([])
          expect(before).toMatchObject({
            subtotal: pence(placed.subtotal) + before.discount,
            delivery_fee: pence(placed.delivery_fee),
            due: pence(placed.total),
          })
          for (const { shop_id, total } of placed.orders)
            expect(before.shops.find((shop) => shop.shop_id === shop_id)?.total).toBe(pence(total))
        } catch (error) {
          if (!(error instanceof DatabaseError)) throw error
          refusals.add(String(error.hint))
          expect(
            before.problems.map(({ code, message }) => [code, message]),
            JSON.stringify(request),
          ).toContainEqual([error.hint, error.message])
        }
      }),
      { numRuns: cases(80, 600) },
    )
    expect(placedOrders).toBeGreaterThan(5)
    expect([...refusals].length, [...refusals].join()).toBeGreaterThan(6)
  })
})
