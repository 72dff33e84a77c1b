/** Delivery windows, days of posting, cut-offs, limits a day and dated windows: what is offered, and what place_order enforces. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, dayOfWeek, londonTime } from '#domain/values/calendar'
import { databases } from '../harness.ts'
import { expectLedgerToBalance } from './ledger-assertions.ts'
import {
  addDailyPickupWindows,
  address,
  beginPayment,
  call,
  delivered,
  deliveredOn,
  expireCheckout,
  forSale,
  order,
  pickedUp,
  place,
  recordPaymentEvent,
} from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

describe.each(databases)('delivery slots on %s', (kind) => {
  let context: TestContext
  let buyer: Actor
  let home: string
  const today = londonTime(new Date()).date
  const day = (ahead: number) => addDays(today, ahead)
  const at = (ahead: number, start_time: string, end_time: string) => ({ date: day(ahead), start_time, end_time })

  beforeAll(async () => {
    context = await openTestContext(kind)
  })
  afterAll(() => context.close())
  // The unpaid orders of one test must not count in another.
  beforeEach(async () => {
    buyer = await context.member('Buyer')
    home = await address(buyer)
  })

  const newShop = async (product: Values = {}) => {
    const owner = await context.member()
    const shop = await context.shop(owner)
    return { owner, shop, pie: await context.product(shop, { ...forSale, stock: 100, ...product }) }
  }
  const window = (shop: string, ahead: number, start: string, end: string, more: Values = {}) =>
    context.service.insert('shop_pickup_schedules', {
      shop_id: shop,
      fulfilment: 'delivery',
      day_of_week: dayOfWeek(day(ahead)),
      start_time: start,
      end_time: end,
      ...more,
    })
  const offered = async (shop: string, products: readonly string[], days = 7, way = 'delivery') => {
    const rows = await context.visitor.rows(
      `select date::text, to_char(start_time, 'HH24:MI') as starts, to_char(end_time, 'HH24:MI') as ends, remaining, is_posted, reason
        from hand_over_slots($1, $2::uuid[], $3, $4::date, $5::int)`,
      shop,
      `{${products.join()}}`,
      way,
      day(1),
      days,
    )
    return rows.map(({ date, starts, ends, remaining, is_posted, reason }) =>
      reason === null ? [date, is_posted ? 'posted' : `${starts}-${ends}`, remaining] : [date, reason],
    )
  }
  const deliver = (shop: string, delivery: object, ...lines: Parameters<typeof deliveredOn>[2][]) =>
    place(buyer, order([deliveredOn(shop, delivery, ...lines)], { address_id: home }))
  const refused = async (attempt: Promise<unknown>) => (await refusal(attempt)).hint

  it('a shop offers its windows, and names the reason of every other day', async () => {
    const { shop, pie } = await newShop({ lead_time_days: 2 })
    await window(shop, 1, '10:00', '12:00')
    await window(shop, 3, '10:00', '12:00', { max_orders: 6 })
    await window(shop, 3, '14:00', '16:00')
    await window(shop, 4, '10:00', '12:00')
    await context.service.insert('shop_closures', { shop_id: shop, from_date: day(4), to_date: day(4) })
    expect(await offered(shop, [pie])).toEqual([
      [day(1), 'too_early'],
      [day(2), 'no_windows'],
      [day(3), '10:00-12:00', 6],
      [day(3), '14:00-16:00', null],
      [day(4), 'closed'],
      [day(5), 'no_windows'],
      [day(6), 'no_windows'],
      [day(7), 'no_windows'],
    ])
    // Pickup has windows of its own.
    expect((await offered(shop, [pie], 3, 'pickup')).map(([, reason]) => reason)).toEqual(Array(3).fill('no_windows'))
  })

  it('an order stores the chosen window, is due at its start, and frees the place when it is cancelled', async () => {
    const { shop, pie } = await newShop()
    await window(shop, 3, '10:00', '12:00', { max_orders: 1 })
    const slot = at(3, '10:00', '12:00')
    const { checkout_id, orders } = await deliver(shop, slot, { product: pie })
    expect(
      await context.service.rows(
        'select delivery_date::text, delivery_start::text, delivery_end::text, due_at::text from orders where id = $1',
        orders[0]?.id ?? '',
      ),
    ).toEqual([
      {
        delivery_date: day(3),
        delivery_start: '10:00:00',
        delivery_end: '12:00:00',
        due_at: `${day(3)} 10:00:00`,
      },
    ])
    expect(await offered(shop, [pie], 3)).toContainEqual([day(3), '10:00-12:00', 0])
    expect(await refused(deliver(shop, slot, { product: pie }))).toBe('slot_full')
    await call(buyer, 'cancel_checkout($1)', checkout_id)
    expect(await offered(shop, [pie], 3)).toContainEqual([day(3), '10:00-12:00', 1])
    await expectLedgerToBalance(context, new Map())
  })

  it('a delivery needs an offered window of a shop that has some, and none elsewhere', async () => {
    const { shop, pie } = await newShop()
    const anyDay = order([delivered(shop, { product: pie })], { address_id: home })
    expect(await refused(deliver(shop, at(3, '10:00', '12:00'), { product: pie }))).toBe('slot')
    await place(buyer, anyDay)
    await window(shop, 3, '10:00', '12:00')
    expect(await refused(place(buyer, anyDay))).toBe('delivery_missing')
    for (const slot of [at(2, '10:00', '12:00'), at(3, '10:00', '13:00'), { date: day(3) }])
      expect(await refused(deliver(shop, slot, { product: pie })), JSON.stringify(slot)).toBe('slot')
    for (const slot of ['tomorrow', { date: day(3), start_time: '10:00' }, { ...at(3, '10:00', '12:00'), fee: 0 }])
      expect(
        await refusal(place(buyer, order([{ ...delivered(shop, { product: pie }), delivery: slot }]))),
      ).toMatchObject({
        code: '22023',
      })
    const both = { ...deliveredOn(shop, at(3, '10:00', '12:00'), { product: pie }), pickup: at(3, '10:00', '12:00') }
    expect(await refused(place(buyer, order([both], { address_id: home })))).toBe('malformed')
    await deliver(shop, at(3, '10:00', '12:00'), { product: pie })
  })

  it('a shop that is closed today takes deliveries for open days', async () => {
    const { shop, pie } = await newShop()
    await window(shop, 3, '10:00', '12:00')
    await context.service.insert('shop_closures', { shop_id: shop, from_date: today, to_date: day(1) })
    await deliver(shop, at(3, '10:00', '12:00'), { product: pie })
  })

  it('a product’s own windows replace its shop’s, and a basket shares the hours of all', async () => {
    const { shop, pie } = await newShop()
    const cake = await context.product(shop, { ...forSale, stock: 9 })
    await window(shop, 3, '10:00', '14:00')
    const own = { product_id: cake, fulfilment: 'delivery', day_of_week: dayOfWeek(day(3)) }
    await context.service.insert('product_pickup_schedules', {
      ...own,
      start_time: '12:00',
      end_time: '16:00',
      max_orders: 2,
    })
    expect(await offered(shop, [cake], 3)).toContainEqual([day(3), '12:00-16:00', 2])
    expect(await offered(shop, [cake, pie], 3)).toContainEqual([day(3), '12:00-14:00', 2])
  })

  it('a posted product is sent on a day without hours', async () => {
    const { shop, pie } = await newShop()
    await window(shop, 2, '00:00', '23:59', { is_posted: true, max_orders: 1 })
    expect(await offered(shop, [pie], 2)).toEqual([
      [day(1), 'no_windows'],
      [day(2), 'posted', 1],
    ])
    expect(await refused(deliver(shop, at(2, '00:00', '23:59'), { product: pie }))).toBe('slot')
    const { orders } = await deliver(shop, { date: day(2) }, { product: pie })
    const [row] = await context.service.rows(
      'select due_at::text, delivery_start from orders where id = $1',
      orders[0]?.id ?? '',
    )
    expect(row).toEqual({ due_at: `${day(2)} 00:00:00`, delivery_start: null })
    expect(await refused(deliver(shop, { date: day(2) }, { product: pie }))).toBe('slot_full')
    expect(await refusal(window(shop, 4, '09:00', '17:00', { is_posted: true }))).toMatchObject({
      constraint: 'shop_pickup_schedules_posted_all_day',
    })
  })

  it('a cut-off ends the bookings of a window some hours before it begins', async () => {
    const { shop, pie } = await newShop()
    await window(shop, 1, '10:00', '12:00')
    await window(shop, 3, '10:00', '12:00')
    await context.service.insert('shop_booking_rules', { shop_id: shop, delivery_cutoff_hours: 48 })
    expect(await offered(shop, [pie], 3)).toEqual([
      [day(1), 'cut_off'],
      [day(2), 'no_windows'],
      [day(3), '10:00-12:00', null],
    ])
    expect(await refused(deliver(shop, at(1, '10:00', '12:00'), { product: pie }))).toBe('slot')
  })

  it('a dated window replaces the weekly ones of its day', async () => {
    const { shop, pie } = await newShop()
    await window(shop, 3, '10:00', '12:00')
    await window(shop, 3, '15:00', '18:00', { on_date: day(3), max_orders: 30 })
    expect(await offered(shop, [pie], 3)).toContainEqual([day(3), '15:00-18:00', 30])
    expect(await offered(shop, [pie], 3)).toHaveLength(3)
    expect(await offered(shop, [pie], 10)).toContainEqual([day(10), '10:00-12:00', null])
    await deliver(shop, at(3, '15:00', '18:00'), { product: pie })
    expect(await refused(deliver(shop, at(3, '10:00', '12:00'), { product: pie }))).toBe('slot')
    expect((await refusal(window(shop, 3, '17:00', '19:00', { on_date: day(3) }))).message).toMatch(
      /^This overlaps another delivery window on \d+ \w+ \d{4} \(15:00 to 18:00\)\.$/,
    )
    expect(await refusal(window(shop, 3, '10:00', '12:00', { on_date: day(4) }))).toMatchObject({
      constraint: 'shop_pickup_schedules_date_on_weekday',
    })
  })

  it('pickup and delivery windows may share their hours, and do not share their places', async () => {
    const { shop, pie } = await newShop()
    await window(shop, 3, '10:00', '12:00', { max_orders: 1 })
    await window(shop, 3, '10:00', '12:00', { max_orders: 1, fulfilment: 'pickup' })
    await deliver(shop, at(3, '10:00', '12:00'), { product: pie })
    await place(buyer, order([pickedUp(shop, at(3, '10:00', '12:00'), { product: pie })]))
    expect(await refused(deliver(shop, at(3, '10:00', '12:00'), { product: pie }))).toBe('slot_full')
  })

  it('a limit a day counts pickups, deliveries and quotes, and the most specific one holds', async () => {
    const { owner, shop, pie } = await newShop()
    await addDailyPickupWindows(context, shop)
    await window(shop, 3, '09:00', '17:00')
    const limit = (more: Values) => context.service.insert('shop_day_limits', { shop_id: shop, max_orders: 1, ...more })
    await limit({})
    await limit({ day_of_week: dayOfWeek(day(3)), max_orders: 2 })
    const pickUp = (ahead: number) =>
      place(buyer, order([pickedUp(shop, at(ahead, '09:00', '17:00'), { product: pie })]))
    await pickUp(2)
    expect(await refused(pickUp(2))).toBe('day_full')
    await pickUp(3)
    await deliver(shop, at(3, '09:00', '17:00'), { product: pie })
    expect(await refused(pickUp(3))).toBe('day_full')
    expect(await offered(shop, [pie], 3)).toContainEqual([day(3), '09:00-17:00', 0])
    await limit({ on_date: day(3), max_orders: 4 })
    const cake = await context.product(shop, { ...forSale, product_type: 'bespoke', price: 0 })
    const room = text(
      await buyer.insert('chat_rooms', { seller_id: owner.id, product_id: cake, wanted_on: day(3) }),
      'id',
    )
    await owner.update('chat_rooms', room, { price_quote: 100 })
    const quoted = delivered(shop, { product: cake, variation: null, chat_room_id: room, agreed_on: day(3) })
    await place(buyer, order([quoted], { address_id: home }))
    expect(await offered(shop, [pie], 3)).toContainEqual([day(3), '09:00-17:00', 1])
  })

  it('a limit of a product or a category counts units', async () => {
    const { shop, pie } = await newShop()
    const cake = await context.product(shop, { ...forSale, category: 'Bread', stock: 50 })
    await addDailyPickupWindows(context, shop)
    await context.service.insert('shop_day_limits', { shop_id: shop, category: 'Bread', max_orders: 4 })
    const pickUp = (product: string, quantity: number) =>
      place(
        buyer,
        order([
          pickedUp(shop, at(2, '09:00', '17:00'), {
            product,
            quantity,
          }),
        ]),
      )
    expect(await refused(pickUp(cake, 5))).toBe('day_full')
    await pickUp(cake, 3)
    expect(await refusal(pickUp(cake, 2))).toMatchObject({ message: 'Only 1 more of Bread can be made for this day.' })
    await pickUp(cake, 1)
    expect(await refusal(pickUp(cake, 1))).toMatchObject({ hint: 'day_full' })
    await pickUp(pie, 6)
  })

  it('a delivery without windows is due on the first open day with room after the lead time', async () => {
    const { shop, pie } = await newShop({ lead_time_days: 1 })
    await context.service.insert('shop_closures', { shop_id: shop, from_date: day(1), to_date: day(2) })
    const due = async () => {
      const { orders, checkout_id, total } = await place(
        buyer,
        order([delivered(shop, { product: pie })], { address_id: home }),
      )
      const payment = await beginPayment(context, buyer, checkout_id)
      await recordPaymentEvent(context, { payment, amount: total })
      const [row] = await context.service.rows(
        'select due_at::date::text as day from orders where id = $1',
        orders[0]?.id ?? '',
      )
      return row?.day
    }
    expect(await due()).toBe(day(3))
    await context.service.insert('shop_day_limits', { shop_id: shop, max_orders: 1 })
    expect(await due()).toBe(day(4))
  })

  it('a late payment takes a delivery place that is still free, and is refunded otherwise', async () => {
    const { shop, pie } = await newShop()
    await window(shop, 3, '10:00', '12:00', { max_orders: 1 })
    const pay = async (takesPlace: boolean) => {
      const { checkout_id, total } = await deliver(shop, at(3, '10:00', '12:00'), { product: pie })
      const payment = await beginPayment(context, buyer, checkout_id)
      await expireCheckout(context, checkout_id)
      await call(context.service, 'expire_checkouts()')
      if (takesPlace) await deliver(shop, at(3, '10:00', '12:00'), { product: pie })
      const { result } = await recordPaymentEvent(context, { payment, amount: total })
      await context.service.rows('delete from orders where shop_id = $1', shop)
      return result
    }
    expect([await pay(false), await pay(true)]).toEqual(['paid', 'refunding'])
  })

  it('unpaid orders of one buyer cannot hold a limited delivery window or day', async () => {
    const { shop, pie } = await newShop()
    const guest = await context.member()
    const theirs = await address(guest)
    await window(shop, 3, '10:00', '12:00', { max_orders: 4 })
    await window(shop, 4, '10:00', '12:00')
    await context.service.insert('shop_day_limits', { shop_id: shop, on_date: day(4), max_orders: 4 })
    for (const ahead of [3, 4]) {
      const take = () =>
        place(guest, order([deliveredOn(shop, at(ahead, '10:00', '12:00'), { product: pie })], { address_id: theirs }))
      await take()
      await take()
      expect(await refused(take()), `${ahead}`).toBe('too_many')
    }
  })

  it('slots reach as far ahead as the shop allows, and 14 days beyond a longer lead time', async () => {
    const { shop, pie } = await newShop()
    for (let ahead = 0; ahead < 7; ahead += 1) await window(shop, ahead, '09:00', '17:00')
    const last = async () => (await offered(shop, [pie], 366)).at(-1)?.[0]
    expect(await last()).toBe(day(13))
    await context.service.insert('shop_booking_rules', { shop_id: shop, horizon_days: 366 })
    expect(await last()).toBe(day(365))
    await context.service.rows('delete from shop_booking_rules where shop_id = $1', shop)
    await context.service.update('products', pie, { lead_time_days: 20 })
    expect(await last()).toBe(day(33))
  })

  it('an owner alone learns which limits of a day are reached for a product', async () => {
    const { owner, shop, pie } = await newShop({ category: 'Bread' })
    await context.service.insert('shop_day_limits', { shop_id: shop, category: 'Bread', max_orders: 1 })
    await context.service.insert('shop_day_limits', { shop_id: shop, max_orders: 2 })
    await window(shop, 3, '10:00', '12:00')
    const reached = (who: Actor, ahead: number) =>
      who.rows('select subject from day_limits_reached($1, $2::date)', pie, day(ahead))
    expect(await reached(owner, 3)).toEqual([])
    await place(buyer, order([deliveredOn(shop, at(3, '10:00', '12:00'), { product: pie })], { address_id: home }))
    expect(await reached(owner, 3)).toEqual([{ subject: 'Bread' }])
    expect(await reached(owner, 4)).toEqual([])
    expect(await reached(buyer, 3)).toEqual([])
    expect(
      await refusal(context.visitor.rows('select from day_limits_reached($1, $2::date)', pie, day(3))),
    ).toMatchObject({ code: forbidden })
  })

  it('an owner alone sees and changes the limits of a shop, and names only products of it', async () => {
    const { owner, shop, pie } = await newShop()
    const { owner: other, pie: theirs } = await newShop()
    const id = text(await owner.insert('shop_day_limits', { shop_id: shop, product_id: pie, max_orders: 4 }), 'id')
    expect(await owner.update('shop_day_limits', id, { max_orders: 5 })).toBe(1)
    expect(await other.count('select from shop_day_limits where id = $1', id)).toBe(0)
    expect(await other.update('shop_day_limits', id, { max_orders: 9 })).toBe(0)
    expect(
      await refusal(owner.insert('shop_day_limits', { shop_id: shop, product_id: theirs, max_orders: 4 })),
    ).toMatchObject({
      code: forbidden,
    })
    expect(
      await refusal(owner.insert('shop_day_limits', { shop_id: shop, product_id: pie, max_orders: 4 })),
    ).toMatchObject({
      constraint: 'shop_day_limits_once',
    })
    expect(await refusal(other.insert('shop_booking_rules', { shop_id: shop, horizon_days: 90 }))).toMatchObject({
      code: forbidden,
    })
    expect(await refusal(owner.insert('shop_booking_rules', { shop_id: shop, horizon_days: 400 }))).toMatchObject({
      constraint: 'shop_booking_rules_horizon',
    })
  })

  it('the earliest days of products agree with the slots that their shops offer', async () => {
    const { shop, pie } = await newShop({ lead_time_days: 1 })
    const soon = await context.product(shop, { ...forSale, available_for_pickup: false })
    const late = await context.product(shop, { ...forSale, lead_time_days: 9 })
    await window(shop, 1, '10:00', '12:00', { max_orders: 1 })
    await window(shop, 4, '10:00', '12:00')
    await window(shop, 2, '10:00', '12:00', { fulfilment: 'pickup' })
    await context.service.insert('shop_closures', { shop_id: shop, from_date: day(2), to_date: day(2) })
    await deliver(shop, at(1, '10:00', '12:00'), { product: soon })
    const { pie: sent } = await newShop({ lead_time_days: 3, available_for_pickup: false })
    const products = [pie, soon, late, sent]
    const rows = await context.visitor.rows(
      'select product_id, pickup_day::text, delivery_day::text from earliest_days($1::uuid[])',
      `{${products.join()}}`,
    )
    expect(new Map(rows.map(({ product_id, ...days }) => [product_id, days]))).toEqual(
      new Map<string, object>([
        [pie, { pickup_day: day(9), delivery_day: day(4) }],
        [soon, { pickup_day: null, delivery_day: day(4) }],
        [late, { pickup_day: day(9), delivery_day: day(11) }],
        [sent, { pickup_day: null, delivery_day: day(3) }],
      ]),
    )
    for (const product of [pie, late]) {
      const free = (await offered(shop, [product], 21)).find(([, , remaining]) => remaining === null)
      expect(free?.[0]).toBe(rows.find(({ product_id }) => product_id === product)?.delivery_day)
    }
    expect(await refusal(context.visitor.rows(`select from earliest_days('{}'::uuid[])`))).toMatchObject({
      code: '22023',
    })
  })

  it('the slots of a year take no more lookups for 300 products than for 1', async () => {
    const { shop, pie } = await newShop()
    for (let ahead = 0; ahead < 7; ahead += 1) await window(shop, ahead, '09:00', '17:00', { max_orders: 5 })
    await context.service.insert('shop_booking_rules', { shop_id: shop, horizon_days: 366 })
    await context.service.insert('shop_day_limits', { shop_id: shop, max_orders: 12 })
    /**
     * Of tables alone: PostgreSQL reads its catalogue again after changes in any database, such as those of other tests.
     * In one statement, because the counts start again whenever PostgreSQL publishes them, at most once a second.
     */
    const lookups = async () => {
      const [row] = await context.service.rows(
        `with
           sofar as materialized (select sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::integer as scans from pg_stat_xact_user_tables),
           days as materialized (
             select count(distinct s.date)::integer as number
             from sofar, lateral hand_over_slots($1, $2::uuid[], 'delivery', $3::date, 366 + 0 * sofar.scans) s
           )
         select
           number,
           (
             select sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::integer - sofar.scans
             from pg_stat_xact_user_tables
             where days.number > 0
           ) as scans
         from sofar, days`,
        shop,
        `{${pie}}`,
        day(1),
      )
      expect(row?.number).toBe(365)
      return Number(row?.scans)
    }
    const before = await lookups()
    expect(before).toBeGreaterThan(0)
    await context.service.rows(
      `insert into products (shop_id, name, price, category) select $1, 'Bun ' || n, 1, 'Other' from generate_series(1, 300) n`,
      shop,
    )
    // Autovacuum may change the plan in between. A lookup for each product would be 300 more.
    expect(await lookups()).toBeLessThan(before + 100)
  })
})
