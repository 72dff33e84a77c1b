/** Moving an order to another day: the seller proposes, the buyer decides, and places are exact under races. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addDays } from '#domain/values/calendar'
import { databases } from '../harness.ts'
import { openDrop } from './drop-fixtures.ts'
import { addDailyPickupWindows, call, forSale, order, pay, pickedUp, place } from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext } from './test-context.ts'

const moveSchema = z.object({ id: z.string(), status: z.string() })

describe.each(databases)('moving an order on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let stranger: Actor
  let buyer: Actor
  let shop: string
  let cake: string
  let slot: { date: string; start_time: string; end_time: string }
  let later: typeof slot
  beforeAll(async () => {
    context = await openTestContext(kind)
    stranger = await context.member('Stranger')
    await context.shop(stranger, { name: 'Another shop' })
  })
  beforeEach(async () => {
    seller = await context.member('Seller')
    buyer = await context.member('Bo Buyer')
    shop = await context.shop(seller)
    slot = await addDailyPickupWindows(context, shop, 1)
    slot = { ...slot, date: addDays(slot.date, 2) }
    later = { ...slot, date: addDays(slot.date, 3) }
    cake = await context.product(shop, { ...forSale, stock: 50 })
  })
  afterAll(() => context.close())

  const buy = async (at = slot, by = buyer) => {
    const placed = await place(by, order([pickedUp(shop, at, { product: cake })]))
    await pay(context, by, placed)
    return placed.orders[0]?.id ?? ''
  }
  const propose = async (id: string, to: object = later, by = seller) =>
    moveSchema.parse(await call(by, 'propose_move($1, $2, $3)', id, to, 'A power cut'))
  const answer = (move: string, accepted: boolean, by = buyer) => call(by, 'answer_move($1, $2)', move, accepted)
  const dayOf = async (id: string) =>
    (
      await context.service.rows(
        'select pickup_date::text as day, due_at::date::text as due from orders where id = $1',
        id,
      )
    )[0]
  const placesOn = async (date: string, owner = shop) => {
    const query = `select from private.pickup_bookings where owner_id = $1 and pickup_date = $2`
    return (await context.database.run({ text: query, values: [owner, date] })).count
  }
  const told = async (member: Actor) =>
    (await member.rows('select title from notifications order by created_at, id')).map(({ title }) => title)
  const emailed = async (member: Actor, template: string) =>
    context.service.count('select from outbox where user_id = $1 and template = $2', member.id, template)

  it('is proposed by the shop’s owner alone, and changes nothing yet', async () => {
    const id = await buy()
    for (const wrong of [stranger, buyer])
      expect(await refusal(propose(id, later, wrong))).toMatchObject({ code: 'PT404' })
    expect(await refusal(propose(id, later, context.visitor))).toMatchObject({ code: forbidden })
    const move = await propose(id)
    expect(move.status).toBe('proposed')
    expect(await dayOf(id)).toEqual({ day: slot.date, due: slot.date })
    expect([await placesOn(slot.date), await placesOn(later.date)]).toEqual([1, 0])
    expect(await told(buyer)).toContain('Another day for your order?')
    expect(await emailed(buyer, 'move-proposed')).toBe(1)
    expect(await refusal(propose(id))).toMatchObject({ code: 'PT409', hint: 'proposed' })
    expect(await stranger.count('select from order_moves')).toBe(0)
    expect(await buyer.count('select from order_moves')).toBe(1)
    expect(await refusal(buyer.count('delete from order_moves'))).toMatchObject({ code: forbidden })
  })

  it('moves with the buyer’s consent alone: the place, the due day, the reminder, and both are told', async () => {
    const id = await buy()
    const { id: move } = await propose(id)
    for (const wrong of [stranger, seller])
      expect(await refusal(answer(move, true, wrong))).toMatchObject({ code: 'PT404' })
    await answer(move, true)
    expect(await answer(move, true)).toMatchObject({ status: 'accepted' })
    expect(await dayOf(id)).toEqual({ day: later.date, due: later.date })
    expect([await placesOn(slot.date), await placesOn(later.date)]).toEqual([0, 1])
    expect(await told(buyer)).toContain('Your order has a new day')
    expect(await told(seller)).toContain('New day accepted')
    expect(await emailed(seller, 'move-answered')).toBe(1)
    expect(await emailed(buyer, 'order-moved')).toBe(1)
    const [reminder] = await context.service.rows(
      `select data #>> '{order,pickup,date}' as day from outbox where user_id = $1 and template = 'pickup-reminder'`,
      buyer.id,
    )
    expect(reminder?.day).toBe(later.date)
    // The old place is free again.
    await buy(slot, await context.member('Next'))
  })

  it('keeps the old day when declined, withdrawn or not answered', async () => {
    const id = await buy()
    await answer((await propose(id)).id, false)
    const second = await propose(id)
    expect(await refusal(call(stranger, 'withdraw_move($1)', second.id))).toMatchObject({ code: 'PT404' })
    await call(seller, 'withdraw_move($1)', second.id)
    expect(await refusal(answer(second.id, true))).toMatchObject({ code: 'PT409', hint: 'expired' })
    const third = await propose(id)
    await context.service.count(
      `update order_moves set expires_at = now() - interval '1 second' where id = $1`,
      third.id,
    )
    expect(await refusal(answer(third.id, true))).toMatchObject({ code: 'PT409', hint: 'expired' })
    await context.database.script('select private.expire_moves()')
    expect(
      (await buyer.rows('select status from order_moves order by created_at')).map(({ status }) => status),
    ).toEqual(['declined', 'withdrawn', 'expired'])
    expect(await dayOf(id)).toEqual({ day: slot.date, due: slot.date })
    expect(await told(seller)).toEqual(expect.arrayContaining(['New day declined', 'No answer to your new day']))
  })

  it('refuses times that are not offered or full, and orders that are ready', async () => {
    const id = await buy()
    await buy(later, await context.member('Other buyer'))
    expect(await refusal(propose(id))).toMatchObject({ code: 'PT409', hint: 'slot_full' })
    expect(await refusal(propose(id, slot))).toMatchObject({ hint: 'slot' })
    expect(await refusal(propose(id, { ...later, start_time: '03:00' }))).toMatchObject({ hint: 'slot' })
    expect(await refusal(propose(id, { date: 'soon' }))).toMatchObject({ hint: 'malformed' })
    await call(seller, `advance_order($1, 'ready')`, id)
    expect(await refusal(propose(id, { ...later, date: addDays(later.date, 1) }))).toMatchObject({ hint: 'status' })
  })

  it('can be proposed at most ten times for an order', async () => {
    const id = await buy()
    for (let n = 0; n < 10; n += 1) await answer((await propose(id)).id, false)
    expect(await refusal(propose(id))).toMatchObject({ code: 'PT429', hint: 'too_many' })
  })

  it('moves to another window of a full day without competing with itself', async () => {
    await seller.send('shop_day_limits', { shop_id: shop, max_orders: 1 })
    const day = new Date(`${slot.date}T00:00:00Z`).getUTCDay()
    const evening = { start_time: '18:00', end_time: '19:00' }
    await context.service.insert('shop_pickup_schedules', {
      shop_id: shop,
      day_of_week: day,
      ...evening,
      max_orders: 1,
    })
    const id = await buy()
    const offered = await seller.rows(
      `select start_time::text as start, remaining from move_slots($1, $2, 1)`,
      id,
      slot.date,
    )
    expect(offered).toEqual([
      { start: '09:00:00', remaining: 1 },
      { start: '18:00:00', remaining: 1 },
    ])
    await answer((await propose(id, { date: slot.date, ...evening })).id, true)
    expect(await placesOn(slot.date)).toBe(1)
  })

  it('moves the order of a customer without an account at once', async () => {
    const given = {
      name: 'Mrs Ames',
      items: [{ product_id: cake, quantity: 1 }],
      hand_over: { kind: 'slot', ...slot },
      payment: 'collection',
    }
    const placed = z
      .object({ order_id: z.string() })
      .parse(await call(seller, 'place_manual_order($1, $2)', given, randomUUID()))
    expect(await propose(placed.order_id)).toMatchObject({ status: 'accepted' })
    expect(await dayOf(placed.order_id)).toEqual({ day: later.date, due: later.date })
    expect([await placesOn(slot.date), await placesOn(later.date)]).toEqual([0, 1])
  })

  it('moves an order of the seller’s own lines, which has no products', async () => {
    const given = {
      name: 'Mrs Ames',
      custom_lines: [{ name: 'Cake stand', quantity: 1, price: 8, is_food: false }],
      hand_over: { kind: 'day', ...slot },
      payment: 'received',
    }
    const placed = z
      .object({ order_id: z.string() })
      .parse(await call(seller, 'place_manual_order($1, $2)', given, randomUUID()))
    const offered = await seller.rows('select date::text from move_slots($1, $2, 1)', placed.order_id, later.date)
    expect(offered).toEqual([{ date: later.date }])
    expect(await propose(placed.order_id)).toMatchObject({ status: 'accepted' })
    expect(await dayOf(placed.order_id)).toEqual({ day: later.date, due: later.date })
    expect([await placesOn(slot.date), await placesOn(later.date)]).toEqual([0, 1])
  })

  it('takes an unpaid balance along, but not into the past, and leaves a paid one', async () => {
    const given = {
      name: 'Mrs Ames',
      items: [{ product_id: cake, quantity: 1 }],
      hand_over: { kind: 'slot', ...slot },
      payment: 'collection',
    }
    const placed = z
      .object({ order_id: z.string() })
      .parse(await call(seller, 'place_manual_order($1, $2)', given, randomUUID()))
    const today = addDays(slot.date, -3)
    const balanceDue = async () =>
      (await context.service.rows('select balance_due_on::text as due from orders where id = $1', placed.order_id))[0]
        ?.due
    const moveTo = (days: number) => propose(placed.order_id, { ...slot, date: addDays(today, days) })
    const setDue = (days: number) =>
      context.service.count(
        'update orders set balance_due_on = $2::date where id = $1',
        placed.order_id,
        addDays(today, days),
      )
    await setDue(2)
    await moveTo(6)
    expect(await balanceDue()).toBe(addDays(today, 5))
    await setDue(1)
    await moveTo(2)
    expect(await balanceDue()).toBe(today)
    await call(seller, 'waive_balance($1)', placed.order_id)
    await moveTo(6)
    expect(await balanceDue()).toBe(today)
  })

  it('leaves the place of a drop’s order in the same checkout as it is', async () => {
    const baker = await context.member('Baker')
    const bakery = await context.shop(baker, { name: 'Bakery' })
    const drop = await openDrop(context, baker, bakery)
    const placed = await place(
      buyer,
      order([pickedUp(shop, slot, { product: cake }), pickedUp(bakery, drop.slot, { product: drop.product })]),
    )
    await pay(context, buyer, placed)
    const moved = placed.orders.find(({ shop_id }) => shop_id === shop)?.id ?? ''
    await answer((await propose(moved)).id, true)
    expect(await dayOf(moved)).toEqual({ day: later.date, due: later.date })
    expect(await placesOn(drop.slot.date, drop.id)).toBe(1)
  })

  it('gives the last place to either an acceptance or another buyer, and never to both', async () => {
    const id = await buy()
    const { id: move } = await propose(id)
    const other = await context.member('Other buyer')
    const attempts = await Promise.allSettled([
      answer(move, true),
      place(other, order([pickedUp(shop, later, { product: cake })])),
    ])
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await placesOn(later.date)).toBe(1)
    expect((await placesOn(slot.date)) + (attempts[0]?.status === 'fulfilled' ? 1 : 0)).toBe(1)
  })

  it('leaves no place behind when accepting meets a cancellation', async () => {
    const id = await buy()
    const { id: move } = await propose(id)
    const attempts = await Promise.allSettled([answer(move, true), call(buyer, 'cancel_order($1)', id)])
    expect(attempts[1]?.status).toBe('fulfilled')
    expect([await placesOn(slot.date), await placesOn(later.date)]).toEqual([0, 0])
  })
})
