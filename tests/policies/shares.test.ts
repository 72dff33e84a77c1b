/** What one account, one network and those who have never bought may take of what is scarce, and what is left for others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { openDrop } from './drop-fixtures.ts'
import { addDailyPickupWindows, call, forSale, order, pay, pickedUp, place, stockOf } from './order-fixtures.ts'
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
      expect(await enter(await customer(network), drop)).toMatchObject({ state: 'admitted' })
    })
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

  it('of a contact form are five messages an hour for a network, and others can still write', async () => {
    const write = (address: string, to = shop) =>
      context
        .visitorFrom(address)
        .send('contact_messages', { shop_id: to, subject: 'Hello', message: 'Do you deliver to Skye?' })
    const flooding = newNetwork()
    for (let n = 0; n < 5; n += 1) await write(flooding)
    expect(await refusal(write(flooding))).toMatchObject({ code: 'PT429', hint: 'too_many' })
    await write(newNetwork())
    await write(flooding, await context.shop(await context.member()))
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
