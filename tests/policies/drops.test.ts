/** Drops: who sees, saves and buys them; their stock, limits and hand-over times; their queue; reminders. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseError } from '#backend/database/errors'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import { dropDetails, londonTime, openDrop, takenOf } from './drop-fixtures.ts'
import { lockWait } from './lock-waits.ts'
import {
  addDailyPickupWindows,
  beginPayment,
  call,
  expireCheckout,
  forSale,
  order,
  pay,
  pickedUp,
  place,
  recordPaymentEvent,
  stockOf,
} from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text } from './test-context.ts'

describe.each(databases)('a drop on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let stranger: Actor
  let buyer: Actor
  let shop: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    stranger = await context.member('Stranger')
    buyer = await context.member('Buyer')
    shop = await context.shop(seller)
    await context.shop(stranger, { name: 'Another shop' })
  })
  afterAll(() => context.close())

  const bun = () => context.product(shop, { ...forSale, price: 3, stock: 4 })
  const save = (details: object, as = seller) => call(as, 'save_drop($1)', details)
  const sees = (actor: Actor, drop: string) => actor.count('select from drops where id = $1', drop)
  const set = (drop: string, change: string) => context.service.count(`update drops set ${change} where id = $1`, drop)
  const enter = (actor: Actor, drop: string) => call(actor, 'enter_drop($1)', drop)

  it('is seen by its owner alone until it is published, and by nobody once the shop is suspended', async () => {
    const product = await bun()
    const id = String(await save(await dropDetails(context, product, { is_published: false })))
    expect(await Promise.all([context.visitor, buyer, stranger, seller].map((actor) => sees(actor, id)))).toEqual([
      0, 0, 0, 1,
    ])
    expect(await buyer.count('select from drop_items where drop_id = $1', id)).toBe(0)
    expect(await buyer.count('select from drop_slots where drop_id = $1', id)).toBe(0)
    await save({ id, ...(await dropDetails(context, product)) })
    expect(await sees(context.visitor, id)).toBe(1)
    await context.service.update('shops', shop, { status: 'suspended' })
    expect(await sees(context.visitor, id)).toBe(0)
    await context.service.update('shops', shop, { status: 'active' })
  })

  it('is saved, copied and deleted by its owner alone', async () => {
    const product = await bun()
    const details = await dropDetails(context, product, { is_published: false })
    const id = String(await save(details))
    expect(await refusal(save({ id, ...details, items: [] }, stranger))).toMatchObject({ hint: 'drop' })
    expect(await refusal(save(details, stranger))).toMatchObject({ hint: 'product' })
    expect(await refusal(call(stranger, 'duplicate_drop($1)', id))).toMatchObject({ hint: 'drop' })
    expect(await stranger.count('delete from drops where id = $1', id)).toBe(0)
    for (const statement of ['insert into drops (shop_id) values ($1)', 'update drops set title = $1'])
      expect(await refusal(seller.count(statement, shop))).toMatchObject({ code: forbidden })
    expect(await seller.count('delete from drops where id = $1', id)).toBe(1)
  })

  it('is not announced without items, hand-over times after the cut-off, or with items of another drop', async () => {
    const product = await bun()
    const details = await dropDetails(context, product)
    const early = {
      fulfilment: 'pickup',
      on_date: details.opens_at.slice(0, 10),
      start_time: '00:00',
      end_time: '00:30',
    }
    const wrongs = [
      { items: [] },
      { slots: [] },
      { slots: [early] },
      { cut_off: details.opens_at },
      { cut_off: await londonTime(context, '-1 hour'), opens_at: await londonTime(context, '-2 hours') },
      { items: [{ product_id: await context.product(shop, { status: 'draft' }), stock: 1 }] },
      { items: Array(2).fill({ product_id: product, stock: 1 }) },
      { items: Array.from({ length: 51 }, () => ({ product_id: product, stock: 1 })) },
    ]
    for (const wrong of wrongs)
      expect(await refusal(save({ ...details, ...wrong })), JSON.stringify(wrong)).toMatchObject({ hint: 'drop_terms' })
    await save(details)
    expect(await refusal(save(details))).toMatchObject({ hint: 'drop_terms' })
  })

  it('is copied as a draft for the same hours of the next week', async () => {
    const product = await bun()
    const id = String(await save(await dropDetails(context, product)))
    const copy = String(await call(seller, 'duplicate_drop($1)', id))
    expect(
      await context.service.rows(
        `select (c.opens_at at time zone 'Europe/London' - d.opens_at at time zone 'Europe/London')::text as opens, c.is_published,
          (select (cs.on_date - s.on_date)::integer from drop_slots s, drop_slots cs where s.drop_id = d.id and cs.drop_id = c.id) as days,
          (select stock from drop_items i where i.drop_id = c.id) as stock
        from drops d, drops c where d.id = $1 and c.id = $2`,
        id,
        copy,
      ),
    ).toEqual([{ opens: '7 days', is_published: false, days: 7, stock: 10 }])
  })

  it('sells nothing before it opens, its own stock while it is open, and the product’s stock afterwards', async () => {
    const product = await bun()
    const details = await dropDetails(context, product)
    const id = String(await save(details))
    const slot = { date: details.slots[0]?.on_date, start_time: '10:00', end_time: '12:00' }
    const bought = (quantity: number, by = buyer) => place(by, order([pickedUp(shop, slot, { product, quantity })]))
    expect(await refusal(bought(1))).toMatchObject({ hint: 'drop_early' })
    await set(id, `opens_at = now() - interval '1 minute'`)
    await bought(5)
    expect([await takenOf(context, id), await stockOf(context, product)]).toEqual([5, 4])
    // Others wait for what is not paid.
    expect(
      await context.service.rows(
        `select o.drop_title, extract(epoch from c.expires_at - c.created_at) / 60 as minutes
          from orders o join checkouts c on c.id = o.checkout_id where o.drop_id = $1`,
        id,
      ),
    ).toEqual([{ drop_title: 'Saturday bakes', minutes: expect.stringMatching(/^10(\.0+)?$/) }])
    expect(await refusal(bought(6, stranger))).toMatchObject({ hint: 'sold_out' })
    await set(id, `cut_off = now() - interval '1 second'`)
    expect(await refusal(bought(1))).toMatchObject({ hint: 'slot' })
  })

  it('limits the units of a buyer over all orders, of the drop and of an item', async () => {
    const { id, product, slot } = await openDrop(context, seller, shop, { max_per_buyer: 3 })
    const bought = (quantity: number) => place(buyer, order([pickedUp(shop, slot, { product, quantity })]))
    await bought(2)
    expect(await refusal(bought(2))).toMatchObject({ hint: 'drop_limit' })
    await context.service.count('update drop_items set max_per_buyer = 2 where drop_id = $1', id)
    expect(await refusal(bought(1))).toMatchObject({ hint: 'drop_limit' })
    expect(await takenOf(context, id)).toBe(2)
  })

  it.each(['drop', 'item'])('refunds a late payment beyond what one buyer can order of the %s', async (limited) => {
    const { id, product, slot } = await openDrop(context, seller, shop, limited === 'drop' ? { max_per_buyer: 3 } : {})
    if (limited === 'item')
      await context.service.count('update drop_items set max_per_buyer = 3 where drop_id = $1', id)
    const patient = await context.member('Patient')
    const bought = () => place(patient, order([pickedUp(shop, slot, { product, quantity: 3 })]))
    const late = await bought()
    const payment = await beginPayment(context, patient, late.checkout_id)
    await expireCheckout(context, late.checkout_id)
    await context.service.rows('select expire_checkouts()')
    const second = await bought()
    expect(await recordPaymentEvent(context, { payment, amount: late.total })).toMatchObject({ result: 'refunding' })
    await call(patient, 'cancel_checkout($1)', second.checkout_id)
    const third = await bought()
    const again = await beginPayment(context, patient, third.checkout_id)
    await expireCheckout(context, third.checkout_id)
    await context.service.rows('select expire_checkouts()')
    expect(await recordPaymentEvent(context, { payment: again, amount: third.total })).toMatchObject({ result: 'paid' })
  })

  it('offers its own hand-over times only, with a limit for each, and returns what is not paid', async () => {
    const { id, product, slot } = await openDrop(context, seller, shop)
    await context.service.count('update drop_slots set max_orders = 1 where drop_id = $1', id)
    const offered = `select start_time::text, remaining from hand_over_slots($1, array[$2]::uuid[], 'pickup', null, 14)`
    expect(await context.visitor.rows(offered, shop, product)).toEqual([{ start_time: '10:00:00', remaining: 1 }])
    const bought = (pickup: object, by = buyer) => place(by, order([pickedUp(shop, pickup, { product })]))
    expect(await refusal(bought({ ...slot, start_time: '09:00' }))).toMatchObject({ hint: 'slot' })
    const unpaid = await bought(slot)
    expect(await refusal(bought(slot, stranger))).toMatchObject({ hint: 'slot_full' })
    await expireCheckout(context, unpaid.checkout_id)
    await context.service.rows('select expire_checkouts()')
    expect(await takenOf(context, id)).toBe(0)
    const paid = await bought(slot, stranger)
    await pay(context, stranger, paid)
    expect(await takenOf(context, id)).toBe(1)
    await call(seller, 'cancel_order($1, $2)', paid.orders[0]?.id ?? '', 'The oven broke')
    expect(await takenOf(context, id)).toBe(0)
  })

  it('has the first day of its own hand-over times, until it or they are full, and then that of its shop', async () => {
    const baker = await context.member('Baker')
    const bakery = await context.shop(baker, { name: 'Bakery of days' })
    await addDailyPickupWindows(context, bakery, 5)
    const drop = await openDrop(context, baker, bakery)
    const day = async () =>
      (await context.visitor.rows('select pickup_day::text from earliest_days(array[$1]::uuid[])', drop.product))[0]
        ?.pickup_day
    const offered = async () => {
      const slots = `select min(date)::text as day from hand_over_slots($1, array[$2]::uuid[], 'pickup') where reason is null`
      return (await context.visitor.rows(slots, bakery, drop.product))[0]?.day
    }
    expect(await day()).toBe(drop.slot.date)
    expect(await offered()).toBe(drop.slot.date)
    await context.service.count('update drop_slots set max_orders = 1 where drop_id = $1', drop.id)
    await place(buyer, order([pickedUp(bakery, drop.slot, { product: drop.product })]))
    expect(await day()).toBe(null)
    await context.service.count('update drop_slots set max_orders = null where drop_id = $1', drop.id)
    expect(await day()).toBe(drop.slot.date)
    await context.service.count('update drop_items set taken = stock where drop_id = $1', drop.id)
    expect(await day()).toBe(null)
    await context.service.update('products', drop.product, { stock: 3 })
    await set(drop.id, `opens_at = now() - interval '2 hours', cut_off = now() - interval '1 hour'`)
    expect(await offered()).not.toBe(drop.slot.date)
    expect(await day()).toBe(await offered())
  })

  it('is ordered on its own, apart from the other items of its shop', async () => {
    const { product, slot } = await openDrop(context, seller, shop)
    const other = await bun()
    const mixed = place(buyer, order([pickedUp(shop, slot, { product }, { product: other })]))
    expect(await refusal(mixed)).toMatchObject({ hint: 'drop_alone' })
  })

  it('keeps what has been ordered when it is saved again', async () => {
    const { id, product, slot } = await openDrop(context, seller, shop)
    const [kept] = await context.service.rows(
      `select to_char(opens_at at time zone 'Europe/London', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at from drops where id = $1`,
      id,
    )
    const details = await dropDetails(context, product, { id, opens_at: text(kept, 'at') })
    await place(buyer, order([pickedUp(shop, slot, { product, quantity: 2 })]))
    for (const wrong of [{ items: [{ product_id: product, stock: 1 }] }, { items: [] }, { is_published: false }])
      expect(await refusal(save({ ...details, ...wrong }))).toMatchObject({ hint: 'drop_terms' })
    expect(await refusal(save({ ...details, opens_at: await londonTime(context, '1 hour') }))).toMatchObject({
      hint: 'drop_terms',
    })
    expect(await seller.count('delete from drops where id = $1', id)).toBe(0)
    await save({ ...details, items: [{ product_id: product, stock: 2 }] })
    expect(await takenOf(context, id)).toBe(2)
  })

  describe('with more members waiting than units', () => {
    it('admits as many as there are units, by rank, and a member has one place', async () => {
      const { id, product, slot } = await openDrop(context, seller, shop, {
        items: [{ product_id: await bun(), stock: 2 }],
        opens_at: await londonTime(context, '10 minutes'),
      })
      const [item] = await context.service.rows('select product_id from drop_items where drop_id = $1', id)
      const members = await Promise.all(Array.from({ length: 5 }, () => context.member()))
      for (const member of members) {
        expect(await enter(member, id)).toMatchObject({ state: 'early', place: null })
        await enter(member, id)
      }
      const places = 'select member_id, rank from private.drop_queue order by rank'
      const { rows } = await context.database.run({ text: places, values: [] })
      expect(rows).toHaveLength(5)
      expect(rows.every(([, rank]) => Number(rank) < 1)).toBe(true)
      const inOrder = rows.flatMap(([member]) => members.filter((other) => other.id === member))
      // The first in the queue were seen last.
      for (const member of inOrder.toReversed()) await enter(member, id)
      await set(id, `opens_at = now() - interval '1 minute'`)
      const late = await context.member()
      expect(await enter(late, id)).toMatchObject({ state: 'waiting', place: 4 })
      const states = await Promise.all(inOrder.map((member) => enter(member, id)))
      expect(states.map((state) => (state as { state: string }).state)).toEqual([
        'admitted',
        'admitted',
        'waiting',
        'waiting',
        'waiting',
      ])
      expect(product).not.toBe(text(item, 'product_id'))
      const bought = (by: Actor) =>
        place(by, order([pickedUp(shop, slot, { product: text(item, 'product_id') })]), randomUUID())
      // Neither by a call of their own nor by writing into the queue can members admit themselves.
      expect(await refusal(bought(late))).toMatchObject({ hint: 'drop_queue' })
      expect(await refusal(bought(inOrder[2] ?? late))).toMatchObject({ hint: 'drop_queue' })
      expect(await refusal(late.count('update private.drop_queue set rank = 0'))).toMatchObject({ code: forbidden })
      const first = await bought(inOrder[0] ?? late)
      await bought(inOrder[1] ?? late)
      expect(await takenOf(context, id)).toBe(2)
      // What is not paid goes to the next in the queue.
      await expireCheckout(context, first.checkout_id)
      await context.service.rows('select expire_checkouts()')
      expect(await enter(inOrder[3] ?? late, id)).toMatchObject({ state: 'waiting', place: 1 })
      expect(await enter(inOrder[2] ?? late, id)).toMatchObject({ state: 'admitted' })
    })

    it('leaves a unit for each member in the queue, however much somebody else orders', async () => {
      const { id, product, slot } = await openDrop(context, seller, shop, { max_per_buyer: 9 })
      for (let n = 0; n < 4; n += 1) await enter(await context.member(), id)
      const hasty = await context.member('Hasty')
      const bought = (quantity: number) => place(hasty, order([pickedUp(shop, slot, { product, quantity })]))
      expect(await refusal(bought(7))).toMatchObject({ code: 'PT409', hint: 'drop_queue' })
      await bought(6)
      expect(await refusal(bought(1))).toMatchObject({ hint: 'drop_queue' })
      expect(await takenOf(context, id)).toBe(6)
    })

    it('lets nobody in who is blocked, owns the shop, or comes too early', async () => {
      const { id } = await openDrop(context, seller, shop)
      const blocked = await context.member('Blocked')
      await seller.insert('blocks', { blocked_id: blocked.id })
      expect(await refusal(enter(blocked, id))).toMatchObject({ hint: 'blocked' })
      expect(await refusal(enter(seller, id))).toMatchObject({ hint: 'own_shop' })
      expect(await refusal(enter(context.visitor, id))).toMatchObject({ code: forbidden })
      const later = await openDrop(context, seller, shop, { opens_at: await londonTime(context, '2 hours') })
      expect(await refusal(enter(buyer, later.id))).toMatchObject({ hint: 'drop' })
    })
  })

  it('reminds the members who asked for it once, but nobody who is blocked', async () => {
    const drop = await openDrop(context, seller, shop, { opens_at: await londonTime(context, '10 minutes') })
    const blocked = await context.member('Blocked')
    for (const member of [buyer, blocked]) await member.insert('drop_reminders', { drop_id: drop.id })
    expect(await stranger.count('select from drop_reminders')).toBe(0)
    const foreign = stranger.send('drop_reminders', { drop_id: drop.id, user_id: buyer.id })
    expect(await refusal(foreign)).toMatchObject({ code: forbidden })
    await seller.insert('blocks', { blocked_id: blocked.id })
    const run = () => context.database.run({ text: 'select private.remind_of_drops()', values: [] })
    const told = (member: Actor) => member.rows(`select title, link from notifications where type = 'opening'`)
    await run()
    expect(await told(buyer)).toEqual([])
    await set(drop.id, `opens_at = now() - interval '1 second'`)
    await run()
    await run()
    expect(await told(buyer)).toEqual([{ title: 'Saturday bakes is open', link: `/drops/${drop.id}` }])
    expect(await told(blocked)).toEqual([])
    expect(await context.service.rows(`select user_id from outbox where template = 'drop-open'`)).toEqual([
      { user_id: buyer.id },
    ])
    expect(await refusal(stranger.send('drop_reminders', { drop_id: drop.id }))).toMatchObject({ code: forbidden })
  })

  it('is limited in number: 300 for a shop, 100 reminders for a member, however often somebody tries', async () => {
    const owner = await context.member('Busy')
    const busy = await context.shop(owner)
    await context.service.count(
      `insert into drops (shop_id, title, opens_at, cut_off, is_published)
        select $1, 'Drop ' || n, now() + interval '1 day', now() + interval '2 days', true from generate_series(1, 300) n`,
      busy,
    )
    const times = { opens_at: await londonTime(context, '1 hour'), cut_off: await londonTime(context, '2 hours') }
    const another = { title: 'One more', ...times, items: [], slots: [] }
    expect(await refusal(save(another, owner))).toMatchObject({ hint: 'quota' })
    const remind = (most: number) =>
      buyer.count(`insert into drop_reminders (drop_id) select id from drops where shop_id = $1 limit ${most}`, busy)
    expect(await refusal(remind(10_000))).toMatchObject({ hint: 'quota' })
    expect(await remind(100)).toBe(100)
  })

  it.runIf(kind === 'postgres')('is saved while one of its products is being ordered, without a deadlock', async () => {
    const { id, product, slot } = await openDrop(context, seller, shop)
    const [kept] = await context.service.rows(
      `select to_char(opens_at at time zone 'Europe/London', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at from drops where id = $1`,
      id,
    )
    const cut_off = await londonTime(context, '2 days')
    const details = await dropDetails(context, product, { id, opens_at: text(kept, 'at'), cut_off })
    let saved: Promise<unknown> = Promise.resolve()
    // As place_order: the product first, then the item.
    await context.database.transaction(async (tx) => {
      await tx.run({ text: 'select from products where id = $1 for no key update', values: [product] })
      saved = save(details)
      await lockWait(context, 'save_drop')
      await tx.run({ text: 'select from drop_items where drop_id = $1 for no key update', values: [id] })
    })
    await saved
    await place(buyer, order([pickedUp(shop, slot, { product })]))
  })

  it.runIf(kind === 'postgres')('is not deleted while its first order is being placed', async () => {
    const { id, product, slot } = await openDrop(context, seller, shop)
    let deleted: Promise<unknown> = Promise.resolve()
    await context.database.transaction(
      async (tx) => {
        const wanted = JSON.stringify(order([pickedUp(shop, slot, { product })]))
        await tx.run({ text: 'select public.place_order($1, $2)', values: [wanted, randomUUID()] })
        deleted = refusal(seller.count('delete from drops where id = $1', id))
        await lockWait(context, '^delete from drops')
      },
      { role: 'authenticated', claims: JSON.stringify({ sub: buyer.id, role: 'authenticated' }) },
    )
    expect(await deleted).toMatchObject({ code: 'PT409', hint: 'drop_terms' })
    expect([await sees(seller, id), await takenOf(context, id)]).toEqual([1, 1])
  })

  it.runIf(kind === 'postgres')('sells ten units to ten of more members who order at once', async () => {
    const { id, product, slot } = await openDrop(context, seller, shop)
    const members = await Promise.all(Array.from({ length: cases(16, 64) }, () => context.member()))
    await Promise.all(members.map((member) => enter(member, id)))
    // One call admits at a time. The others are admitted at the next call of their pages.
    for (const member of members) await enter(member, id)
    const attempts = members.map((member) => place(member, order([pickedUp(shop, slot, { product })])))
    const ends = await Promise.allSettled(attempts)
    for (const end of ends) {
      if (end.status === 'fulfilled') continue
      if (!(end.reason instanceof DatabaseError)) throw end.reason
      expect(['sold_out', 'drop_queue']).toContain(end.reason.hint)
    }
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await takenOf(context, id)).toBe(10)
  })

  it('sells ten units to ten of more members who ask one after the other', async () => {
    const { id, product, slot } = await openDrop(context, seller, shop)
    let placed = 0
    for (let n = 0; n < cases(12, 64); n += 1) {
      const attempt = place(await context.member(), order([pickedUp(shop, slot, { product })]))
      placed += await attempt.then(
        () => 1,
        () => 0,
      )
    }
    expect([placed, await takenOf(context, id)]).toEqual([10, 10])
  })
})
