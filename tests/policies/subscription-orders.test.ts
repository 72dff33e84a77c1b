/** The orders of subscriptions: announced, created once for a day, paid or not, and not created when they should not be. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withMilk } from '../declarations.ts'
import { databases } from '../harness.ts'
import {
  beginPayment,
  call,
  expireCheckout,
  order,
  pickedUp,
  place,
  recordPaymentEvent,
  stockOf,
} from './order-fixtures.ts'
import {
  bakery,
  checkoutOf,
  closeIn,
  dayAhead,
  daysOf,
  makeDue,
  orderNow,
  run,
  stored,
  subscribe,
  suspend,
} from './subscription-fixtures.ts'
import { type Actor, openTestContext, refusal, type TestContext, text } from './test-context.ts'

describe.each(databases)('the orders of subscriptions on %s', (kind) => {
  let context: TestContext
  beforeAll(async () => {
    context = await openTestContext(kind)
  })
  afterAll(() => context.close())

  const titles = async (actor: Actor, id: string) =>
    (
      await actor.rows(
        `select title from notifications where link like '%' || $1 or link like '/checkout/%' order by created_at, title`,
        id,
      )
    ).map((row) => row.title)
  const emails = (id: string, template: string) =>
    context.service.count(`select from outbox where template = $2 and data ->> 'subscription_id' = $1`, id, template)
  const orders = (actor: Actor) => context.service.count('select from orders where buyer_id = $1', actor.id)
  const fresh = async (values: object = {}, more: object = {}, maxOrders: number | null = null) => {
    const from = await bakery(context, { ...values }, maxOrders)
    const buyer = await context.member('Ben')
    return { from, buyer, id: await subscribe(context, buyer, from, { ...more }) }
  }

  it('are announced two days before they are created, once, with the price and the time', async () => {
    const { buyer, id } = await fresh()
    await run(context)
    expect(await emails(id, 'subscription-coming')).toBe(0)
    await closeIn(context, id, 47)
    await run(context)
    await run(context)
    expect(await emails(id, 'subscription-coming')).toBe(1)
    expect(await titles(buyer, id)).toEqual([
      'Your subscription has started',
      expect.stringContaining('Coming up: 2 × Sourdough on '),
    ])
    expect(await orders(buyer)).toBe(0)
    const [row] = await buyer.rows(`select message from notifications where title like 'Coming up%'`)
    expect(text(row, 'message')).toContain('We place this order of £8.00 on ')
  })

  it('are not created before twelve hours have passed since a late announcement', async () => {
    const { buyer, id } = await fresh()
    await closeIn(context, id, 20)
    await run(context)
    await context.service.rows('update subscriptions set next_at = now() where id = $1', id)
    await run(context)
    expect(await emails(id, 'subscription-coming')).toBe(1)
    expect(await orders(buyer)).toBe(0)
    await context.service.rows(
      `update subscriptions set announced_at = now() - interval '12 hours', next_at = now() where id = $1`,
      id,
    )
    await run(context)
    expect(await orders(buyer)).toBe(1)
  })

  it('take stock and a place like any order, and wait for the payment until the cut-off', async () => {
    const { from, buyer, id } = await fresh({ stock: 10 })
    await orderNow(context, id)
    const made = await checkoutOf(context, id)
    expect(made).toMatchObject({ total: 8, status: 'pending', day: await dayAhead(context, 7) })
    expect(await stockOf(context, from.product)).toBe(8)
    const [held] = await context.service.rows(
      `select extract(epoch from c.expires_at - now()) / 3600 between 10.9 and 13 as until_cut_off from checkouts c where id = $1`,
      text(made ?? undefined, 'checkout_id'),
    )
    expect(held).toEqual({ until_cut_off: true })
    expect(await titles(buyer, id)).toContain('Please pay for 2 × Sourdough')
    expect(await emails(id, 'subscription-order')).toBe(1)
    expect(await stored(context, id)).toMatchObject({
      next_on: await dayAhead(context, 14),
      is_due: false,
      announced_at: null,
    })

    const checkout = text(made ?? undefined, 'checkout_id')
    const payment = await beginPayment(context, buyer, checkout)
    await recordPaymentEvent(context, { payment, amount: 8 })
    expect(await daysOf(context, id)).toMatchObject([{ outcome: 'ordered', checkout: 'paid' }])
  })

  it('return their stock when they are not paid, and three of them in a row end the subscription', async () => {
    const { from, buyer, id } = await fresh({ stock: 10 })
    for (let week = 1; week <= 3; week += 1) {
      await orderNow(context, id)
      await expireCheckout(context, text((await checkoutOf(context, id)) ?? undefined, 'checkout_id'))
      await context.service.rows('select expire_checkouts()')
      expect(await stockOf(context, from.product)).toBe(10)
    }
    expect(await daysOf(context, id)).toHaveLength(3)
    await orderNow(context, id)
    expect(await stored(context, id)).toMatchObject({ ended_by: 'unused' })
    expect(await orders(buyer)).toBe(3)
    expect(await emails(id, 'subscription-ended')).toBe(1)
  })

  it('that are cancelled instead of paid count as not paid, and agreeing again to the same terms does not change that', async () => {
    const { from, buyer, id } = await fresh({ stock: 10 })
    for (let week = 1; week <= 3; week += 1) {
      await orderNow(context, id)
      await call(buyer, 'cancel_checkout($1)', text((await checkoutOf(context, id)) ?? undefined, 'checkout_id'))
    }
    const { price, allergens, ingredients } = (await stored(context, id)) ?? {}
    await call(buyer, 'agree_to_subscription($1, $2)', id, {
      price: Number(price),
      allergens,
      ingredients,
      agreed: true,
    })
    expect(await stockOf(context, from.product)).toBe(10)
    await orderNow(context, id)
    expect(await stored(context, id)).toMatchObject({ ended_by: 'unused' })
    expect(await orders(buyer)).toBe(3)
  })

  it('are created once for a day, however often the job runs, and whatever it finds', async () => {
    const { buyer, id } = await fresh()
    await orderNow(context, id)
    for (let n = 0; n < 5; n += 1) await run(context)
    expect(await orders(buyer)).toBe(1)
    // As if a crash had lost the step to the next day, which is in the same transaction.
    await context.service.rows('update subscriptions set next_on = $2 where id = $1', id, await dayAhead(context, 7))
    await makeDue(context, id)
    for (let n = 0; n < 3; n += 1) await run(context)
    expect(await orders(buyer)).toBe(1)
    expect(await stored(context, id)).toMatchObject({ next_on: await dayAhead(context, 14) })
  })

  it('are not created for the past after the job was down, and go on with the next day', async () => {
    const { buyer, id } = await fresh()
    await context.service.rows(
      `update subscriptions set next_on = next_on - 28, next_at = now() - interval '9 days' where id = $1`,
      id,
    )
    await run(context)
    await run(context)
    expect(await orders(buyer)).toBe(0)
    expect(await daysOf(context, id)).toMatchObject([{ day: await dayAhead(context, -21), outcome: 'missed' }])
    expect(await stored(context, id)).toMatchObject({ next_on: await dayAhead(context, 7) })
    expect(await emails(id, 'subscription-missed')).toBe(1)
  })

  it('are not created for skipped and paused days, and follow a changed quantity', async () => {
    const { from, buyer, id } = await fresh({ stock: 10 })
    await call(buyer, 'skip_subscription($1, $2)', id, await dayAhead(context, 7))
    await call(buyer, 'pause_subscription($1, $2)', id, await dayAhead(context, 15))
    await call(buyer, 'change_subscription($1, $2)', id, {
      quantity: 3,
      every_weeks: 2,
      first_on: await dayAhead(context, 21),
      start_time: '09:00',
    })
    await orderNow(context, id)
    expect(await daysOf(context, id)).toEqual([
      { day: await dayAhead(context, 7), outcome: 'skipped', reason: null, checkout: null },
      { day: await dayAhead(context, 21), outcome: 'ordered', reason: null, checkout: 'pending' },
    ])
    expect(await stockOf(context, from.product)).toBe(7)
    expect(await stored(context, id)).toMatchObject({ next_on: await dayAhead(context, 35) })
  })

  it('are missed, with the reason, when it is sold out, hidden, full or not offered, and the stock stays', async () => {
    const sold = await fresh({ stock: 1 })
    const hidden = await fresh()
    await hidden.from.seller.count(`update products set status = 'hidden' where id = $1`, hidden.from.product)
    const full = await fresh({}, {}, 1)
    const other = await context.member()
    const slot = { date: await dayAhead(context, 7), start_time: '09:00', end_time: '17:00' }
    await place(other, order([pickedUp(full.from.shop, slot, { product: full.from.product })]))
    const moved = await fresh()
    await context.service.rows(
      `update shop_pickup_schedules set start_time = '10:00' where shop_id = $1`,
      moved.from.shop,
    )
    const gone = await fresh()
    await context.service.rows(`update shops set status = 'suspended' where id = $1`, gone.from.shop)
    for (const [{ id, buyer, from }, reason] of [
      [sold, 'Only 1 × Sourdough left.'],
      [hidden, 'This product is no longer on sale.'],
      [full, 'This pickup time is full.'],
      [moved, 'The shop does not offer this pickup time on that day.'],
      [gone, 'The shop is not open.'],
    ] as const) {
      await orderNow(context, id)
      await run(context)
      expect(await daysOf(context, id)).toMatchObject([{ outcome: 'missed', reason }])
      expect(await orders(buyer)).toBe(0)
      expect(await stored(context, id)).toMatchObject({ next_on: await dayAhead(context, 14) })
      expect(await titles(buyer, id)).toContain(`No 2 × Sourdough on ${await inWords(await dayAhead(context, 7))}`)
      expect(await stockOf(context, from.product)).toBe(from === sold.from ? 1 : from === full.from ? 99 : 100)
    }
  })

  it('leave out days off of the shop, with a notice', async () => {
    const { from, buyer, id } = await fresh()
    const off = await dayAhead(context, 7)
    await from.seller.send('shop_closures', { shop_id: from.shop, from_date: off, to_date: off, note: 'Away' })
    await closeIn(context, id, 47)
    await run(context)
    expect(await daysOf(context, id)).toMatchObject([{ day: off, outcome: 'closed' }])
    expect(await stored(context, id)).toMatchObject({ next_on: await dayAhead(context, 14) })
    expect(await emails(id, 'subscription-missed')).toBe(1)
    expect(await orders(buyer)).toBe(0)
  })

  it('wait for the buyer when the price has risen, and cost less when it has fallen', async () => {
    const { from, buyer, id } = await fresh()
    await from.seller.count('update products set price = 5 where id = $1', from.product)
    await orderNow(context, id)
    expect(await orders(buyer)).toBe(0)
    expect(await emails(id, 'subscription-changed')).toBe(1)
    expect((await buyer.rows(`select message from notifications where title like '%has changed%'`))[0]).toEqual({
      message: 'One Sourdough now costs £5.00 instead of £4.00. There are no more orders until you agree.',
    })
    const agree = (price: number) =>
      call(buyer, 'agree_to_subscription($1, $2)', id, {
        price,
        allergens: withMilk,
        ingredients: 'Flour, water',
        agreed: true,
      })
    expect(await refusal(agree(4))).toMatchObject({ hint: 'prices_changed' })
    await agree(5)
    await run(context)
    expect(await checkoutOf(context, id)).toMatchObject({ total: 10, day: await dayAhead(context, 7) })

    const cheaper = await fresh()
    await cheaper.from.seller.count('update products set price = 3 where id = $1', cheaper.from.product)
    await orderNow(context, cheaper.id)
    expect(await checkoutOf(context, cheaper.id)).toMatchObject({ total: 6 })
  })

  it('wait for the buyer when allergens or ingredients have changed, and not when that is undone', async () => {
    const { from, buyer, id } = await fresh()
    const declare = (values: object) =>
      from.seller.count('update products set allergens = $2 where id = $1', from.product, values)
    await declare({ ...withMilk, eggs: 'may_contain' })
    await orderNow(context, id)
    expect(await orders(buyer)).toBe(0)
    expect(await stored(context, id)).toMatchObject({ waiting_since: expect.anything() })
    expect(await buyer.rows(`select type, message from notifications where title like '%has changed%'`)).toEqual([
      { type: 'safety', message: 'Sourdough may now contain eggs. There are no more orders until you agree.' },
    ])
    await declare(withMilk)
    await context.service.rows('update subscriptions set next_at = now() where id = $1', id)
    await run(context)
    expect(await checkoutOf(context, id)).toMatchObject({ total: 8 })

    const other = await fresh()
    await other.from.seller.count(
      `update products set ingredients = 'Flour, water, salt' where id = $1`,
      other.from.product,
    )
    await orderNow(context, other.id)
    expect(await orders(other.buyer)).toBe(0)
    expect(await emails(other.id, 'subscription-changed')).toBe(1)
    // Without an answer the day passes.
    await closeIn(context, other.id, -1)
    await run(context)
    expect(await daysOf(context, other.id)).toMatchObject([
      { outcome: 'missed', reason: 'It waits for you to agree to what has changed.' },
    ])
  })

  it('are refused when the declaration changes after the review, in the transaction of the order', async () => {
    const { from, buyer, id } = await fresh({ stock: 10 })
    await makeDue(context, id)
    await context.service.rows('update subscriptions set is_due = true where id = $1', id)
    await from.seller.count('update products set allergens = $2 where id = $1', from.product, {
      ...withMilk,
      sesame: 'may_contain',
    })
    await run(context)
    expect(await orders(buyer)).toBe(0)
    expect(await daysOf(context, id)).toEqual([])
    expect(await stockOf(context, from.product)).toBe(10)
    await run(context)
    expect(await emails(id, 'subscription-changed')).toBe(1)
  })

  it('are not created for suspended members, and without a word to them', async () => {
    const { buyer, id } = await fresh()
    await suspend(context, buyer)
    await orderNow(context, id)
    expect(await orders(buyer)).toBe(0)
    expect(await daysOf(context, id)).toMatchObject([{ outcome: 'missed' }])
    expect(await emails(id, 'subscription-missed')).toBe(0)
  })

  it('of one product are created in the order of their time, and an error of one does not stop the others', async () => {
    const from = await bakery(context, { stock: 6 })
    const buyers = await Promise.all(['A', 'B', 'C'].map((name) => context.member(name)))
    const ids: string[] = []
    for (const buyer of buyers) ids.push(await subscribe(context, buyer, from))
    // The key of the first one is taken, which no rule of an order refuses.
    const [first] = ids
    await context.service.rows(
      `insert into checkouts (buyer_id, idempotency_key, subtotal, status) values ($1, $2, 1, 'cancelled')`,
      buyers[0]?.id ?? '',
      `subscription:${first}:${await dayAhead(context, 7)}`,
    )
    for (const id of ids) await makeDue(context, id)
    await run(context)
    expect(await daysOf(context, first ?? '')).toEqual([])
    expect(await stored(context, first ?? '')).toMatchObject({ is_due: false, ended_at: null })
    for (const id of ids.slice(1)) expect(await daysOf(context, id)).toMatchObject([{ outcome: 'ordered' }])
  })

  it('keep their time in London when the clocks change', async () => {
    const { from } = await fresh()
    await context.service.rows(
      `insert into shop_booking_rules (shop_id, pickup_cutoff_hours) values ($1, 48) on conflict (shop_id) do update set pickup_cutoff_hours = 48`,
      from.shop,
    )
    // 29 March 2026 and 25 October 2026 are Sundays on which the clocks change.
    const at = async (day: string) => {
      const { columns, rows } = await context.database.run({
        text: `select to_char(t.close_at at time zone 'Europe/London', 'Dy HH24:MI') as london, to_char(t.close_at at time zone 'UTC', 'Dy HH24:MI') as utc,
          to_char(t.close_at - t.order_at, 'HH24:MI') as hold
          from public.products p, private.subscription_times(p, $2, '09:00') t where p.id = $1`,
        values: [from.product, day],
      })
      return Object.fromEntries(columns.map(({ name }, n) => [name, rows[0]?.[n]]))
    }
    expect(await at('2026-03-28')).toEqual({ london: 'Thu 09:00', utc: 'Thu 09:00', hold: '23:00' })
    expect(await at('2026-03-30')).toEqual({ london: 'Sat 09:00', utc: 'Sat 09:00', hold: '23:00' })
    expect(await at('2026-04-04')).toEqual({ london: 'Thu 09:00', utc: 'Thu 08:00', hold: '23:00' })
    expect(await at('2026-10-26')).toEqual({ london: 'Sat 09:00', utc: 'Sat 08:00', hold: '23:00' })
    expect(await at('2026-10-31')).toEqual({ london: 'Thu 09:00', utc: 'Thu 09:00', hold: '23:00' })
  })

  it('take turns that stay on the weekday, before and after any day', async () => {
    const turn = async (anchor: string, weeks: number, day: string) =>
      (
        await context.database.run({
          text: 'select private.day_in_turn($1, $2, $3)::text',
          values: [anchor, String(weeks), day],
        })
      ).rows[0]?.[0]
    expect(await turn('2026-12-05', 1, '2026-12-05')).toBe('2026-12-05')
    expect(await turn('2026-12-05', 1, '2026-12-06')).toBe('2026-12-12')
    expect(await turn('2026-12-05', 2, '2026-12-06')).toBe('2026-12-19')
    expect(await turn('2026-12-05', 2, '2026-11-10')).toBe('2026-11-21')
    expect(await turn('2026-03-21', 1, '2026-03-29')).toBe('2026-04-04')
  })

  const inWords = async (day: string) =>
    String((await context.database.run({ text: 'select private.day_text($1)', values: [day] })).rows[0]?.[0])
})

describe.runIf(databases.includes('postgres'))('concurrent runs on postgres', () => {
  let context: TestContext
  beforeAll(async () => {
    context = await openTestContext('postgres')
  })
  afterAll(() => context.close())

  it('create one order for each subscription and day, beside buyers who place, skip and cancel', async () => {
    const from = await bakery(context, { stock: 200 })
    const buyers = await Promise.all(Array.from({ length: 12 }, () => context.member()))
    const ids = await Promise.all(buyers.map((buyer) => subscribe(context, buyer, from)))
    for (const id of ids) await makeDue(context, id)
    const first = await dayAhead(context, 7)
    const slot = { date: first, start_time: '09:00', end_time: '17:00' }
    const ends = await Promise.allSettled([
      ...Array.from({ length: 8 }, () => run(context)),
      ...buyers
        .slice(0, 4)
        .map((buyer) => place(buyer, order([pickedUp(from.shop, slot, { product: from.product })]), randomUUID())),
      ...buyers.slice(4, 8).map((buyer, n) => call(buyer, 'skip_subscription($1, $2)', ids[n + 4] ?? '', first)),
      ...buyers.slice(8).map((buyer, n) => call(buyer, 'cancel_subscription($1)', ids[n + 8] ?? '')),
      ...Array.from({ length: 8 }, () => run(context)),
    ])
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason?.hint ?? end.reason)] : []))
    // A skip that comes after the order is told so. Nothing else fails, and no transaction is a deadlock's victim.
    expect(failures.filter((hint) => hint !== 'changed')).toEqual([])
    for (let n = 0; n < 3; n += 1) await run(context)
    const [counted] = await context.service.rows(
      `select count(*)::int as orders, count(distinct d.subscription_id)::int as subscriptions,
        count(*) filter (where s.ended_at is not null and c.status <> 'cancelled')::int as left_open
        from subscription_days d join checkouts c on c.id = d.checkout_id join subscriptions s on s.id = d.subscription_id
        where s.shop_id = $1 and d.day = $2`,
      from.shop,
      first,
    )
    expect(counted?.orders).toBe(counted?.subscriptions)
    expect(counted?.left_open).toBe(0)
    expect(await context.service.count(`select from checkouts where idempotency_key like 'subscription:%'`)).toBe(
      counted?.orders,
    )
    const [sold] = await context.service.rows(
      `select coalesce(sum(i.quantity), 0)::int as units from orders o join order_items i on i.order_id = o.id
        where o.shop_id = $1 and o.status = 'pending payment'`,
      from.shop,
    )
    expect(await stockOf(context, from.product)).toBe(200 - Number(sold?.units))
  })

  it('create the orders of other products while the buyer of the first places orders without a pause', async () => {
    const [busy, calm] = [await context.member(), await context.member()]
    const ids: string[] = []
    for (const buyer of [busy, calm]) ids.push(await subscribe(context, buyer, await bakery(context)))
    for (const [n, id] of ids.entries()) {
      await makeDue(context, id)
      const due = `update subscriptions set is_due = true, next_at = now() - make_interval(hours => $2) where id = $1`
      await context.service.rows(due, id, ids.length - n)
    }
    await context.database.transaction(async (tx) => {
      const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
      await tx.run({ text: lock, values: [`place_order ${busy.id}`] })
      for (let n = 0; n < 2; n += 1) await run(context)
    })
    expect(await Promise.all(ids.map(async (id) => (await daysOf(context, id)).length))).toEqual([0, 1])
    // The buyer's own order is only later.
    await context.service.rows('update subscriptions set next_at = now() where id = $1', ids[0] ?? '')
    await run(context)
    expect(await daysOf(context, ids[0] ?? '')).toHaveLength(1)
  })
})
