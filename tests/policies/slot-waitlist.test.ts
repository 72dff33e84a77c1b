/** Waitlists of full slots: joining, the places that are held, who is next, and who is left out. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseError } from '#backend/database/errors'
import { addDays } from '#domain/values/calendar'
import { databases } from '../harness.ts'
import { dropDetails, londonTime, openDrop } from './drop-fixtures.ts'
import {
  addDailyPickupWindows,
  call,
  deliveredOn,
  expireCheckout,
  forSale,
  order,
  pay,
  pickedUp,
  place,
} from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext } from './test-context.ts'

describe.each(databases)('a waitlist of slots on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let ann: Actor
  let bea: Actor
  let cat: Actor
  let shop: string
  let cake: string
  let slot: { date: string; start_time: string; end_time: string }
  let later: typeof slot
  beforeAll(async () => {
    context = await openTestContext(kind)
  })
  beforeEach(async () => {
    await context.database.script(`delete from shop_pickup_schedules; delete from slot_waitlist_entries`)
    seller = await context.member('Seller')
    ann = await context.member('Ann')
    bea = await context.member('Bea')
    cat = await context.member('Cat')
    shop = await context.shop(seller, { name: 'Crumb' })
    slot = await addDailyPickupWindows(context, shop, 1)
    slot = { ...slot, date: addDays(slot.date, 2) }
    later = { ...slot, date: addDays(slot.date, 1) }
    cake = await context.product(shop, { ...forSale, stock: 50 })
  })
  afterAll(() => context.close())

  const buy = (by = ann, at: object = slot, product = cake, of = shop) =>
    place(by, order([pickedUp(of, at, { product })]))
  const buyAndPay = async (by = ann, at = slot) => {
    const placed = await buy(by, at)
    await pay(context, by, placed)
    return placed.orders[0]?.id ?? ''
  }
  const wait = (member: Actor, at: object = slot, product = cake, of = shop) =>
    call(member, 'join_slot_waitlist($1)', pickedUp(of, at, { product }))
  const entryOf = async (member: Actor, date = slot.date) =>
    (await member.rows('select id, offered_until from slot_waitlist_entries where on_date = $1', date))[0]
  const leave = async (member: Actor) => call(member, 'leave_slot_waitlist($1)', String((await entryOf(member))?.id))
  /** null without an entry, otherwise whether a place is held. */
  const isHeld = async (member: Actor, date = slot.date) => {
    const entry = await entryOf(member, date)
    return entry ? entry.offered_until !== null : null
  }
  const run = () => context.database.script('select private.run_slot_waitlists()')
  const expireOffers = () =>
    context.database.script(
      `update slot_waitlist_entries set offered_until = now() - interval '1 second' where offered_until is not null; select private.run_slot_waitlists()`,
    )
  const leftOf = async (at = slot) => {
    const rows = await context.visitor.rows(
      `select remaining from hand_over_slots($1, array[$2]::uuid[], 'pickup', $3, 1)`,
      shop,
      cake,
      at.date,
    )
    return rows[0]?.remaining
  }
  const minutesLeft = async (member: Actor) =>
    (
      await member.rows(
        'select round(extract(epoch from offered_until - now()) / 60)::int as minutes from slot_waitlist_entries where offered_until is not null',
      )
    )[0]?.minutes
  const unused = async (member: Actor) =>
    Number((await context.database.run({ text: 'select private.unused_offers($1)', values: [member.id] })).rows[0]?.[0])

  it('holds one place at a time for the newcomers of a network, two for all, and any number for customers', async () => {
    const bakery = await context.shop(await context.member('Other seller'))
    const at = { ...(await addDailyPickupWindows(context, bakery, 6)), date: slot.date }
    const loaf = await context.product(bakery, { ...forSale, stock: 50 })
    const taken = []
    for (let n = 0; n < 6; n += 1) {
      const placed = await buy(ann, at, loaf, bakery)
      await pay(context, ann, placed)
      taken.push(placed.orders[0]?.id ?? '')
    }
    const newcomers = await Promise.all([1, 1, 2, 3].map((n) => context.member('Newcomer', {}, `203.0.113.${n}`)))
    const customers = await Promise.all([4, 4].map((n) => context.member('Customer', {}, `203.0.113.${n}`)))
    for (const customer of customers) await context.order(customer, loaf, { subtotal: 5 })
    for (const member of [...newcomers, ...customers]) await wait(member, at, loaf, bakery)
    for (const order of taken) await call(ann, 'cancel_order($1)', order)
    const held = []
    for (const member of [...newcomers, ...customers]) held.push(await isHeld(member))
    expect(held).toEqual([true, false, true, false, true, true])
  })

  it('offers a place to a customer behind many newcomers who cannot use it', async () => {
    const placed = await buy()
    const soldOut = await context.product(shop, { ...forSale, stock: 0 })
    await context.order(bea, cake, { subtotal: 5 })
    await context.database.script(`
      insert into auth.users (id, email) select gen_random_uuid(), 'newcomer-' || n || '@example.com' from generate_series(1, 60) n;
      insert into slot_waitlist_entries (user_id, shop_id, fulfilment, on_date, start_time, end_time, product_ids, quantities)
      select id, '${shop}', 'pickup', '${slot.date}', '09:00', '17:00', array['${soldOut}']::uuid[], array[1]
      from auth.users where email like 'newcomer-%'`)
    await wait(bea)
    await wait(cat)
    await call(ann, 'cancel_checkout($1)', placed.checkout_id)
    expect([await isHeld(bea), await isHeld(cat)]).toEqual([true, false])
  })

  it('is joined by members, only for a slot that is offered and full', async () => {
    expect(await refusal(wait(bea))).toMatchObject({ code: 'PT409', hint: 'not_full' })
    await buy()
    await wait(bea)
    await wait(bea)
    expect(await bea.count('select from slot_waitlist_entries')).toBe(1)
    expect(await refusal(wait(seller))).toMatchObject({ hint: 'own_shop' })
    expect(await refusal(wait(context.visitor))).toMatchObject({ code: forbidden })
    const wrong = [
      { ...slot, start_time: '10:00' },
      { ...slot, date: addDays(slot.date, 60) },
      { ...slot, date: addDays(slot.date, -9) },
    ]
    for (const at of wrong) expect(await refusal(wait(bea, at))).toMatchObject({ hint: 'slot' })
    expect(await refusal(wait(bea, { ...slot, start_time: '18:00' }))).toMatchObject({ hint: 'malformed' })
    const hidden = await context.product(shop, { ...forSale, status: 'hidden' })
    expect(await refusal(wait(bea, slot, hidden))).toMatchObject({ hint: 'slot' })
    const undelivered = call(bea, 'join_slot_waitlist($1)', deliveredOn(shop, { date: slot.date }, { product: cake }))
    expect(await refusal(undelivered)).toMatchObject({ hint: 'slot' })
    await seller.send('blocks', { blocked_id: cat.id })
    expect(await refusal(wait(cat))).toMatchObject({ hint: 'blocked' })
  })

  it('shows a member the own entry alone, the seller only numbers, and nobody writes one directly', async () => {
    await buy()
    await wait(bea)
    const id = String((await entryOf(bea))?.id)
    for (const other of [cat, seller, await context.administrator()]) {
      expect(await other.count('select from slot_waitlist_entries')).toBe(0)
      await call(other, 'leave_slot_waitlist($1)', id)
    }
    expect(await isHeld(bea)).toBe(false)
    const forged = { user_id: bea.id, shop_id: shop, fulfilment: 'pickup', on_date: slot.date }
    const written = bea.send('slot_waitlist_entries', { ...forged, product_ids: `{${cake}}`, quantities: '{1}' })
    expect(await refusal(written)).toMatchObject({ code: forbidden })
    for (const write of ['update slot_waitlist_entries set offered_until = now()', 'delete from slot_waitlist_entries'])
      expect(await refusal(bea.count(write))).toMatchObject({ code: forbidden })
    const counts = (actor: Actor) =>
      actor.rows('select on_date::text as date, waiting, held from slot_waitlist_counts()')
    expect(await counts(seller)).toEqual([{ date: slot.date, waiting: 1, held: 0 }])
    expect(await counts(bea)).toEqual([])
  })

  it('holds at most 10 entries of a member, however often they join', async () => {
    await buy()
    await context.database.script(`
      update shop_booking_rules set horizon_days = 60; insert into shop_booking_rules (shop_id, horizon_days) values ('${shop}', 60);
      insert into shop_day_limits (shop_id, max_orders) values ('${shop}', 1);
      insert into orders (shop_id, shop_name, status, subtotal, fulfilment, paid_at, due_at)
      select '${shop}', 'Crumb', 'processing', 10, 'delivery', now(), '${slot.date}'::date + n from generate_series(1, 12) n`)
    const one = (days: number) => `join_slot_waitlist('${JSON.stringify(wish(addDays(slot.date, days)))}')`
    for (let day = 0; day < 10; day += 1) await bea.count(`select ${one(day)}`)
    for (const day of [10, 11])
      expect(await refusal(bea.count(`select ${one(day)}`))).toMatchObject({ code: 'PT409', hint: 'quota' })
    await bea.count(`select ${one(0)} from generate_series(1, 2)`)
    expect(await bea.count('select from slot_waitlist_entries')).toBe(10)
  })
  const wish = (date: string) => pickedUp(shop, { ...slot, date }, { product: cake })

  it('offers the place of a cancelled order to the next member, holds it, and tells them', async () => {
    const id = await buyAndPay()
    await wait(bea)
    await wait(cat)
    await call(ann, 'cancel_order($1)', id)
    expect([await isHeld(bea), await isHeld(cat), await leftOf()]).toEqual([true, false, 0])
    expect(await minutesLeft(bea)).toBeGreaterThan(600)
    expect(await bea.rows(`select title, link from notifications where type = 'waitlist'`)).toEqual([
      { title: expect.stringMatching(/, 09:00 to 17:00 is held for you$/), link: '/checkout' },
    ])
    expect(await cat.count('select from notifications')).toBe(0)
    expect(
      await context.service.count(`select from outbox where template = 'slot-offer' and user_id = $1`, bea.id),
    ).toBe(1)
    for (const other of [ann, cat]) expect(await refusal(buy(other))).toMatchObject({ hint: 'slot_full' })
    expect(await seller.rows('select waiting, held from slot_waitlist_counts()')).toEqual([{ waiting: 1, held: 1 }])
    await buyAndPay(bea)
    expect([await isHeld(bea), await isHeld(cat), await leftOf()]).toEqual([null, false, 0])
    expect(await unused(bea)).toBe(0)
  })

  it('offers the places of unpaid orders: cancelled, expired, and ordered with a held place', async () => {
    const first = await buy()
    await wait(bea)
    await wait(cat)
    await call(ann, 'cancel_checkout($1)', first.checkout_id)
    expect(await isHeld(bea)).toBe(true)
    await expireCheckout(context, (await buy(bea)).checkout_id)
    await call(context.service, 'expire_checkouts()')
    expect([await isHeld(bea), await isHeld(cat), await unused(bea)]).toEqual([null, true, 1])
  })

  it('offers the place that a moved order leaves', async () => {
    const id = await buyAndPay()
    await wait(bea)
    const move = await call(seller, 'propose_move($1, $2)', id, later)
    expect(await isHeld(bea)).toBe(false)
    await call(ann, 'answer_move($1, true)', String(JSON.parse(JSON.stringify(move)).id))
    expect([await isHeld(bea), await leftOf(), await leftOf(later)]).toEqual([true, 0, 0])
  })

  it('does not let a held place be taken by an order that is moved or entered by the seller', async () => {
    const id = await buyAndPay()
    const other = await buyAndPay(cat, later)
    await wait(bea)
    await call(ann, 'cancel_order($1)', id)
    expect(await refusal(call(seller, 'propose_move($1, $2)', other, slot))).toMatchObject({ hint: 'slot_full' })
    const manual = { name: 'Mo', payment: 'received', items: [{ product_id: cake, quantity: 1 }] }
    const entered = { ...manual, hand_over: { kind: 'slot', ...slot } }
    expect(await refusal(call(seller, 'place_manual_order($1, $2)', entered, `key of ${cake}`))).toMatchObject({
      hint: 'slot_full',
    })
  })

  it('offers the places that a seller adds to a window, one to each member', async () => {
    await buy()
    for (const member of [bea, cat]) await wait(member)
    await seller.count('update shop_pickup_schedules set max_orders = 2 where shop_id = $1', shop)
    expect([await isHeld(bea), await isHeld(cat), await leftOf()]).toEqual([true, false, 0])
    await seller.count('update shop_pickup_schedules set max_orders = 4 where shop_id = $1', shop)
    expect([await isHeld(bea), await isHeld(cat), await leftOf()]).toEqual([true, true, 1])
  })

  it('waits for a day that is fully booked, and counts held places and units against its limits', async () => {
    await seller.count('update shop_pickup_schedules set max_orders = 9 where shop_id = $1', shop)
    const limit = await seller.insert('shop_day_limits', { shop_id: shop, product_id: cake, max_orders: 3 })
    await place(ann, order([pickedUp(shop, slot, { product: cake, quantity: 3 })]))
    await call(bea, 'join_slot_waitlist($1)', pickedUp(shop, slot, { product: cake, quantity: 2 }))
    await wait(cat)
    await seller.update('shop_day_limits', String(limit.id), { max_orders: 4 })
    expect([await isHeld(bea), await isHeld(cat), await leftOf()]).toEqual([false, true, 0])
    await seller.update('shop_day_limits', String(limit.id), { max_orders: 7 })
    expect([await isHeld(bea), await leftOf()]).toEqual([true, 1])
    expect(await refusal(place(ann, order([pickedUp(shop, slot, { product: cake, quantity: 2 })])))).toMatchObject({
      hint: 'day_full',
    })
    await seller.count('delete from shop_day_limits where id = $1', String(limit.id))
    expect(await leftOf()).toBe(6)
  })

  it('holds no more units of a limited day than an unpaid order may', async () => {
    await seller.count('update shop_pickup_schedules set max_orders = 9 where shop_id = $1', shop)
    const limit = await seller.insert('shop_day_limits', { shop_id: shop, product_id: cake, max_orders: 16 })
    const many = (quantity: number) => pickedUp(shop, slot, { product: cake, quantity })
    await place(ann, order([many(8)]))
    await place(await context.member('Dan'), order([many(6)]))
    await call(bea, 'join_slot_waitlist($1)', many(8))
    await call(cat, 'join_slot_waitlist($1)', many(4))
    await seller.update('shop_day_limits', String(limit.id), { max_orders: 24 })
    expect([await isHeld(bea), await isHeld(cat)]).toEqual([false, true])
    await seller.update('shop_day_limits', String(limit.id), { max_orders: 34 })
    expect(await isHeld(bea)).toBe(true)
    await place(bea, order([many(8)]))
  })

  it('is not joined for more units than the limits of its day ever allow, so that others get offers', async () => {
    await seller.count('update shop_pickup_schedules set max_orders = 200 where shop_id = $1', shop)
    await seller.insert('shop_day_limits', { shop_id: shop, product_id: cake, max_orders: 14 })
    const waitFor = (member: Actor, quantity: number) =>
      call(member, 'join_slot_waitlist($1)', pickedUp(shop, slot, { product: cake, quantity }))
    for (const quantity of [8, 14, 15, 50])
      expect(await refusal(waitFor(bea, quantity))).toMatchObject({
        code: 'PT409',
        hint: 'day_full',
        message: expect.stringMatching(/^At most 7 of .* can be ordered at once for this day\.$/),
      })
    expect(await refusal(waitFor(bea, 7))).toMatchObject({ hint: 'not_full' })
    await place(ann, order([pickedUp(shop, slot, { product: cake, quantity: 7 })]))
    await waitFor(bea, 7)
    expect(await refusal(waitFor(bea, 8))).toMatchObject({ hint: 'day_full' })
  })

  it('shows the seller the limit of a day and its places as they are, with those held', async () => {
    await seller.insert('shop_day_limits', { shop_id: shop, max_orders: 1 })
    const id = await buyAndPay()
    await wait(bea)
    await call(ann, 'cancel_order($1)', id)
    const calendar = JSON.parse(JSON.stringify(await call(seller, 'seller_calendar($1, 1)', slot.date)))
    expect(calendar.days).toMatchObject([{ orders: 0, limit: 1 }])
    expect(calendar.windows).toMatchObject([{ taken: 0, held: 1, waiting: 0, max_orders: 1 }])
  })

  it('passes a declined and an expired offer on, and that of a deleted account', async () => {
    const gone = await context.member()
    const id = await buyAndPay()
    for (const member of [bea, gone, cat]) await wait(member)
    await call(ann, 'cancel_order($1)', id)
    await leave(bea)
    expect([await isHeld(bea), await isHeld(gone), await unused(bea)]).toEqual([null, true, 1])
    await context.database.script(`delete from auth.users where id = '${gone.id}'`)
    expect([await isHeld(cat), await leftOf()]).toEqual([true, 0])
    await expireOffers()
    expect([await isHeld(cat), await leftOf(), await unused(cat)]).toEqual([null, 1, 1])
    await buy(cat)
  })

  it('an offer that has ended but is not collected yet holds its place from everyone else', async () => {
    const id = await buyAndPay()
    await wait(bea)
    await call(ann, 'cancel_order($1)', id)
    await context.database.script(`update slot_waitlist_entries set offered_until = now() - interval '1 second'`)
    expect(await refusal(buy(cat))).toMatchObject({ hint: 'slot_full' })
    await run()
    await buy(cat)
  })

  it('holds one place of a shop for a member at a time, and ends the others of a day with an order for it', async () => {
    await seller.count('delete from shop_pickup_schedules where shop_id = $1', shop)
    const morning = { ...slot, start_time: '09:00', end_time: '10:00' }
    const noon = { ...slot, start_time: '12:00', end_time: '13:00' }
    for (const { start_time, end_time } of [morning, noon])
      await context.database.script(`insert into shop_pickup_schedules (shop_id, day_of_week, start_time, end_time, max_orders)
        select '${shop}', d, '${start_time}', '${end_time}', 1 from generate_series(0, 6) d`)
    const [first, second] = [await buy(ann, morning), await buy(ann, noon)]
    await wait(bea, morning)
    await wait(bea, noon)
    for (const { checkout_id } of [first, second]) await call(ann, 'cancel_checkout($1)', checkout_id)
    expect(await bea.count('select from slot_waitlist_entries where offered_until is not null')).toBe(1)
    expect(await bea.count('select from slot_waitlist_entries')).toBe(2)
    // The other time is free for everyone, and so for the member.
    await buy(bea, noon)
    expect(await bea.count('select from slot_waitlist_entries')).toBe(0)
    await buy(cat, morning)
  })

  it('refuses a member who left five held places unused', async () => {
    await buy()
    await context.database.script(
      `insert into private.ended_offers (user_id, shop_id) select '${bea.id}', '${shop}' from generate_series(1, 5)`,
    )
    expect(await refusal(wait(bea))).toMatchObject({ code: 'PT409', hint: 'missed_offers' })
  })

  it('offers no place to a member who has left five offers unused, and keeps their entry', async () => {
    const first = await buy()
    await wait(bea)
    await wait(cat)
    await context.database.script(
      `insert into private.ended_offers (user_id, shop_id) select '${bea.id}', '${shop}' from generate_series(1, 5)`,
    )
    await call(ann, 'cancel_checkout($1)', first.checkout_id)
    expect([await isHeld(bea), await isHeld(cat)]).toEqual([false, true])
    await context.database.script(`update private.ended_offers set ended_at = ended_at - interval '31 days'`)
    await leave(cat)
    expect(await isHeld(bea)).toBe(true)
  })

  it('counts open offers of food, so that a member with five is offered no place', async () => {
    const first = await buy()
    await wait(bea)
    await wait(cat)
    for (let n = 0; n < 5; n += 1) {
      const product = await context.product(shop, { ...forSale, stock: 0 })
      await call(bea, 'join_waitlist($1, 1)', product)
      await seller.count('update products set stock = 1 where id = $1', product)
    }
    expect(await bea.count('select from waitlist_entries where offered > 0')).toBe(5)
    await call(ann, 'cancel_checkout($1)', first.checkout_id)
    expect([await isHeld(bea), await isHeld(cat)]).toEqual([false, true])
  })

  it('leaves out blocked and suspended members', async () => {
    const [blocked, suspended] = [await context.member(), await context.member()]
    const first = await buy()
    for (const member of [blocked, suspended, bea]) await wait(member)
    await seller.send('blocks', { blocked_id: blocked.id })
    await context.database.script(
      `insert into private.suspended_members (user_id, reason) values ('${suspended.id}', 'Spam')`,
    )
    await call(ann, 'cancel_checkout($1)', first.checkout_id)
    expect([await isHeld(blocked), await isHeld(suspended), await isHeld(bea)]).toEqual([false, false, true])
    await leave(suspended)
    expect(await refusal(wait(suspended))).toMatchObject({ hint: 'suspended' })
    await run()
    expect(await isHeld(blocked)).toBe(false)
  })

  it('makes offers later that had to wait for stock', async () => {
    const id = await buyAndPay()
    await wait(bea)
    await seller.count(`update products set status = 'hidden' where id = $1`, cake)
    await call(ann, 'cancel_order($1)', id)
    await run()
    expect(await isHeld(bea)).toBe(false)
    await seller.count(`update products set status = 'active', stock = 0 where id = $1`, cake)
    await run()
    expect(await isHeld(bea)).toBe(false)
    await seller.count('update products set stock = 5 where id = $1', cake)
    await run()
    expect([await isHeld(bea), await leftOf()]).toEqual([true, 0])
  })

  it('never holds a place past the order cut-off, and ends with it', async () => {
    const id = await buyAndPay()
    await wait(bea)
    const hours = await context.service.rows(
      `select floor(extract(epoch from ($1::date + time '09:00') - (now() at time zone 'Europe/London')) / 3600)::int as hours`,
      slot.date,
    )
    await seller.send('shop_booking_rules', { shop_id: shop, pickup_cutoff_hours: Number(hours[0]?.hours) })
    await call(ann, 'cancel_order($1)', id)
    const minutes = await minutesLeft(bea)
    if (minutes !== undefined) expect(Number(minutes)).toBeLessThanOrEqual(60)
    await seller.count('update shop_booking_rules set pickup_cutoff_hours = pickup_cutoff_hours + 1')
    await run()
    expect([await isHeld(bea), await leftOf()]).toEqual([null, null])
  })

  it('ends a past slot at once, and the cut-off of others in turn', async () => {
    await buy()
    const entry = (who: string, date: string, checked: string) => `
      insert into slot_waitlist_entries (user_id, shop_id, fulfilment, on_date, start_time, end_time, product_ids, quantities, checked_at)
      select id, '${shop}', 'pickup', ${date}, '09:00', '17:00', array['${cake}']::uuid[], array[1], ${checked} from profiles where ${who};`
    const others = `id in (select id from auth.users where email like 'waiting-%')`
    await context.database.script(`
      insert into auth.users (id, email) select gen_random_uuid(), 'waiting-' || n || '@example.com' from generate_series(1, 500) n;
      ${entry(others, `'${slot.date}'`, `now() - interval '1 hour'`)}
      ${entry(`id = '${bea.id}'`, 'current_date - 2', 'now()')}
      ${entry(`id = '${cat.id}'`, `'${slot.date}'`, 'now()')}`)
    const waiting = () => context.service.count('select from slot_waitlist_entries')
    await run()
    expect([await bea.count('select from slot_waitlist_entries'), await waiting()]).toEqual([0, 501])
    await seller.send('shop_booking_rules', { shop_id: shop, pickup_cutoff_hours: 480 })
    await run()
    expect([await cat.count('select from slot_waitlist_entries'), await waiting()]).toEqual([0, 1])
    await run()
    expect(await waiting()).toBe(0)
  })

  it('of a drop is held for half an hour', async () => {
    const on_date = (await londonTime(context, '3 days')).slice(0, 10)
    const slots = [{ fulfilment: 'pickup', on_date, start_time: '10:00', end_time: '12:00', max_orders: 1 }]
    const drop = await openDrop(context, seller, shop, { slots })
    const first = await buy(ann, drop.slot, drop.product)
    await wait(bea, drop.slot, drop.product)
    await call(ann, 'cancel_checkout($1)', first.checkout_id)
    expect(await minutesLeft(bea)).toBe(30)
    expect(await refusal(buy(cat, drop.slot, drop.product))).toMatchObject({ hint: 'slot_full' })
    await wait(cat, drop.slot, drop.product)
    await buy(bea, drop.slot, drop.product)
    const details = await dropDetails(context, drop.product, { opens_at: null, slots })
    const [{ opens_at = null, cut_off = null } = {}] = await seller.rows(
      `select to_char(opens_at at time zone 'Europe/London', 'YYYY-MM-DD"T"HH24:MI:SS.US') as opens_at,
        to_char(cut_off at time zone 'Europe/London', 'YYYY-MM-DD"T"HH24:MI:SS.US') as cut_off from drops where id = $1`,
      drop.id,
    )
    const raised = slots.map((one) => ({ ...one, max_orders: 2 }))
    await call(seller, 'save_drop($1)', { ...details, id: drop.id, opens_at, cut_off, slots: raised })
    expect(await isHeld(cat)).toBe(true)
    expect(await seller.rows('select waiting, held from slot_waitlist_counts() where drop_id = $1', drop.id)).toEqual([
      { waiting: 0, held: 1 },
    ])
  })
})

describe.runIf(databases.includes('postgres'))('concurrent waitlists of slots on postgres', () => {
  let context: TestContext
  let members: Actor[]
  let shops: { id: string; product: string; slot: { date: string } }[]
  beforeAll(async () => {
    context = await openTestContext('postgres')
    members = await Promise.all(Array.from({ length: 32 }, () => context.member()))
  })
  beforeEach(async () => {
    shops = await Promise.all([1, 2].map(openShop))
  })
  afterAll(() => context.close())

  const openShop = async () => {
    const id = await context.shop(await context.member())
    const slot = await addDailyPickupWindows(context, id, 3)
    const product = await context.product(id, { ...forSale, price: 3, stock: 500 })
    return { id, product, slot: { ...slot, date: addDays(slot.date, 2) } }
  }
  const expected = ['slot_full', 'not_full', 'too_many', 'missed_offers', 'paid', 'rate_limit']
  const attempt = async <Result>(act: Promise<Result>) => {
    try {
      return await act
    } catch (error) {
      if (error instanceof DatabaseError && expected.includes(error.hint ?? '')) return null
      throw error
    }
  }
  const parts = (of: readonly { id: string; product: string; slot: object }[]) =>
    of.map(({ id, product, slot }) => pickedUp(id, slot, { product }))
  const buyFrom = (member: Actor, of = shops) => attempt(place(member, order(parts(of))))
  const waitAt = (member: Actor, of = shops) =>
    Promise.all(parts(of).map((part) => attempt(call(member, 'join_slot_waitlist($1)', part))))
  const someone = (n: number) => members[n % members.length] ?? fail()
  const fail = (): never => {
    throw new Error('no member')
  }
  const places = async () => {
    const rows = await context.database.run({
      text: `select count(*), count(entry_id) from private.pickup_bookings where owner_id = any ($1) group by owner_id order by 1, 2`,
      values: [`{${shops.map(({ id }) => id)}}`],
    })
    return rows.rows.map(([all, held]) => ({ all: Number(all), held: Number(held) }))
  }

  it('two cancellations at once hold a place for one member each, and of two buyers only that member orders it', async () => {
    const [shop] = shops
    if (!shop) return
    for (let round = 0; round < 5; round += 1) {
      await context.database.script('delete from slot_waitlist_entries')
      const placed = await Promise.all([0, 1, 2].map((n) => buyFrom(someone(n), [shop])))
      await waitAt(someone(3), [shop])
      await waitAt(someone(4), [shop])
      await Promise.all([0, 1].map((n) => call(someone(n), 'cancel_checkout($1)', placed[n]?.checkout_id ?? '')))
      expect(await context.service.count('select from slot_waitlist_entries where offered_until is not null')).toBe(2)
      expect(await places()).toEqual([{ all: 3, held: 2 }])
      const bought = await Promise.all([5, 3, 6, 7].map((n) => buyFrom(someone(n), [shop])))
      expect(bought.map((one) => one !== null)).toEqual([false, true, false, false])
      expect(await places()).toEqual([{ all: 3, held: 1 }])
      const rest = await context.service.rows(
        `select c.id, c.buyer_id from checkouts c where c.status = 'pending' and c.buyer_id = any ($1)`,
        `{${members.map(({ id }) => id)}}`,
      )
      await context.database.script('delete from slot_waitlist_entries')
      for (const { id, buyer_id } of rest)
        await call(members.find((member) => member.id === buyer_id) ?? fail(), 'cancel_checkout($1)', String(id))
    }
  }, 120_000)

  it('thirty-two members who order from two shops, wait, cancel, leave and delete accounts never overbook or deadlock', async () => {
    await context.database.script(
      "delete from private.ended_offers; update checkouts set created_at = created_at - interval '2 days'",
    )
    const cancelPending = async (member: Actor) => {
      for (const { id } of await member.rows(`select id from checkouts where status = 'pending'`))
        await attempt(call(member, 'cancel_checkout($1)', String(id)))
    }
    const act = async (member: Actor, n: number) => {
      const of = n % 3 === 0 ? shops.slice(0, 1) : n % 3 === 1 ? shops : shops.toReversed()
      await buyFrom(member, of)
      await waitAt(member)
      if (n % 2 === 0) await cancelPending(member)
      if (n % 4 === 0) await context.database.script('select private.run_slot_waitlists()')
      if (n % 5 === 0) {
        await context.service.count(
          `update checkouts set expires_at = now() where status = 'pending' and buyer_id = $1`,
          member.id,
        )
        await call(context.service, 'expire_checkouts()')
      }
      await buyFrom(member, of)
      if (n % 7 === 0)
        for (const { id } of await member.rows('select id from slot_waitlist_entries'))
          await call(member, 'leave_slot_waitlist($1)', String(id))
      // As delete_account() does, which locks the member's data before the account.
      if (n % 11 === 10) {
        await cancelPending(member)
        await attempt(
          context.database.script(
            `select private.lock_account_data('${member.id}'); delete from auth.users where id = '${member.id}'`,
          ),
        )
      }
      expect((await places()).every(({ all }) => all <= 3)).toBe(true)
    }
    await Promise.all(members.map(act))
    await context.database.script('select private.run_slot_waitlists()')
    for (const { all } of await places()) expect(all).toBeLessThanOrEqual(3)
    const broken = await context.database.run({
      text: `select from public.slot_waitlist_entries w
        where (w.offered_until is not null) <> exists (select from private.pickup_bookings b where b.entry_id = w.id)`,
      values: [],
    })
    expect(broken.count).toBe(0)
    // Nobody waits while a place is free.
    const missed = await context.database.run({
      text: `select from public.slot_waitlist_entries w where w.offered_until is null and private.place_state(w) = 'free' and not exists (
        select from public.slot_waitlist_entries o where o.user_id = w.user_id and o.shop_id = w.shop_id and o.offered_until is not null)`,
      values: [],
    })
    expect(missed.count).toBe(0)
  }, 120_000)
})
