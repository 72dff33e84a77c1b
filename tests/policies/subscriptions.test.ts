/** Subscriptions: what buyers agree to, whom they belong to, and what buyers and sellers change. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withMilk } from '../declarations.ts'
import { databases } from '../harness.ts'
import { call } from './order-fixtures.ts'
import {
  bakery,
  closeIn,
  dayAhead,
  daysOf,
  orderNow,
  stored,
  subscribe,
  suspend,
  wish,
} from './subscription-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext } from './test-context.ts'

describe.each(databases)('subscriptions on %s', (kind) => {
  let context: TestContext
  let ann: Actor
  let bea: Actor
  beforeAll(async () => {
    context = await openTestContext(kind)
    ann = await context.member('Ann')
    bea = await context.member('Bea')
  })
  afterAll(() => context.close())

  const change = async (days: number, more: object = {}) => ({
    quantity: 2,
    every_weeks: 1,
    first_on: await dayAhead(context, days),
    start_time: '09:00',
    ...more,
  })
  const mine = async (actor: Actor, id: string) =>
    (await actor.rows(`select s as found from my_subscriptions() s where s ->> 'id' = $1`, id))[0]?.found

  it('start with what the buyer was shown and agreed to, and tell both sides', async () => {
    const from = await bakery(context)
    const id = await subscribe(context, ann, from)
    expect(await stored(context, id)).toMatchObject({
      buyer_id: ann.id,
      quantity: 2,
      next_on: await dayAhead(context, 7),
    })
    expect(await ann.rows(`select title from notifications where link = '/subscriptions#' || $1`, id)).toEqual([
      { title: 'Your subscription has started' },
    ])
    expect(
      await from.seller.rows(
        `select title, message from notifications where link = '/seller/subscriptions#' || $1`,
        id,
      ),
    ).toEqual([
      { title: 'New subscription', message: expect.stringContaining('Ann subscribed to 2 × Sourdough, each week') },
    ])
    expect(
      await context.service.count(
        `select from outbox where template = 'subscription-started' and user_id = $1`,
        ann.id,
      ),
    ).toBe(1)
  })

  it('are refused without consent, and with a price, allergens or ingredients that are not current', async () => {
    const from = await bakery(context)
    const start = async (more: object) => refusal(call(ann, 'subscribe($1)', await wish(context, from, { ...more })))
    for (const [more, hint] of [
      [{ agreed: false }, 'not_agreed'],
      [{ agreed: 'true' }, 'not_agreed'],
      [{ price: 3.99 }, 'prices_changed'],
      [{ allergens: { ...withMilk, eggs: 'contains' } }, 'allergens_changed'],
      [{ allergens: null }, 'allergens_changed'],
      [{ ingredients: 'Flour' }, 'allergens_changed'],
      [{ quantity: 21 }, 'quantity'],
      [{ quantity: 1.5 }, 'quantity'],
      [{ quantity: '2' }, 'quantity'],
      [{ every_weeks: 3 }, 'malformed'],
      [{ first_on: '2026-02-31' }, 'malformed'],
      [{ first_on: await dayAhead(context, 0) }, 'day'],
      [{ first_on: await dayAhead(context, 200) }, 'day'],
      [{ start_time: '08:00' }, 'slot'],
      [{ line: { quantity: 3 } }, 'unknown_field'],
      [{ line: { variation: 'Large' } }, 'variation'],
      [{ buyer_id: bea.id }, 'unknown_field'],
      [{ id: null }, 'malformed'],
    ] as const)
      expect(await start(more), JSON.stringify(more)).toMatchObject({ hint })
  })

  it('are only for products whose seller offers it, and not for the own shop or a visitor', async () => {
    const from = await bakery(context)
    const ask = await wish(context, from)
    expect(await refusal(call(context.visitor, 'subscribe($1)', ask))).toMatchObject({ code: forbidden })
    expect(await refusal(call(from.seller, 'subscribe($1)', ask))).toMatchObject({ hint: 'own_shop' })
    for (const [values, hint] of [
      [{ is_subscribable: false }, 'not_offered'],
      [{ available_for_pickup: false }, 'not_offered'],
      [{ status: 'hidden' }, 'product'],
    ] as const) {
      const other = await bakery(context, values)
      expect(await refusal(subscribe(context, ann, other))).toMatchObject({ hint })
      expect(await ann.count('select from subscription_windows($1)', other.product)).toBe(0)
    }
    const [made] = await from.seller.rows(
      `insert into products (shop_id, name, product_type, is_subscribable) values ($1, 'Wedding cake', 'bespoke', true) returning is_subscribable`,
      from.shop,
    )
    expect(made).toEqual({ is_subscribable: false })
    expect(await context.visitor.count('select from subscription_windows($1)', from.product)).toBe(7)
  })

  it('are read by their buyer and the seller alone, and written by nobody directly', async () => {
    const from = await bakery(context)
    const id = await subscribe(context, ann, from)
    expect(await ann.count('select from subscriptions where id = $1', id)).toBe(1)
    expect(await from.seller.count('select from subscriptions where id = $1', id)).toBe(1)
    const others = [bea, (await bakery(context)).seller, await context.administrator()]
    for (const other of others) {
      expect(await other.count('select from subscriptions where id = $1', id)).toBe(0)
      expect(await other.count('select from subscription_days')).toBe(0)
      expect(await mine(other, id)).toBeUndefined()
    }
    const until = await dayAhead(context, 20)
    const [first, changed] = [await dayAhead(context, 7), await change(9)]
    for (const other of [...others, from.seller])
      for (const attempt of [
        () => call(other, 'skip_subscription($1, $2)', id, first),
        () => call(other, 'pause_subscription($1, $2)', id, until),
        () => call(other, 'resume_subscription($1)', id),
        () => call(other, 'cancel_subscription($1)', id),
        () => call(other, 'change_subscription($1, $2)', id, changed),
        () => call(other, 'agree_to_subscription($1, $2)', id, { price: 1, agreed: true }),
      ])
        expect(await refusal(attempt())).toMatchObject({ hint: 'subscription' })
    for (const other of [bea, ann])
      expect(await refusal(call(other, 'end_subscription($1)', id))).toMatchObject({ code: 'PT404' })
    expect(await refusal(call(others[1] ?? bea, 'end_subscription($1)', id))).toMatchObject({ hint: 'subscription' })
    for (const write of [
      'update subscriptions set price = 0',
      'delete from subscriptions',
      'delete from subscription_days',
    ])
      expect(await refusal(ann.count(write))).toMatchObject({ code: forbidden })
    expect(await refusal(call(ann, 'run_subscriptions()'))).toMatchObject({ code: forbidden })
    expect(await stored(context, id)).toMatchObject({ ended_at: null, next_on: await dayAhead(context, 7) })
  })

  it('start once for an id, and are at most ten of a member, and thirty in thirty days', async () => {
    const from = await bakery(context)
    const eager = await context.member()
    const ask = await wish(context, from)
    await eager.count('select subscribe($1) from generate_series(1, 3)', ask)
    expect(await eager.count('select from subscriptions')).toBe(1)
    expect(await eager.count('select from notifications')).toBe(1)
    expect(await refusal(call(ann, 'subscribe($1)', ask))).toMatchObject({ hint: 'malformed' })
    for (let n = 1; n < 10; n += 1) await subscribe(context, eager, from)
    expect(await refusal(subscribe(context, eager, from))).toMatchObject({ code: 'PT409', hint: 'quota' })
    for (const { id } of await eager.rows('select id from subscriptions'))
      await call(eager, 'cancel_subscription($1)', String(id))
    for (let n = 10; n < 30; n += 1) await call(eager, 'cancel_subscription($1)', await subscribe(context, eager, from))
    expect(await refusal(subscribe(context, eager, from))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
  })

  it('skip one day, whatever is repeated, and take it back', async () => {
    const id = await subscribe(context, ann, await bakery(context))
    const [first, second] = [await dayAhead(context, 7), await dayAhead(context, 14)]
    await call(ann, 'skip_subscription($1, $2)', id, first)
    await call(ann, 'skip_subscription($1, $2)', id, first)
    expect(await stored(context, id)).toMatchObject({ next_on: second })
    expect(await daysOf(context, id)).toMatchObject([{ day: first, outcome: 'skipped' }])
    expect(await refusal(call(ann, 'skip_subscription($1, $2)', id, await dayAhead(context, 21)))).toMatchObject({
      hint: 'changed',
    })
    await call(ann, 'resume_subscription($1)', id)
    expect(await stored(context, id)).toMatchObject({ next_on: first })
    expect(await daysOf(context, id)).toEqual([])
    await call(ann, 'skip_subscription($1, $2)', id, first)
    await call(ann, 'pause_subscription($1, $2)', id, await dayAhead(context, 1))
    expect(await stored(context, id)).toMatchObject({ next_on: second })
  })

  it('skip at most a year, ten thousand times', async () => {
    const id = await subscribe(context, ann, await bakery(context))
    const all = `do $$ begin for n in 1..10000 loop
      perform public.skip_subscription('${id}', (select next_on from public.subscriptions where id = '${id}')); end loop; end $$`
    expect(await refusal(ann.count(all))).toMatchObject({ code: 'PT409', hint: 'day' })
    expect(await daysOf(context, id)).toEqual([])
  })

  it('pause until a date, keep their weekday and turn, and resume', async () => {
    const id = await subscribe(context, ann, await bakery(context), { every_weeks: 2 })
    const until = await dayAhead(context, 30)
    await call(ann, 'pause_subscription($1, $2)', id, until)
    expect(await stored(context, id)).toMatchObject({ next_on: await dayAhead(context, 35), paused_until: until })
    for (const day of [await dayAhead(context, 0), await dayAhead(context, 400)])
      expect(await refusal(call(ann, 'pause_subscription($1, $2)', id, day))).toMatchObject({ hint: 'day' })
    await call(ann, 'resume_subscription($1)', id)
    expect(await stored(context, id)).toMatchObject({ next_on: await dayAhead(context, 7), paused_until: null })
  })

  it('change quantity, weekday and interval from the next order on', async () => {
    const id = await subscribe(context, ann, await bakery(context))
    await call(ann, 'change_subscription($1, $2)', id, await change(9, { quantity: 5, every_weeks: 2 }))
    expect(await stored(context, id)).toMatchObject({
      quantity: 5,
      every_weeks: 2,
      next_on: await dayAhead(context, 9),
    })
    for (const [given, hint] of [
      [await change(0), 'day'],
      [await change(9, { quantity: 0 }), 'quantity'],
      [await change(9, { price: 1 }), 'unknown_field'],
      [await change(9, { start_time: '10:00' }), 'slot'],
    ] as const)
      expect(await refusal(call(ann, 'change_subscription($1, $2)', id, given))).toMatchObject({ hint })
    await closeIn(context, id, 12)
    await orderNow(context, id)
    expect(await daysOf(context, id)).toMatchObject([{ outcome: 'ordered' }])
    await call(ann, 'change_subscription($1, $2)', id, await change(16, { quantity: 1 }))
    expect(await daysOf(context, id)).toMatchObject([{ outcome: 'ordered', checkout: 'pending' }])
  })

  it('end when their buyer cancels, with an unpaid order, and tell both sides once', async () => {
    const from = await bakery(context)
    const id = await subscribe(context, ann, from)
    await orderNow(context, id)
    expect(await daysOf(context, id)).toMatchObject([{ checkout: 'pending' }])
    await call(ann, 'cancel_subscription($1)', id)
    await call(ann, 'cancel_subscription($1)', id)
    expect(await stored(context, id)).toMatchObject({ ended_by: 'buyer' })
    expect(await daysOf(context, id)).toMatchObject([{ checkout: 'cancelled' }])
    expect(
      await ann.count(
        `select from notifications where title = 'Your subscription has ended' and link like '%' || $1`,
        id,
      ),
    ).toBe(1)
    expect(await from.seller.count(`select from notifications where title = 'Subscription ended'`)).toBe(1)
    expect(await refusal(call(ann, 'resume_subscription($1)', id))).toMatchObject({ hint: 'ended' })
    await context.service.rows('update subscriptions set next_at = now() where id = $1', id)
    await context.service.rows('select run_subscriptions()')
    expect(await daysOf(context, id)).toHaveLength(1)
  })

  it('end when their seller says so, with a message', async () => {
    const from = await bakery(context)
    const id = await subscribe(context, ann, from)
    expect(await refusal(call(from.seller, 'end_subscription($1, $2)', id, 'x'.repeat(501)))).toMatchObject({
      hint: 'reason',
    })
    await call(from.seller, 'end_subscription($1, $2)', id, 'I am moving away.')
    await call(from.seller, 'end_subscription($1, $2)', id, 'Again.')
    expect(await stored(context, id)).toMatchObject({ ended_by: 'seller', end_message: 'I am moving away.' })
    expect(
      await ann.rows(
        `select message from notifications where title = 'Your subscription has ended' and link like '%' || $1`,
        id,
      ),
    ).toEqual([{ message: 'A shop has ended your subscription to 2 × Sourdough. Their reason: “I am moving away”.' }])
  })

  it('end without the words of a seller who is suspended', async () => {
    const from = await bakery(context)
    const id = await subscribe(context, ann, from)
    await suspend(context, from.seller)
    await call(from.seller, 'end_subscription($1, $2)', id, 'Call me on 01234 567890.')
    expect(
      await ann.rows(
        `select message from notifications where title = 'Your subscription has ended' and link like '%' || $1`,
        id,
      ),
    ).toEqual([{ message: 'A shop has ended your subscription to 2 × Sourdough.' }])
    expect(
      await context.service.rows(
        `select data ->> 'message' as message from outbox where template = 'subscription-ended' and data ->> 'subscription_id' = $1`,
        id,
      ),
    ).toEqual([{ message: null }])
    expect(await ann.rows('select end_message from subscriptions where id = $1', id)).toEqual([{ end_message: null }])
  })

  it('end with a block, a deleted product and a deleted account of either side', async () => {
    const from = await bakery(context)
    const [blocked, gone] = [await context.member('Cat'), await context.member('Dan')]
    const id = await subscribe(context, blocked, from)
    await from.seller.send('blocks', { blocker_id: from.seller.id, blocked_id: blocked.id })
    expect(await stored(context, id)).toMatchObject({ ended_by: 'blocked' })
    expect(await refusal(subscribe(context, blocked, from))).toMatchObject({ hint: 'blocked' })

    const theirs = await subscribe(context, gone, from)
    await context.database.script(`delete from auth.users where id = '${gone.id}'`)
    expect(await stored(context, theirs)).toBeNull()
    expect(await from.seller.count(`select from notifications where link like '%' || $1`, theirs)).toBe(0)

    const kept = await subscribe(context, bea, from)
    await from.seller.count('delete from products where id = $1', from.product)
    expect(await stored(context, kept)).toBeNull()
    expect(await bea.rows(`select title from notifications where link = '/subscriptions'`)).toEqual([
      { title: 'A subscription has ended' },
    ])

    const other = await bakery(context)
    const last = await subscribe(context, bea, other)
    await context.database.script(`delete from auth.users where id = '${other.seller.id}'`)
    expect(await stored(context, last)).toBeNull()
    expect(await bea.count(`select from notifications where link = '/subscriptions'`)).toBe(2)
    expect(await context.service.count(`select from outbox where data ->> 'subscription_id' = $1`, last)).toBe(0)
  })

  it('are refused to suspended members, who can still cancel', async () => {
    const from = await bakery(context)
    const member = await context.member()
    const id = await subscribe(context, member, from)
    await suspend(context, member)
    expect(await refusal(subscribe(context, member, from))).toMatchObject({ hint: 'suspended' })
    await call(member, 'cancel_subscription($1)', id)
    expect(await stored(context, id)).toMatchObject({ ended_by: 'buyer' })
  })

  it('show a seller the subscribers and what is coming, without days off', async () => {
    const from = await bakery(context)
    const [first, second, off] = [await dayAhead(context, 7), await dayAhead(context, 14), await dayAhead(context, 21)]
    const id = await subscribe(context, ann, from)
    await subscribe(context, bea, from, { every_weeks: 2, quantity: 3 })
    await from.seller.send('shop_closures', { shop_id: from.shop, from_date: off, to_date: off, note: 'Away' })
    const coming = (actor: Actor) =>
      actor.rows('select day::text, product, quantity::int, subscribers::int from coming_subscriptions($1, 21)', first)
    expect(await coming(from.seller)).toEqual([
      { day: first, product: 'Sourdough', quantity: 5, subscribers: 2 },
      { day: second, product: 'Sourdough', quantity: 2, subscribers: 1 },
    ])
    expect(await coming((await bakery(context)).seller)).toEqual([])
    expect(await refusal(coming(ann))).toMatchObject({ hint: 'shop' })
    const [row] = await from.seller.rows(`select s as found from shop_subscriptions() s where s ->> 'id' = $1`, id)
    expect(row?.found).toMatchObject({ buyer_name: 'Ann', product: 'Sourdough', quantity: 2, next_on: first })
    expect(await ann.count('select from shop_subscriptions()')).toBe(0)
  })

  it('keep what the buyer chose, in words too, and refuse another id', async () => {
    const from = await bakery(context)
    await context.service.insert('product_variations', {
      product_id: from.product,
      name: 'Large',
      price_delta: 2,
      position: 0,
    })
    await context.service.insert('product_variations', {
      product_id: from.product,
      name: 'Small',
      price_delta: 0,
      position: 1,
    })
    expect(await refusal(subscribe(context, ann, from))).toMatchObject({ hint: 'variation' })
    const id = await subscribe(context, ann, from, { line: { variation: 'Large' }, price: 6, id: randomUUID() })
    expect(await stored(context, id)).toMatchObject({ choices: 'Large', price: '6.00' })
    expect(await mine(ann, id)).toMatchObject({ choices: 'Large', changed: null, now: { price: 6 }, problem: null })
  })
})
