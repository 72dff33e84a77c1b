/** What one account, one network and those who have never bought may take of what is scarce, and what is left for others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { openDrop } from './drop-fixtures.ts'
import {
  addDailyPickupWindows,
  call,
  forSale,
  order,
  pay,
  pickedUp,
  place,
  receive,
  stockOf,
} from './order-fixtures.ts'
import { bakery, orderNow, subscribe } from './subscription-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text } from './test-context.ts'

describe.each(databases)('shares of what is scarce on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let shop: string
  let slot: object
  let cake: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    shop = await context.shop(seller)
    slot = await addDailyPickupWindows(context, shop)
    cake = await context.product(shop, { ...forSale, price: 3, stock: 900 })
  })
  afterAll(() => context.close())

  let networks = 0
  const newNetwork = () => {
    networks += 1
    return `203.0.113.${networks}`
  }
  const newcomers = (count: number, networkOf: (n: number) => string) =>
    Promise.all(Array.from({ length: count }, (_, n) => context.member(`Newcomer ${n}`, {}, networkOf(n))))
  const oneNetwork =
    (network = newNetwork()) =>
    () =>
      network
  const buy = (member: Actor, more: object = {}) =>
    place(member, order([{ ...pickedUp(shop, slot, { product: cake }), ...more }]))
  const customer = async (network = newNetwork()) => {
    const member = await context.member('Customer', {}, network)
    await pay(context, member, await buy(member))
    await receive(context, member)
    return member
  }

  describe('units for the waitlist', () => {
    /** What each member is offered of 24 units that come back. */
    const offersTo = async (members: readonly Actor[]) => {
      const product = await context.product(shop, { ...forSale, stock: 0 })
      for (const member of members) await call(member, 'join_waitlist($1, $2)', product, 6)
      await seller.count('update products set stock = 24 where id = $1', product)
      const offered = async (member: Actor) =>
        (await member.rows('select offered from waitlist_entries where product_id = $1', product))[0]?.offered
      return Promise.all(members.map(offered))
    }

    it('are held for one network up to a quarter, and the rest is on sale', async () => {
      expect(await offersTo(await newcomers(4, oneNetwork()))).toEqual([6, 0, 0, 0])
    })

    it('are held for all of an IPv6 /48 as for one network', async () => {
      expect(await offersTo(await newcomers(4, (n) => `2001:db8:1:${n}00::${n}`))).toEqual([6, 0, 0, 0])
      expect(await offersTo(await newcomers(2, (n) => `2001:db8:${n + 2}::1`))).toEqual([6, 6])
    })

    it('are not kept from customers by newcomers who may have no more', async () => {
      const network = oneNetwork()
      const waiting = [...(await newcomers(30, network)), await customer()]
      const product = await context.product(shop, { ...forSale, stock: 0 })
      for (const member of waiting) await call(member, 'join_waitlist($1, $2)', product, 6)
      await seller.count('update products set stock = 6 where id = $1', product)
      await seller.count('update products set stock = stock + 3 where id = $1', product)
      expect(await waiting.at(-1)?.rows('select offered from waitlist_entries')).toEqual([{ offered: 3 }])
    })

    it('are held for newcomers of all networks up to half, and for customers without limit', async () => {
      expect(await offersTo(await newcomers(4, newNetwork))).toEqual([6, 6, 0, 0])
      expect(await offersTo([...(await newcomers(3, newNetwork)), await customer(), await customer()])).toEqual([
        6, 6, 0, 6, 6,
      ])
    })
  })

  describe('uses of a code', () => {
    const addCode = async (uses: number) =>
      text(
        await seller.insert('discount_codes', {
          shop_id: shop,
          code: `CODE-${networks}`,
          kind: 'amount',
          amount: 1,
          max_uses: uses,
        }),
        'id',
      )
    const withCode = (member: Actor, code: string) => buy(member, { discount_code_id: code })
    const refused = async (member: Actor, code: string) => (await refusal(withCode(member, code))).message
    const busy = 'Many buyers are about to use this code. Please try again in a few minutes.'

    it('are one unpaid order a buyer, a quarter for a network and half for newcomers', async () => {
      const code = await addCode(20)
      const [first, ...others] = await newcomers(6, oneNetwork())
      if (!first) return
      await withCode(first, code)
      expect(await refused(first, code)).toBe(
        'You have an unpaid order with this code. Please pay for it or cancel it first.',
      )
      for (const member of others.slice(0, 4)) await withCode(member, code)
      for (const member of others.slice(4)) expect(await refused(member, code)).toBe(busy)
      for (const member of await newcomers(5, newNetwork)) await withCode(member, code)
      for (const member of await newcomers(1, newNetwork)) expect(await refused(member, code)).toBe(busy)
      const regular = await customer()
      await pay(context, regular, await withCode(regular, code))
      await withCode(regular, code)
    })

    it('are all given in the end', async () => {
      const code = await addCode(3)
      for (const member of await newcomers(3, oneNetwork())) await pay(context, member, await withCode(member, code))
      for (const member of [...(await newcomers(1, newNetwork)), await customer()])
        expect(await refused(member, code)).toBe('This code has been used up.')
    })
  })

  describe('turns in the queue of a drop', () => {
    const enter = async (member: Actor, drop: string, again = false) =>
      (await call(member, 'enter_drop($1, $2)', drop, again)) as { state: string; place: number | null }
    const open = async (stock: number) => {
      const product = await context.product(shop, { ...forSale, price: 3, stock: 0 })
      return (await openDrop(context, seller, shop, { items: [{ product_id: product, stock }] })).id
    }
    const endTurns = (drop: string) =>
      context.database.run({
        text: `update private.drop_queue set admitted_until = now() - interval '1 second' where drop_id = $1 and admitted_until is not null`,
        values: [drop],
      })

    it('are two or a quarter for one network, and others are admitted past those who wait for theirs', async () => {
      const drop = await open(8)
      const states = []
      for (const member of await newcomers(8, oneNetwork())) states.push((await enter(member, drop)).state)
      expect(states.filter((state) => state === 'admitted')).toHaveLength(2)
      for (const member of [...(await newcomers(2, newNetwork)), await customer()])
        expect(await enter(member, drop)).toMatchObject({ state: 'admitted' })
    })

    it('come after those of others when one was not used', async () => {
      const drop = await open(1)
      const [early, late, last] = await newcomers(3, newNetwork)
      if (!early || !late || !last) return
      expect(await enter(early, drop)).toMatchObject({ state: 'admitted' })
      await endTurns(drop)
      expect(await enter(early, drop, true)).toMatchObject({ state: 'admitted' })
      expect(await enter(late, drop)).toMatchObject({ state: 'waiting', place: 1 })
      await endTurns(drop)
      expect(await enter(late, drop)).toMatchObject({ state: 'admitted' })
      expect(await enter(early, drop, true)).toMatchObject({ state: 'waiting', place: 1 })
      expect(await enter(last, drop)).toMatchObject({ state: 'waiting', place: 1 })
    })

    it('are waited for by at most twenty newcomers of a network', async () => {
      const drop = await open(3)
      const network = newNetwork()
      const members = await newcomers(21, oneNetwork(network))
      for (const member of members.slice(0, 20)) await enter(member, drop)
      for (const member of members.slice(20))
        expect(await refusal(enter(member, drop))).toMatchObject({ code: 'PT429', hint: 'too_many' })
      // Those who have gone for some minutes would come back together.
      await context.database.script(`update private.drop_queue set seen_at = now() - interval '5 minutes'`)
      expect(await refusal(enter(members[20] as Actor, drop))).toMatchObject({ hint: 'too_many' })
      expect(await enter(await customer(network), drop)).toMatchObject({ state: 'admitted' })
    })

    it('come last after one whose order was not paid', async () => {
      const product = await context.product(shop, { ...forSale, price: 3, stock: 0 })
      const drop = await openDrop(context, seller, shop, { items: [{ product_id: product, stock: 1 }] })
      const [early, late] = await newcomers(2, newNetwork)
      if (!early || !late) return
      expect(await enter(early, drop.id)).toMatchObject({ state: 'admitted' })
      const placed = await place(early, order([pickedUp(shop, drop.slot, { product })]))
      await call(early, 'cancel_checkout($1)', placed.checkout_id)
      await endTurns(drop.id)
      expect(await enter(late, drop.id)).toMatchObject({ state: 'admitted' })
      expect(await enter(early, drop.id, true)).toMatchObject({ state: 'waiting' })
      const { rows } = await context.database.run({
        text: 'select rank > 1000000 from private.drop_queue where member_id = $1',
        values: [early.id],
      })
      expect(rows).toEqual([['t']])
    })
  })

  it('of a drop are a quarter of its unpaid units for one network', async () => {
    const product = await context.product(shop, { ...forSale, price: 3, stock: 0 })
    const drop = await openDrop(context, seller, shop, { items: [{ product_id: product, stock: 40 }] })
    const take = (member: Actor) => place(member, order([pickedUp(shop, drop.slot, { product, quantity: 5 })]))
    const [one, two, three] = await newcomers(3, oneNetwork())
    if (!one || !two || !three) return
    const first = await take(one)
    await take(two)
    expect(await refusal(take(three))).toMatchObject({ code: 'PT429', hint: 'stock_held' })
    await pay(context, one, first)
    await take(three)
    for (const member of await newcomers(2, newNetwork)) await take(member)
  })

  it('are those of a newcomer unless £1 and half of a price were kept, and nobody reads who asked from where', async () => {
    const refunded = await customer()
    const hasBought = async ({ id }: Actor) =>
      (await context.database.run({ text: 'select private.has_bought($1)', values: [id] })).rows[0]?.[0]
    const [paid] = await context.service.rows(
      'select id, received_amount::float as amount from orders where buyer_id = $1',
      refunded.id,
    )
    const refund = (amount: number) => context.service.insert('refunds', { order_id: text(paid, 'id'), amount })
    await refund(Math.floor(Number(paid?.amount) * 50) / 100)
    expect(await hasBought(refunded)).toBe('t')
    await refund(0.02)
    expect(await hasBought(refunded)).toBe('f')
    const product = await context.product(shop, forSale)
    const undelivered = await context.member('Undelivered', {}, newNetwork())
    await pay(context, undelivered, await buy(undelivered))
    expect(await hasBought(undelivered)).toBe('f')
    await receive(context, undelivered)
    expect(await hasBought(undelivered)).toBe('t')
    await context.service.rows('update orders set paid_at = now() where buyer_id = $1', undelivered.id)
    expect(await hasBought(undelivered)).toBe('f')
    const contesting = await customer()
    await context.service.rows(
      `insert into payment_disputes (payment_id, provider_dispute_id, amount, reason)
        select p.id, 'contested', p.amount, 'fraudulent' from payments p join orders o on o.checkout_id = p.checkout_id
          where o.buyer_id = $1`,
      contesting.id,
    )
    expect(await hasBought(contesting)).toBe('f')
    for (const subtotal of [0, 0.99, 1]) {
      const accomplice = await context.member('Accomplice')
      await context.order(accomplice, product, { subtotal })
      expect(await hasBought(accomplice)).toBe(subtotal < 1 ? 'f' : 't')
    }
    for (const actor of [context.visitor, refunded, seller, await context.administrator()])
      for (const table of ['member_networks', 'contact_networks', 'drop_queue'])
        expect(await refusal(actor.rows(`select * from private.${table}`))).toMatchObject({ code: forbidden })
  })

  it('of stock are half for the unpaid subscriptions of newcomers, and all of it for customers', async () => {
    const from = await bakery(context, { stock: 20 })
    const [one, two, three] = await newcomers(3, newNetwork)
    if (!one || !two || !three) return
    const ids = []
    for (const member of [one, two, three, await customer(), await customer()])
      ids.push(await subscribe(context, member, from, { quantity: 6 }))
    const left = []
    for (const id of ids) {
      await orderNow(context, id)
      left.push(await stockOf(context, from.product))
    }
    // 12 would be more than half of 20.
    expect(left).toEqual([14, 14, 14, 8, 2])
    expect(await two.rows('select reason from subscription_days')).toEqual([
      { reason: expect.stringContaining('Unpaid orders of others hold most of') },
    ])
  })

  it('of places are half for the unpaid subscriptions of newcomers, and all of them for customers', async () => {
    const from = await bakery(context, {}, 6)
    const members = [...(await newcomers(4, newNetwork)), await customer()]
    const subscriptions = []
    for (const member of members) subscriptions.push(await subscribe(context, member, from, { quantity: 1 }))
    for (const id of subscriptions) await orderNow(context, id)
    const reasons = []
    for (const member of members)
      reasons.push((await member.rows('select reason from subscription_days'))[0]?.reason ?? null)
    const held = 'Unpaid orders of others hold most of this pickup time.'
    expect(reasons).toEqual([null, null, null, expect.stringContaining(held), null])
  })

  it('of a contact form are five messages an hour for a network, and others can still write', async () => {
    const message = (to: string) => ({ shop_id: to, subject: 'Hello', message: 'Do you deliver to Skye?' })
    const write = (address: string, to = shop) => context.visitorFrom(address).send('contact_messages', message(to))
    const flooding = newNetwork()
    for (let n = 0; n < 3; n += 1) await write(flooding)
    // An account costs nothing.
    for (const member of await newcomers(2, oneNetwork(flooding))) await member.send('contact_messages', message(shop))
    expect(await refusal(write(flooding))).toMatchObject({ code: 'PT429', hint: 'too_many' })
    const [puppet] = await newcomers(1, oneNetwork(flooding))
    expect(await refusal(puppet?.send('contact_messages', message(shop)) ?? Promise.resolve())).toMatchObject({
      code: 'PT429',
      hint: 'too_many',
    })
    await (await customer(flooding)).send('contact_messages', message(shop))
    await write(newNetwork())
    await write(flooding, await context.shop(await context.member()))
    for (let n = 0; n < 11; n += 1) {
      const another = newNetwork()
      for (let sent = 0; sent < 5 && n * 5 + sent < 54; sent += 1) await write(another)
    }
    // Sixty an hour from all of them.
    expect(await refusal(write(newNetwork()))).toMatchObject({ code: 'PT429', hint: 'too_many' })
  })

  it('forget the networks after a day', async () => {
    const count =
      'select (select count(*) from private.member_networks) + (select count(*) from private.contact_networks)'
    const left = async () => (await context.database.run({ text: count, values: [] })).rows[0]?.[0]
    expect(Number(await left())).toBeGreaterThan(0)
    await context.database.script(`
      update private.member_networks set seen_at = now() - interval '25 hours';
      update private.contact_networks set created_at = now() - interval '61 minutes'`)
    await context.service.rows('select expire_checkouts()')
    expect(await left()).toBe('0')
  })
})
