/** Orders that a seller enters: the same stock and places as any order, limits, and paying by link without an account. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addDays, londonTime } from '#domain/values/calendar'
import { withMilk } from '../declarations.ts'
import { databases } from '../harness.ts'
import { openDrop, takenOf } from './drop-fixtures.ts'
import {
  addDailyPickupWindows,
  call,
  expireCheckout,
  forSale,
  order,
  pickedUp,
  place,
  recordPaymentEvent,
  stockOf,
} from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text } from './test-context.ts'

const today = londonTime(new Date()).date
const placedSchema = z.object({
  order_id: z.string(),
  status: z.string(),
  total: z.number(),
  token: z.string().nullable(),
  expires_at: z.string().nullable(),
})
const aTin = { name: 'Tin', price: 2, is_food: false }
const begunSchema = z.object({ payment_id: z.string().nullable(), status: z.string() })

describe.each(databases)('a manual order on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let other: Actor
  let buyer: Actor
  let shop: string
  let cake: string
  let slot: { date: string; start_time: string; end_time: string }
  beforeAll(async () => {
    context = await openTestContext(kind)
    other = await context.member('Other')
    buyer = await context.member('Bo Buyer')
    await context.shop(other, { name: 'Another shop' })
  })
  beforeEach(async () => {
    seller = await context.member('Seller')
    shop = await context.shop(seller)
    slot = await addDailyPickupWindows(context, shop, 1)
    cake = await context.product(shop, { ...forSale, name: 'Lemon cake', price: 12.5, stock: 10 })
  })
  afterAll(() => context.close())

  const manual = (more: object = {}) => ({
    name: 'Mrs Ames',
    items: [{ product_id: cake, quantity: 2 }],
    hand_over: { kind: 'slot', ...slot },
    payment: 'collection',
    ...more,
  })
  const enter = async (given: object, key: string = randomUUID(), actor = seller) =>
    placedSchema.parse(await call(actor, 'place_manual_order($1, $2)', given, key))
  const orderOf = async (id: string) =>
    (
      await context.service.rows(
        'select status, buyer_id, buyer_name, total_amount::text, received_amount::text, balance::text, due_at::text from orders where id = $1',
        id,
      )
    )[0]
  const pay = async (token: string | null, amount: number) => {
    const begun = begunSchema.parse(await call(context.service, 'begin_linked_payment($1, $2)', token, 'test'))
    return recordPaymentEvent(context, { payment: begun.payment_id ?? '', amount })
  }

  it('is refused to visitors and members without a shop, and is for products of the own shop', async () => {
    expect(await refusal(enter(manual(), randomUUID(), context.visitor))).toMatchObject({ code: forbidden })
    expect(await refusal(enter(manual(), randomUUID(), buyer))).toMatchObject({ code: 'PT404', hint: 'shop' })
    expect(await refusal(enter(manual(), randomUUID(), other))).toMatchObject({ code: 'PT404', hint: 'product' })
    expect(await stockOf(context, cake)).toBe(10)
  })

  it.each<[object, string]>([
    [{ name: ' ' }, 'name'],
    [{ name: 'A\nB' }, 'name'],
    [{ payment: 'gold' }, 'malformed'],
    [{ items: [] }, 'lines'],
    [{ price: 1 }, 'unknown_field'],
    [{ custom_lines: [{ name: 'Tin', quantity: 1, price: 0 }] }, 'price'],
    [{ custom_lines: [{ name: 'Tin', quantity: 0.5, price: 2 }] }, 'quantity'],
    ...[
      {},
      { allergens: null },
      { allergens: {} },
      { allergens: { milk: 'contains' } },
      { allergens: { ...withMilk, milk: 'maybe' } },
      { allergens: { ...withMilk, gravel: 'free' } },
      { is_food: true },
    ].map((given): [object, string] => [
      { custom_lines: [{ name: 'Bun', quantity: 1, price: 2, ...given }] },
      'allergens_undeclared',
    ]),
    ...[{ is_food: false, allergens: withMilk }, { is_food: null }, { is_food: 'no' }].map(
      (given): [object, string] => [{ custom_lines: [{ name: 'Bun', quantity: 1, price: 2, ...given }] }, 'malformed'],
    ),
    [{ hand_over: { kind: 'day', date: addDays(today, 400), start_time: '09:00', end_time: '10:00' } }, 'day'],
    [{ hand_over: { kind: 'now' } }, 'malformed'],
    [{ email: 'nobody' }, 'malformed'],
    [{ phone: 'ring me' }, 'phone'],
  ])('refuses %j', async (more, hint) => {
    expect(await refusal(enter(manual(more)))).toMatchObject({ hint })
    expect(await stockOf(context, cake)).toBe(10)
  })

  it('takes stock and a place in the same transaction, and a retry takes no more', async () => {
    const key = randomUUID()
    const placed = await enter(manual({ phone: '01234 567890' }), key)
    expect(await enter(manual(), key)).toEqual(placed)
    expect(await stockOf(context, cake)).toBe(8)
    expect(await orderOf(placed.order_id)).toMatchObject({
      buyer_id: null,
      buyer_name: 'Mrs Ames',
      total_amount: '25.00',
    })
    const full = place(buyer, order([pickedUp(shop, slot, { product: cake })]))
    expect(await refusal(full)).toMatchObject({ code: 'PT409', hint: 'slot_full' })
    expect(await refusal(enter(manual()))).toMatchObject({ code: 'PT409', hint: 'slot_full' })
  })

  it('asks its seller to tell the customer of changed allergens, because nobody else can', async () => {
    const { order_id: id } = await enter(manual())
    await seller.update('products', cake, { allergens: { ...withMilk, nuts: 'may_contain', walnut: 'may_contain' } })
    await context.database.run({ text: 'select private.notify_allergen_changes()', values: [] })
    const told = 'select title, message, link from notifications where type = $1'
    const [entered] = await seller.rows('select number from orders where id = $1', id)
    expect(await seller.rows(told, 'safety')).toEqual([
      {
        title: 'Tell a customer about changed allergens',
        message:
          `${text(entered, 'number')}: ` +
          'We cannot reach Mrs Ames, who has no account. Please tell them before they eat this. Lemon cake may now contain walnut.',
        link: `/seller/orders?order=${id}`,
      },
    ])
    expect(await context.service.rows(`select from outbox where template = 'allergens-changed'`)).toEqual([])
  })

  it('is shown to the seller of the shop alone: in the inbox, the calendar and the prep sheet', async () => {
    const { order_id: id } = await enter(manual({ phone: '01234 567890' }))
    for (const read of ['seller_inbox()', `seller_calendar('${slot.date}')`, `prep_sheet('${slot.date}')`]) {
      expect(JSON.stringify(await call(seller, read)), read).toContain(id)
      expect(JSON.stringify(await call(other, read)), read).not.toContain(id)
    }
    for (const owes_balance of [true, false]) {
      for (const read of ['seller_inbox()', `prep_sheet('${slot.date}')`])
        expect(await call(seller, read), read).toMatchObject({
          orders: expect.arrayContaining([expect.objectContaining({ id, owes_balance })]),
        })
      if (owes_balance) await call(seller, 'waive_balance($1)', id)
    }
    for (const table of ['orders', 'order_items', 'order_phones', 'manual_orders'])
      for (const stranger of [buyer, other])
        expect(
          await stranger.count(`select from ${table} where ${table === 'orders' ? 'id' : 'order_id'} = $1`, id),
        ).toBe(0)
    expect(await refusal(seller.count('delete from manual_orders'))).toMatchObject({ code: forbidden })
    expect(await seller.rows('select payment from manual_orders where order_id = $1', id)).toEqual([
      { payment: 'collection' },
    ])
  })

  it('sells the items of an open drop from its stock, without the limit of a buyer', async () => {
    const drop = await openDrop(context, seller, shop, { max_per_buyer: 1 })
    const items = (quantity: number) => [{ product_id: drop.product, quantity }]
    const hand_over = { kind: 'slot', ...drop.slot }
    const tin = { ...aTin, quantity: 1 }
    await enter(manual({ items: items(4), hand_over, custom_lines: [tin] }))
    await enter(manual({ items: items(5), hand_over: { kind: 'now' }, payment: 'received' }))
    expect(await takenOf(context, drop.id)).toBe(9)
    expect(await refusal(enter(manual({ items: items(2), hand_over })))).toMatchObject({ hint: 'sold_out' })
    expect(await refusal(enter(manual({ items: items(1) })))).toMatchObject({ hint: 'slot' })
    const link = await enter(manual({ items: items(1), hand_over, payment: 'link' }))
    await call(seller, 'cancel_manual_order($1)', link.order_id)
    expect(await takenOf(context, drop.id)).toBe(9)
  })

  it('tells the seller nothing new about an order of their own', async () => {
    await enter(manual())
    expect(await seller.count('select from notifications')).toBe(0)
    expect(await context.service.count('select from outbox where user_id = $1', seller.id)).toBe(0)
  })

  it('is unpaid on collection until the seller confirms the money, which is then revenue without a fee', async () => {
    const { order_id: id } = await enter(manual())
    expect(await orderOf(id)).toMatchObject({ status: 'processing', balance: '25.00', received_amount: '0.00' })
    await call(seller, 'advance_order($1, $2)', id, 'ready')
    const unpaid = call(seller, 'advance_order($1, $2, true)', id, 'delivered')
    expect(await refusal(unpaid)).toMatchObject({ code: 'PT409', hint: 'balance_unpaid' })
    expect(await refusal(call(other, 'waive_balance($1)', id))).toMatchObject({ code: 'PT404' })
    await call(seller, 'waive_balance($1)', id)
    await call(seller, 'waive_balance($1)', id)
    await call(seller, 'advance_order($1, $2, true)', id, 'delivered')
    expect(await orderOf(id)).toMatchObject({ status: 'delivered', received_amount: '25.00' })
    expect(
      await seller.rows('select fee::text, net::text, outstanding::text from sales_ledger() where order_id = $1', id),
    ).toEqual([{ fee: '0', net: '25.00', outstanding: '0.00' }])
  })

  it('sold at a stall is handed over at once, with lines of the seller’s own', async () => {
    const sold = await enter(
      manual({
        hand_over: { kind: 'now' },
        payment: 'received',
        custom_lines: [{ ...aTin, quantity: 2, price: 1.5 }],
      }),
    )
    expect(sold).toMatchObject({ status: 'delivered', total: 28, token: null })
    expect(await stockOf(context, cake)).toBe(8)
    // It takes no place of a window.
    await place(buyer, order([pickedUp(shop, slot, { product: cake })]))
    const refund = call(seller, 'refund_order($1, 1, $2, $3)', sold.order_id, 'Burnt', randomUUID())
    expect(await refusal(refund)).toMatchObject({ code: expect.stringMatching(/^(PT409|22023|23514)$/) })
  })

  describe('with lines of the seller’s own', () => {
    const walnut = { ...withMilk, nuts: 'contains', walnut: 'contains', sesame: 'may_contain' }
    const own = (more: object = {}) =>
      manual({
        hand_over: { kind: 'day', ...slot },
        items: [],
        custom_lines: [{ name: 'Tray bake', quantity: 1, price: 9, allergens: walnut }],
        ...more,
      })

    it('shows what they declare wherever those of products are shown', async () => {
      const tin = { ...aTin, quantity: 1 }
      const line = { name: 'Tray bake', quantity: 1, price: 9, allergens: walnut }
      const { order_id: id, token } = await enter(own({ payment: 'link', custom_lines: [line, tin] }))
      const lines = [
        { name: 'Tray bake', allergens: walnut, is_custom: true },
        { name: 'Tin', allergens: null, is_custom: true },
      ]
      expect(await call(context.visitor, 'payment_link($1)', token)).toMatchObject({
        items: expect.arrayContaining(lines.map((shown) => expect.objectContaining(shown))),
      })
      await pay(token, 11)
      const [email] = await context.service.rows(
        `select data from outbox where user_id = $1 and template = 'new-order'`,
        seller.id,
      )
      for (const found of [await call(seller, `prep_sheet('${slot.date}')`), email?.data]) {
        expect(JSON.stringify(found)).toContain('"walnut":"contains"')
        expect(JSON.stringify(found)).toContain('"is_custom":true')
      }
      expect(
        await seller.rows('select name, allergens from order_items where order_id = $1 order by name desc', id),
      ).toEqual([
        { name: 'Tray bake', allergens: walnut },
        { name: 'Tin', allergens: null },
      ])
    })

    it('keeps their declarations as they are, and complete', async () => {
      const { order_id: id } = await enter(own())
      expect(
        await refusal(seller.count(`update order_items set allergens = '{}' where order_id = $1`, id)),
      ).toMatchObject({ code: forbidden })
      for (const set of [`allergens = '{"milk": "free"}'`, `product_id = '${cake}'`])
        expect(
          await refusal(context.service.count(`update order_items set ${set} where order_id = $1`, id)),
          set,
        ).toMatchObject({ code: '23514', constraint: 'order_items_custom_form' })
    })

    it('ends a nut-free kitchen by what they contain, as a product does', async () => {
      const kitchen = { shop_id: shop, handles: { nuts: false, peanuts: false, milk: true }, is_nut_free: true }
      await seller.send('shop_kitchens', kitchen)
      await enter(
        own({
          custom_lines: [
            { ...aTin, quantity: 1 },
            { name: 'Bun', quantity: 1, price: 2, allergens: withMilk },
          ],
        }),
      )
      const facts = () => seller.rows('select handles, is_nut_free from shop_kitchens where shop_id = $1', shop)
      expect(await facts()).toMatchObject([{ is_nut_free: true }])
      const later = { kind: 'day', ...slot, date: addDays(today, 5) }
      const { order_id: id } = await enter(own({ hand_over: later }))
      expect(await facts()).toEqual([{ handles: { nuts: true, peanuts: false, milk: true }, is_nut_free: false }])
      const free = `update shop_kitchens set handles = handles || '{"nuts": false}', is_nut_free = true where shop_id = $1`
      expect(await refusal(seller.count(free, shop))).toMatchObject({
        hint: 'kitchen',
        message: expect.stringContaining('Tray bake may contain nuts'),
      })
      await call(seller, 'cancel_order($1, $2)', id, 'The oven broke')
      expect(await seller.count(free, shop)).toBe(1)
    })
  })

  it('is refused when it is entered if its food costs more than £99,000', async () => {
    const tins = (price: number) => ({
      items: [],
      custom_lines: [
        { ...aTin, quantity: 99, price: 1000 },
        ...(price ? [{ ...aTin, name: 'Bow', quantity: 1, price }] : []),
      ],
      hand_over: { kind: 'day', ...slot },
      payment: 'link',
    })
    expect(await refusal(enter(manual(tins(0.01))))).toMatchObject({ code: '22023', hint: 'amount' })
    const placed = await enter(manual(tins(0)))
    expect(placed).toMatchObject({ total: 99_000 })
    expect(await pay(placed.token, 99_000)).toMatchObject({ result: 'paid' })
  })

  it('has a minimum of 30p only if it is paid by card', async () => {
    const bag = {
      items: [],
      custom_lines: [{ name: 'Paper bag', quantity: 1, price: 0.1, is_food: false }],
      hand_over: { kind: 'day', ...slot },
    }
    for (const payment of ['received', 'collection'])
      expect(await enter(manual({ ...bag, payment })), payment).toMatchObject({ status: 'processing' })
    expect(await refusal(enter(manual({ ...bag, payment: 'link' })))).toMatchObject({ code: '22023', hint: 'amount' })
  })

  it('keeps the customer’s phone number when it is paid, until it is cancelled', async () => {
    const phones = (id: string) => seller.count('select from order_phones where order_id = $1', id)
    const later = { kind: 'day', ...slot, date: addDays(today, 9) }
    const phone = '01234 567890'
    const { order_id: id } = await enter(manual({ phone, payment: 'received' }))
    const linked = await enter(manual({ phone, payment: 'link', hand_over: later }))
    await pay(linked.token, 25)
    expect([await phones(id), await phones(linked.order_id)]).toEqual([1, 1])
    await call(seller, 'advance_order($1, $2)', id, 'ready')
    expect(await phones(id)).toBe(1)
    await call(seller, 'cancel_order($1, $2)', id, 'The oven broke')
    expect(
      await context.service.rows('select order_id from order_phones where order_id in ($1, $2)', id, linked.order_id),
    ).toEqual([{ order_id: linked.order_id }])
  })

  it('on a day of the seller’s choice ignores limits, and still takes the place', async () => {
    await enter(manual())
    await enter(manual({ hand_over: { kind: 'day', ...slot, start_time: '10:00', end_time: '11:00' } }))
    const week = z
      .object({ windows: z.array(z.object({ date: z.string(), taken: z.number() })) })
      .parse(await call(seller, 'seller_calendar($1)', slot.date))
    expect(week.windows.find(({ date }) => date === slot.date)?.taken).toBe(2)
  })

  describe('paid by link', () => {
    it('is paid once without an account, and then appears in the inbox', async () => {
      const placed = await enter(manual({ payment: 'link', email: 'ames@example.test' }))
      expect(placed.status).toBe('pending payment')
      expect(JSON.stringify(await call(seller, 'seller_inbox()'))).not.toContain(placed.order_id)
      const shown = await call(context.visitor, 'payment_link($1)', placed.token)
      expect(shown).toMatchObject({
        state: 'open',
        total: 25,
        items: [{ name: 'Lemon cake', allergens: { milk: 'contains' } }],
        place: null,
      })
      for (const secret of ['Ames', 'ames@']) expect(JSON.stringify(shown)).not.toContain(secret)
      expect(await pay(placed.token, 25)).toMatchObject({ result: 'paid' })
      expect(await call(context.visitor, 'payment_link($1)', placed.token)).toMatchObject({ state: 'paid' })
      expect(JSON.stringify(await call(seller, 'seller_inbox()'))).toContain(placed.order_id)
      expect(await seller.count(`select from notifications where title = 'New order'`)).toBe(1)
      const again = begunSchema.parse(await call(context.service, 'begin_linked_payment($1, $2)', placed.token, 'test'))
      expect(again).toEqual({ payment_id: null, status: 'paid' })
    })

    it('shows the current declaration before the payment, and afterwards what has changed since', async () => {
      const { token } = await enter(manual({ payment: 'link' }))
      const withNuts = { ...withMilk, nuts: 'contains', walnut: 'contains' }
      await seller.update('products', cake, { allergens: withNuts })
      const shown = () => call(context.visitor, 'payment_link($1)', token)
      expect(await shown()).toMatchObject({ items: [{ allergens: { walnut: 'contains' }, change: null }] })
      await seller.update('products', cake, { allergens: withMilk })
      await pay(token, 25)
      await seller.update('products', cake, { allergens: withNuts })
      await context.database.run({ text: 'select private.notify_allergen_changes()', values: [] })
      expect(await shown()).toMatchObject({
        items: [
          {
            allergens: { nuts: 'free' },
            change: { allergens: { walnut: 'contains' }, changed_at: expect.any(String) },
          },
        ],
      })
    })

    it('shows what the kitchen handles now before the payment, and afterwards what it handled then', async () => {
      await seller.send('shop_kitchens', { shop_id: shop, handles: { milk: true } })
      const { token } = await enter(manual({ payment: 'link' }))
      const shown = () => call(context.visitor, 'payment_link($1)', token)
      await seller.count(`update shop_kitchens set handles = handles || '{"nuts": true}'`)
      expect(await shown()).toMatchObject({ kitchen_handles: ['milk', 'nuts'] })
      await pay(token, 25)
      await seller.count(`update shop_kitchens set handles = handles || '{"celery": true}'`)
      expect(await shown()).toMatchObject({ state: 'paid', kitchen_handles: ['milk', 'nuts'] })
      await seller.count('delete from shop_kitchens')
    })

    it('refuses a wrong token, a member who is not the service, and a suspended shop', async () => {
      const { token } = await enter(manual({ payment: 'link' }))
      expect(await refusal(call(context.visitor, 'payment_link($1)', `${token}0`))).toMatchObject({
        code: 'PT404',
        hint: 'order',
      })
      for (const actor of [context.visitor, buyer, seller])
        for (const attempt of ['linked_checkout($1)', `begin_linked_payment($1, 'test')`])
          expect(await refusal(call(actor, attempt, token))).toMatchObject({ code: forbidden })
      await context.service.update('shops', shop, { status: 'suspended' })
      expect(await refusal(call(context.visitor, 'payment_link($1)', token))).toMatchObject({ code: 'PT404' })
      expect(await refusal(call(context.service, `begin_linked_payment($1, 'test')`, token))).toMatchObject({
        code: 'PT404',
      })
    })

    it('holds stock for a limited time, and can be cancelled by its seller', async () => {
      const first = await enter(manual({ payment: 'link' }))
      const until = Date.parse(first.expires_at ?? '')
      expect(until - Date.now()).toBeGreaterThan(29 * 60_000)
      expect(until - Date.now()).toBeLessThanOrEqual(12 * 3_600_000)
      const [found] = await context.service.rows('select checkout_id from orders where id = $1', first.order_id)
      await expireCheckout(context, String(found?.checkout_id))
      expect(await call(context.visitor, 'payment_link($1)', first.token)).toMatchObject({ state: 'ended' })
      await call(context.service, 'expire_checkouts()')
      expect(await stockOf(context, cake)).toBe(10)

      const second = await enter(manual({ payment: 'link' }))
      expect(await seller.count('select from open_payment_links()')).toBe(1)
      expect(await other.count('select from open_payment_links()')).toBe(0)
      expect(await refusal(call(other, 'cancel_manual_order($1)', second.order_id))).toMatchObject({ code: 'PT404' })
      await call(seller, 'cancel_manual_order($1)', second.order_id)
      await call(seller, 'cancel_manual_order($1)', second.order_id)
      expect(await stockOf(context, cake)).toBe(10)
      expect(await refusal(call(context.service, `begin_linked_payment($1, 'test')`, second.token))).toMatchObject({
        code: 'PT409',
        hint: 'expired',
      })
    })

    it('refunds a payment that comes after the cancellation', async () => {
      const { token, order_id } = await enter(manual({ payment: 'link' }))
      const { payment_id } = begunSchema.parse(
        await call(context.service, 'begin_linked_payment($1, $2)', token, 'test'),
      )
      await call(seller, 'cancel_manual_order($1)', order_id)
      expect(await recordPaymentEvent(context, { payment: payment_id ?? '', amount: 25 })).toMatchObject({
        result: 'refunding',
      })
    })

    it('is accepted late with lines of the seller’s own, unless a product is gone', async () => {
      const tin = {
        custom_lines: [
          { ...aTin, quantity: 1 },
          { name: 'Bun', quantity: 1, price: 1, allergens: withMilk },
        ],
      }
      const payLate = async (more: object, amount: number, meanwhile = async () => {}) => {
        const { token, order_id: id } = await enter(manual({ ...more, payment: 'link' }))
        const begun = begunSchema.parse(await call(context.service, 'begin_linked_payment($1, $2)', token, 'test'))
        const [found] = await context.service.rows('select checkout_id from orders where id = $1', id)
        await expireCheckout(context, String(found?.checkout_id))
        await call(context.service, 'expire_checkouts()')
        await meanwhile()
        return recordPaymentEvent(context, { payment: begun.payment_id ?? '', amount })
      }
      const day = { hand_over: { kind: 'day', ...slot, date: addDays(today, 3) } }
      const otherSlot = { hand_over: { kind: 'slot', ...slot, date: addDays(today, 4) } }
      expect(await payLate({ ...tin, ...day, items: [] }, 3)).toMatchObject({ result: 'paid' })
      expect(await payLate({ ...tin }, 28)).toMatchObject({ result: 'paid' })
      const remove = async () => {
        await seller.count('delete from products where id = $1', cake)
      }
      expect(await payLate({ ...tin, ...otherSlot }, 28, remove)).toMatchObject({ result: 'refunding' })
    })

    it('is limited to 20 at a time, and all manual orders to 200 a day', async () => {
      const now = manual({
        hand_over: { kind: 'now' },
        items: [],
        custom_lines: [{ name: 'Bun', quantity: 1, price: 2, allergens: withMilk }],
      })
      const key = randomUUID()
      const first = await enter({ ...now, payment: 'link' }, key)
      for (let n = 1; n < 20; n += 1) await enter({ ...now, payment: 'link' })
      expect(await refusal(enter({ ...now, payment: 'link' }))).toMatchObject({ code: 'PT429', hint: 'too_many' })
      await context.database.script(
        `insert into public.orders (id, shop_id, shop_name, subtotal) select md5('${shop}' || n)::uuid, '${shop}', 'A', 1 from generate_series(1, 180) n;
         insert into public.manual_orders (order_id, shop_id, idempotency_key, payment, hand_over)
         select md5('${shop}' || n)::uuid, '${shop}', 'key number ' || n, 'received', 'now' from generate_series(1, 180) n`,
      )
      expect(await refusal(enter({ ...now, payment: 'received' }))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
      // A retry enters no other order.
      expect(await enter({ ...now, payment: 'link' }, key)).toEqual(first)
    })
  })

  it('does not oversell with buyers at the same moment', async () => {
    const last = await context.product(shop, { ...forSale, name: 'Last one', stock: 1 })
    const free = await addDaysSlot(2)
    const attempts = await Promise.allSettled([
      enter(
        manual({ items: [{ product_id: last, quantity: 1 }], hand_over: { kind: 'slot', ...free }, payment: 'link' }),
      ),
      place(buyer, order([pickedUp(shop, free, { product: last })])),
      enter(manual({ items: [{ product_id: last, quantity: 1 }], hand_over: { kind: 'now' }, payment: 'received' })),
    ])
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await stockOf(context, last)).toBe(0)
  })
  const addDaysSlot = async (days: number) => ({ ...slot, date: addDays(today, days) })

  it('loses the names of its customers with the seller’s account', async () => {
    const sold = await enter(manual({ hand_over: { kind: 'now' }, payment: 'received', note: 'Blue door' }))
    await context.database.run({ text: 'delete from auth.users where id = $1', values: [seller.id] })
    expect(await orderOf(sold.order_id)).toMatchObject({ buyer_name: null })
  })
})
