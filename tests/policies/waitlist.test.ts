/** Waitlists of sold-out products and items of drops: joining, offers, what they hold, and who is next. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseError } from '#backend/database/errors'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import { openDrop, takenOf } from './drop-fixtures.ts'
import {
  addDailyPickupWindows,
  call,
  expireCheckout,
  forSale,
  order,
  pay,
  pickedUp,
  place,
  stockOf,
} from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext } from './test-context.ts'

describe.each(databases)('a waitlist on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let ann: Actor
  let bea: Actor
  let cat: Actor
  let shop: string
  let slot: object
  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    ann = await context.member('Ann')
    bea = await context.member('Bea')
    cat = await context.member('Cat')
    shop = await context.shop(seller)
    slot = await addDailyPickupWindows(context, shop)
  })
  afterAll(() => context.close())

  const soldOut = (values: object = {}) => context.product(shop, { ...forSale, price: 3, stock: 0, ...values })
  const join = (member: Actor, product: string, quantity = 1) =>
    call(member, 'join_waitlist($1, $2)', product, quantity)
  const leave = (member: Actor, product: string) => call(member, 'leave_waitlist($1)', product)
  const restock = (product: string, stock: number) =>
    seller.count('update products set stock = $1 where id = $2', stock, product)
  const buy = (member: Actor, product: string, quantity = 1, when = slot) =>
    place(member, order([pickedUp(shop, when, { product, quantity })]))
  const run = () => context.database.script('select private.run_waitlists()')
  const expireOffers = () =>
    context.database.script(
      `update waitlist_entries set offered_until = now() - interval '1 second' where offered > 0; select private.run_waitlists()`,
    )
  const offerOf = async (member: Actor, product: string) =>
    (await member.rows('select offered from waitlist_entries where product_id = $1', product))[0]?.offered ?? null
  const counts = (actor: Actor, product: string) =>
    actor.rows('select waiting, held from waitlist_counts() where product_id = $1', product)
  /** What is held is in neither the stock nor an order. */
  const heldOf = async (product: string) =>
    (
      await context.service.rows(
        `select p.held::int + coalesce((select sum(i.held) from drop_items i where i.product_id = p.id), 0)::int as held,
          coalesce((select sum(w.offered) from waitlist_entries w where w.product_id = p.id), 0)::int as offered from products p where p.id = $1`,
        product,
      )
    )[0]

  it('is joined once a product by members, only while it is sold out and counted', async () => {
    const product = await soldOut()
    await join(ann, product, 2)
    await join(ann, product, 3)
    expect(await ann.rows('select quantity from waitlist_entries where product_id = $1', product)).toEqual([
      { quantity: 3 },
    ])
    for (const quantity of [0, 7])
      expect(await refusal(join(bea, product, quantity))).toMatchObject({ hint: 'quantity' })
    for (const values of [{ stock: 1 }, { is_made_to_order: true }, { product_type: 'bespoke', price: 0 }])
      expect(await refusal(join(ann, await soldOut(values)))).toMatchObject({ hint: 'not_sold_out' })
    expect(await refusal(join(ann, await soldOut({ status: 'hidden' })))).toMatchObject({ hint: 'product' })
    expect(await refusal(join(seller, product))).toMatchObject({ hint: 'own_shop' })
    expect(await refusal(join(context.visitor, product))).toMatchObject({ code: forbidden })
  })

  it('shows a member the own entry alone, the seller only numbers, and nobody writes one directly', async () => {
    const product = await soldOut()
    await join(ann, product)
    for (const other of [bea, seller, await context.administrator()]) {
      expect(await other.count('select from waitlist_entries where product_id = $1', product)).toBe(0)
      const forged = other.send('waitlist_entries', { user_id: ann.id, product_id: product, quantity: 1 })
      expect(await refusal(forged)).toMatchObject({ code: forbidden })
    }
    for (const write of ['update waitlist_entries set offered = 1', 'delete from waitlist_entries'])
      expect(await refusal(ann.count(write))).toMatchObject({ code: forbidden })
    expect(await counts(seller, product)).toEqual([{ waiting: 1, held: 0 }])
    expect(await counts(bea, product)).toEqual([])
    await leave(bea, product)
    expect(await counts(seller, product)).toEqual([{ waiting: 1, held: 0 }])
  })

  it('holds at most 50 entries of a member, however often they join', async () => {
    const eager = await context.member()
    await context.database.script(`
      insert into products (shop_id, name, price, stock, category, allergens)
      select shop_id, 'Bun ' || n, 1, 0, category, allergens from products, generate_series(1, 51) n where id = '${await soldOut()}'`)
    const all = `select join_waitlist(id, 1) from products where name like 'Bun %' order by name limit `
    expect(await refusal(eager.count(`${all} 51`))).toMatchObject({ code: 'PT409', hint: 'quota' })
    expect(await eager.count(`${all} 50`)).toBe(50)
    expect(await eager.count(`${all} 2`)).toBe(2)
    expect(await eager.count('select from waitlist_entries')).toBe(50)
  })

  it('offers added stock in order of arrival, and tells by notification and email', async () => {
    const product = await soldOut({ name: 'Rye loaf' })
    await join(ann, product, 2)
    await join(bea, product, 2)
    await join(cat, product, 2)
    await restock(product, 3)
    expect([await offerOf(ann, product), await offerOf(bea, product), await offerOf(cat, product)]).toEqual([2, 1, 0])
    expect([await stockOf(context, product), await heldOf(product)]).toEqual([0, { held: 3, offered: 3 }])
    expect(await counts(seller, product)).toEqual([{ waiting: 1, held: 3 }])
    expect(await ann.rows(`select title, link from notifications where type = 'waitlist'`)).toEqual([
      { title: '2 × Rye loaf reserved for you', link: `/product/${product}` },
    ])
    expect(await cat.count(`select from notifications where type = 'waitlist'`)).toBe(0)
    expect(
      await context.service.rows(
        `select user_id from outbox where template = 'waitlist-offer' order by data ->> 'quantity' desc`,
      ),
    ).toEqual([{ user_id: ann.id }, { user_id: bea.id }])
    const [{ hours = null } = {}] = await ann.rows(
      'select round(extract(epoch from offered_until - now()) / 3600)::int as hours from waitlist_entries where product_id = $1',
      product,
    )
    expect(hours).toBe(12)
  })

  it('sells what is held to its member alone, and gives what they leave to the next', async () => {
    const product = await soldOut()
    await join(ann, product, 3)
    await join(bea, product, 1)
    await restock(product, 3)
    for (const other of [bea, cat])
      expect(await refusal(buy(other, product))).toMatchObject({ code: 'PT409', hint: 'sold_out' })
    expect(await refusal(buy(ann, product, 4))).toMatchObject({ hint: 'sold_out' })
    expect(await offerOf(ann, product)).toBe(3)
    await buy(ann, product, 1)
    expect([await offerOf(ann, product), await offerOf(bea, product)]).toEqual([null, 1])
    expect([await stockOf(context, product), await heldOf(product)]).toEqual([1, { held: 1, offered: 1 }])
  })

  it('offers what an expired, a cancelled and an unpaid order return', async () => {
    const product = await soldOut({ stock: 2 })
    const [first, second] = [await buy(ann, product), await buy(ann, product)]
    await join(bea, product, 2)
    await call(ann, 'cancel_checkout($1)', first.checkout_id)
    expect(await offerOf(bea, product)).toBe(1)
    await join(cat, product)
    await expireCheckout(context, second.checkout_id)
    await call(context.service, 'expire_checkouts()')
    expect([await offerOf(cat, product), await stockOf(context, product)]).toEqual([1, 0])
  })

  it('passes a declined and an expired offer on, and one of a deleted account', async () => {
    const product = await soldOut()
    const gone = await context.member()
    for (const member of [ann, bea, gone, cat]) await join(member, product)
    await restock(product, 1)
    await leave(ann, product)
    expect([await offerOf(ann, product), await offerOf(bea, product)]).toEqual([null, 1])
    await expireOffers()
    expect([await offerOf(bea, product), await offerOf(gone, product)]).toEqual([null, 1])
    await context.database.script(`delete from auth.users where id = '${gone.id}'`)
    expect([await offerOf(cat, product), await heldOf(product)]).toEqual([1, { held: 1, offered: 1 }])
    await leave(cat, product)
    expect([await stockOf(context, product), await heldOf(product)]).toEqual([1, { held: 0, offered: 0 }])
  })

  it('refuses a member who left five offers unused, for 30 days', async () => {
    const hoarder = await context.member('Hoarder')
    const product = await soldOut()
    for (let round = 0; round < 5; round += 1) {
      await join(hoarder, product)
      await restock(product, 1)
      expect(await offerOf(hoarder, product)).toBe(1)
      if (round % 2 === 0) await leave(hoarder, product)
      else await expireOffers()
      expect(await stockOf(context, product)).toBe(1)
      await restock(product, 0)
    }
    expect(await refusal(join(hoarder, product))).toMatchObject({ code: 'PT409', hint: 'missed_offers' })
    await join(bea, product)
    await context.database.script(`update private.ended_offers set ended_at = ended_at - interval '31 days'`)
    await run()
    await join(hoarder, product)
    expect(await hoarder.count('select from waitlist_entries')).toBe(1)
  })

  it('makes no offer to a member with five open or unused ones, whose entries stay first in the queue', async () => {
    const [hoarder, patient] = [await context.member('Hoarder'), await context.member('Patient')]
    const products: string[] = []
    for (let n = 0; n < 5; n += 1) products.push(await soldOut())
    const [first = ''] = products
    const [sixth, seventh] = [await soldOut(), await soldOut()]
    for (const product of [...products, sixth, seventh]) await join(hoarder, product)
    for (const product of [sixth, seventh]) await join(patient, product)
    for (const product of products) {
      await restock(product, 1)
      expect(await offerOf(hoarder, product)).toBe(1)
    }
    const offersOf = async (product: string) => [await offerOf(hoarder, product), await offerOf(patient, product)]
    await restock(sixth, 2)
    await run()
    expect([await offersOf(sixth), await stockOf(context, sixth)]).toEqual([[0, 1], 1])
    // A paid order makes room for the next offer.
    await pay(context, hoarder, await buy(hoarder, first))
    await run()
    expect(await offersOf(sixth)).toEqual([1, 1])
    await expireOffers()
    await restock(seventh, 1)
    expect(await offersOf(seventh)).toEqual([0, 1])
    await leave(patient, seventh)
    await run()
    expect(await offersOf(seventh)).toEqual([0, null])
    await context.database.script(`update private.ended_offers set ended_at = ended_at - interval '31 days'`)
    await run()
    expect(await offersOf(seventh)).toEqual([1, null])
  })

  it('counts an order that is never paid as an unused offer, and a paid one not', async () => {
    const [idle, honest] = [await context.member('Idle'), await context.member('Honest')]
    const unused = async (member: Actor) =>
      (await context.database.run({ text: 'select private.unused_offers($1)', values: [member.id] })).rows[0]?.[0]
    const product = await soldOut()
    await join(idle, product)
    await restock(product, 1)
    await expireCheckout(context, (await buy(idle, product)).checkout_id)
    await call(context.service, 'expire_checkouts()')
    await restock(product, 0)
    await join(honest, product)
    await restock(product, 1)
    const placed = await buy(honest, product)
    expect([await unused(idle), await unused(honest)]).toEqual(['1', '1'])
    await pay(context, honest, placed)
    expect([await unused(idle), await unused(honest)]).toEqual(['1', '0'])
  })

  it('excuses one missed offer for each paid order, and none for a cancelled one', async () => {
    const member = await context.member('Fickle')
    const unused = async () =>
      (await context.database.run({ text: 'select private.unused_offers($1)', values: [member.id] })).rows[0]?.[0]
    const product = await soldOut()
    for (let round = 0; round < 3; round += 1) {
      await join(member, product)
      await restock(product, 1)
      await leave(member, product)
      await restock(product, 0)
    }
    await restock(product, 2)
    const placed = await buy(member, product)
    await pay(context, member, placed)
    expect(await unused()).toBe('2')
    await pay(context, member, await buy(member, product))
    expect(await unused()).toBe('1')
    await call(member, 'cancel_order($1)', placed.orders[0]?.id ?? '')
    expect(await unused()).toBe('2')
  })

  it('an offer that has ended but is not collected yet holds its units from everyone', async () => {
    const product = await soldOut()
    await join(ann, product)
    await restock(product, 1)
    await context.database.script(
      `update waitlist_entries set offered_until = now() - interval '1 second' where product_id = '${product}'`,
    )
    for (const member of [ann, bea]) expect(await refusal(buy(member, product))).toMatchObject({ hint: 'sold_out' })
    // A run passes over a product that the refused order still locks for a moment.
    await expect
      .poll(async () => {
        await run()
        return offerOf(ann, product)
      })
      .toBeNull()
    await buy(bea, product)
  })

  it('makes no offer across a block, for a hidden product or of a suspended shop, until it is on sale again', async () => {
    const [blocked, hidden, suspended] = [await soldOut(), await soldOut(), await soldOut()]
    const barred = await context.member()
    await join(barred, blocked)
    await join(bea, blocked)
    await seller.send('blocks', { blocked_id: barred.id })
    await restock(blocked, 1)
    expect([await offerOf(barred, blocked), await offerOf(bea, blocked)]).toEqual([0, 1])
    await join(ann, hidden)
    await seller.count(`update products set status = 'hidden', stock = 1 where id = $1`, hidden)
    await join(ann, suspended)
    await context.service.update('shops', shop, { status: 'suspended' })
    await restock(suspended, 1)
    await run()
    expect([await offerOf(ann, hidden), await offerOf(ann, suspended)]).toEqual([0, 0])
    await context.service.update('shops', shop, { status: 'active' })
    await seller.count(`update products set status = 'active' where id = $1`, hidden)
    await run()
    expect([await offerOf(ann, hidden), await offerOf(ann, suspended)]).toEqual([1, 1])
    expect(await stockOf(context, hidden)).toBe(0)
    await seller.count('delete from products where id = $1', hidden)
    expect(await offerOf(ann, hidden)).toBe(null)
  })

  it('of a drop offers returned units for half an hour, ahead of its queue, and ends with it', async () => {
    const drop = await openDrop(context, seller, shop)
    await context.service.count('update drop_items set stock = 2 where drop_id = $1', drop.id)
    const placed = await buy(ann, drop.product, 2, drop.slot)
    expect(await refusal(join(bea, drop.product, 7))).toMatchObject({ hint: 'quantity' })
    await join(bea, drop.product, 2)
    for (const member of [cat, await context.member(), await context.member()])
      await call(member, 'enter_drop($1)', drop.id)
    await call(ann, 'cancel_checkout($1)', placed.checkout_id)
    expect([await offerOf(bea, drop.product), await takenOf(context, drop.id)]).toEqual([2, 2])
    const [{ minutes = null } = {}] = await bea.rows(
      'select round(extract(epoch from offered_until - now()) / 60)::int as minutes from waitlist_entries where product_id = $1',
      drop.product,
    )
    expect(minutes).toBe(30)
    expect(await refusal(buy(cat, drop.product, 1, drop.slot))).toMatchObject({ hint: 'sold_out' })
    await buy(bea, drop.product, 1, drop.slot)
    expect([await takenOf(context, drop.id), await heldOf(drop.product)]).toEqual([1, { held: 0, offered: 0 }])
    await context.service.count('update drop_items set stock = 1 where drop_id = $1', drop.id)
    await join(ann, drop.product)
    await context.service.count(
      `update drops set opens_at = now() - interval '1 hour', cut_off = now() - interval '1 second' where id = $1`,
      drop.id,
    )
    await run()
    expect(await offerOf(ann, drop.product)).toBe(null)
  })
})

describe.runIf(databases.includes('postgres'))('concurrent waitlists on postgres', () => {
  let context: TestContext
  let seller: Actor
  let shop: string
  let slot: object
  beforeAll(async () => {
    context = await openTestContext('postgres')
    seller = await context.member('Seller')
    shop = await context.shop(seller)
    slot = await addDailyPickupWindows(context, shop)
  })
  afterAll(() => context.close())

  it('buyers, members who join and leave, and returning stock never sell or hold more than there is', async () => {
    const product = await context.product(shop, { ...forSale, price: 3, stock: 10 })
    const members = await Promise.all(Array.from({ length: cases(16, 64) }, () => context.member()))
    const soft = ['sold_out', 'not_sold_out']
    const attempt = async (act: Promise<unknown>) => {
      try {
        return await act
      } catch (error) {
        if (error instanceof DatabaseError && soft.includes(error.hint ?? '')) return null
        throw error
      }
    }
    const buyWith = (member: Actor) => attempt(place(member, order([pickedUp(shop, slot, { product })]), randomUUID()))
    const act = async (member: Actor, n: number) => {
      await buyWith(member)
      await attempt(call(member, 'join_waitlist($1, 2)', product))
      const pending = await member.rows(`select id from checkouts where status = 'pending'`)
      if (n % 2 === 0) for (const { id } of pending) await call(member, 'cancel_checkout($1)', String(id))
      if (n % 3 === 0) await call(member, 'leave_waitlist($1)', product)
      await context.database.script('select private.run_waitlists()')
      await buyWith(member)
    }
    await Promise.all(members.map(act))
    const [sums] = await context.service.rows(
      `select p.stock, p.held, (select coalesce(sum(w.offered), 0)::int from waitlist_entries w where w.product_id = p.id) as offered,
        p.stock + p.held + (select coalesce(sum(i.quantity), 0)::int from order_items i join orders o on o.id = i.order_id
          where i.product_id = p.id and o.status <> 'cancelled') as total
      from products p where p.id = $1`,
      product,
    )
    expect(sums?.total).toBe(10)
    expect(sums?.held).toBe(sums?.offered)
  })
})
