/** Discount codes: who sets and looks them up, what they take off, their limits, and what refunds and figures make of them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asRecords } from '#backend/database/records'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import { expectLedgerToBalance } from './ledger-assertions.ts'
import {
  addDailyPickupWindows,
  address,
  beginPayment,
  call,
  delivered,
  expireCheckout,
  forSale,
  order,
  pay,
  pickedUp,
  place,
  recordPaymentEvent,
} from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

describe.each(databases)('discount codes on %s', (kind) => {
  let context: TestContext
  let owner: Actor
  let other: Actor
  let buyer: Actor
  let shop: string
  let otherShop: string
  let cake: string
  let bun: string
  let bread: string
  let slot: object
  const stock = new Map<string, number>()

  beforeAll(async () => {
    context = await openTestContext(kind)
    owner = await context.member('Owner')
    other = await context.member('Other')
    shop = await context.shop(owner, { name: 'Crumb' })
    otherShop = await context.shop(other, { name: 'Honey' })
    cake = await context.product(shop, { ...forSale, price: 10, stock: 1000 })
    bun = await context.product(shop, { ...forSale, name: 'A bun', price: 3.33, stock: 1000 })
    bread = await context.product(otherShop, { ...forSale, price: 10, stock: 1000 })
    for (const id of [cake, bun, bread]) stock.set(id, 1000)
    slot = await addDailyPickupWindows(context, shop)
  })
  afterAll(async () => {
    await expectLedgerToBalance(context, stock)
    await context.close()
  })
  beforeEach(async () => {
    buyer = await context.member('Bo Buyer')
  })

  let number = 0
  /** @returns the id of a new code, of 10 % unless `terms` say otherwise */
  const add = async (terms: Values = {}, actor = owner, of = shop) => {
    number += 1
    const values = { shop_id: of, code: `CODE-${number}`, kind: 'percent', percent: 10, ...terms }
    return text(await actor.insert('discount_codes', values), 'id')
  }
  const amount = (pounds: number, terms: Values = {}) =>
    add({ kind: 'amount', percent: null, amount: pounds, ...terms } as Values)
  const free = () => add({ kind: 'free_delivery', percent: null } as Values)
  const pickUp = (code: string | null, ...lines: { product: string; quantity?: number }[]) =>
    order([{ ...pickedUp(shop, slot, ...lines), discount_code_id: code }])
  const buy = (code: string | null, who = buyer) => place(who, pickUp(code, { product: cake }))
  const check = async (code: string, who = buyer, of = shop) => call(who, 'check_discount_code($1::uuid, $2)', of, code)
  const codeOf = async (id: string) =>
    text((await context.service.rows('select code from discount_codes where id = $1', id))[0], 'code')
  const refused = async (attempt: Promise<unknown>) => {
    const { code, hint, message } = await refusal(attempt)
    expect({ code, hint }).toEqual({ code: 'PT409', hint: 'discount_code' })
    return message
  }

  it('are set, seen and changed by the owner of the shop alone', async () => {
    const id = await add()
    for (const actor of [other, buyer]) {
      expect(await actor.rows('select * from discount_codes')).toEqual([])
      expect(await actor.update('discount_codes', id, { percent: 90 })).toBe(0)
      expect(await actor.count('delete from discount_codes')).toBe(0)
      expect(await refusal(add({}, actor))).toMatchObject({ code: forbidden })
    }
    expect(await refusal(context.visitor.rows('select * from discount_codes'))).toMatchObject({ code: forbidden })
    expect(await refusal(call(context.visitor, 'check_discount_code($1::uuid, $2)', shop, 'CAKE10'))).toMatchObject({
      code: forbidden,
    })
    expect(await owner.update('discount_codes', id, { percent: 20 })).toBe(1)
    expect(await refusal(owner.update('discount_codes', id, { code: 'OTHER1' }))).toMatchObject({ code: forbidden })
  })

  it('are looked up by their exact text, in small letters too, and tell nothing of other buyers', async () => {
    const id = await add({ code: 'SUMMER-10', minimum_spend: 5, max_uses: 3 })
    expect(await check(' summer-10 ')).toEqual({
      code: { id, code: 'SUMMER-10', kind: 'percent', percent: 10, amount: null, minimum_spend: 5, product_ids: null },
    })
    const unknown = { refusal: 'This shop has no such code. Please check its spelling.' }
    expect(await check('SUMMER-1')).toEqual(unknown)
    expect(await check('SUMMER-10', buyer, otherShop)).toEqual(unknown)
    expect(await check('%')).toEqual(unknown)
    await owner.update('discount_codes', id, { is_active: false })
    expect(await check('SUMMER-10')).toEqual(unknown)
    await owner.update('discount_codes', id, { is_active: true })
    await owner.insert('blocks', { blocker_id: owner.id, blocked_id: buyer.id })
    expect(await check('SUMMER-10')).toEqual(unknown)
    await context.service.update('shops', shop, { status: 'suspended' })
    expect(await check('SUMMER-10', await context.member())).toEqual(unknown)
    await context.service.update('shops', shop, { status: 'active' })
  })

  it('say why an exact code cannot be used', async () => {
    const today = "(now() at time zone 'Europe/London')::date"
    const expired = await add()
    const early = await add()
    await context.service.rows(`update discount_codes set to_date = ${today} - 1 where id = $1`, expired)
    await context.service.rows(`update discount_codes set from_date = ${today} + 1 where id = $1`, early)
    expect(await check(await codeOf(expired))).toEqual({ refusal: expect.stringContaining('This code expired on') })
    expect(await check(await codeOf(early))).toEqual({ refusal: expect.stringContaining('This code can be used from') })
    expect(await refused(buy(expired))).toContain('This code expired on')
    expect(await refused(buy(early))).toContain('This code can be used from')
    const last = await add()
    await context.service.rows(`update discount_codes set to_date = ${today}, from_date = ${today} where id = $1`, last)
    expect((await buy(last)).total).toBe(9)
  })

  it('cannot be enumerated: a member has ten wrong codes an hour, and a network a hundred', async () => {
    await add({ code: 'SECRET-9999' })
    const network = await context.member('Guesser', {}, '203.0.113.9')
    for (let n = 0; n < 10; n += 1) expect(await check(`SECRET-${n}`, network)).toHaveProperty('refusal')
    for (const code of ['SECRET-10', 'SECRET-9999'])
      expect(await refusal(check(code, network))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
    // Others in the same network can still try, up to a hundred together.
    expect(await check('NOTHING', await context.member('Neighbour', {}, '203.0.113.9'))).toHaveProperty('refusal')
    for (let n = 0; n < 9; n += 1) {
      const neighbour = await context.member('Neighbour', {}, '203.0.113.9')
      for (let i = 0; i < 10; i += 1) await check(`NOTHING-${i}`, neighbour).catch(() => null)
    }
    expect(await refusal(check('NOTHING', await context.member('New', {}, '203.0.113.9')))).toMatchObject({
      code: 'PT429',
    })
    expect(await check('NOTHING', await context.member('Elsewhere', {}, '203.0.113.10'))).toHaveProperty('refusal')
  })

  it('cannot be tried at place_order, which takes ids', async () => {
    const foreign = await add({}, other, otherShop)
    const off = await add({ is_active: false })
    for (const id of [randomUUID(), foreign, off]) expect(await refused(buy(id))).toBe('This code is no longer valid.')
    expect(
      await refusal(place(buyer, order([{ ...pickedUp(shop, slot, { product: cake }), discount: 5 }]))),
    ).toMatchObject({
      hint: 'unknown_field',
    })
  })

  it('take a percentage or a sum off the food, in shares of the lines, and never more than the food', async () => {
    const percent = await place(buyer, pickUp(await add(), { product: cake }, { product: bun }))
    expect(percent).toMatchObject({ subtotal: 12, total: 12, orders: [{ subtotal: 12, discount: 1.33, total: 12 }] })
    const lines = await buyer.rows(
      'select discount::float as discount from order_items where order_id = $1 order by price',
      percent.orders[0]?.id ?? '',
    )
    expect(lines).toEqual([{ discount: 0.33 }, { discount: 1 }])
    const [stored] = await buyer.rows(
      'select discount_code, discount::float as discount, total_amount::float as total from orders where checkout_id = $1',
      percent.checkout_id,
    )
    expect(stored).toMatchObject({ discount: 1.33, total: 12 })
    expect((await place(buyer, pickUp(await amount(4), { product: cake }))).total).toBe(6)
    const all = await place(buyer, pickUp(await amount(500), { product: cake }))
    expect(all).toMatchObject({ subtotal: 0, total: 0, orders: [{ discount: 10 }] })
    expect((await buyer.rows('select status::text from orders where checkout_id = $1', all.checkout_id))[0]).toEqual({
      status: 'processing',
    })
    const left = await refusal(place(buyer, pickUp(await amount(9.9), { product: cake })))
    expect(left).toMatchObject({ hint: 'amount' })
  })

  it('are shared by the lines in proportion to their prices, and the shares add up', async () => {
    for (let n = 0; n < 200; n += 1) {
      const prices = Array.from({ length: 1 + (n % 6) }, (_, i) => ((n * 7919 + i * 104_729) % 5000) + 1)
      const percent = n % 2 ? null : 1 + (n % 100)
      const amountPence = n % 2 ? 1 + ((n * 37) % 9000) : 0
      const product_ids = n % 5 ? null : [cake]
      const discount = { kind: n % 2 ? 'amount' : 'percent', percent, amount: amountPence / 100, product_ids }
      const lines = prices.map((pence, i) => ({ productId: i % 2 ? bun : cake, pence }))
      const { rows } = await context.database.run({
        text: `select to_json(private.discount_shares(jsonb_populate_record(null::public.discount_codes, $1), array(
          select jsonb_populate_record(null::private.priced_line, l) from jsonb_array_elements($2) l)))::text as shares`,
        values: [
          JSON.stringify({ ...discount, shop_id: shop }),
          JSON.stringify(
            lines.map(({ productId, pence }) => ({
              shop_id: shop,
              product_id: productId,
              price: pence / 100,
              quantity: 1,
            })),
          ),
        ],
      })
      const [row] = rows
      const shares = JSON.parse(String(Array.isArray(row) ? row[0] : Object.values(row ?? {})[0])) as number[]
      const given = shares.map((pounds) => Math.round(pounds * 100))
      const covered = lines.map(({ productId, pence }) => (product_ids && productId !== cake ? 0 : pence))
      const food = covered.reduce((sum, pence) => sum + pence, 0)
      const off = percent === null ? Math.min(amountPence, food) : Math.floor((2 * food * percent + 100) / 200)
      expect(
        given.reduce((sum, pence) => sum + pence, 0),
        JSON.stringify(discount),
      ).toBe(off)
      given.forEach((pence, line) => {
        expect(pence).toBeGreaterThanOrEqual(0)
        expect(pence).toBeLessThanOrEqual(covered[line] ?? 0)
        expect(Math.abs(pence - (food === 0 ? 0 : (off * (covered[line] ?? 0)) / food))).toBeLessThanOrEqual(1)
      })
    }
  })

  it('reduce chosen products only, from a minimum spend, and no quote', async () => {
    const chosen = await add({ product_ids: `{${bun}}` })
    expect((await place(buyer, pickUp(chosen, { product: cake }, { product: bun }))).orders[0]?.discount).toBe(0.33)
    expect(await refused(buy(chosen))).toBe('This code is not for anything in your order.')
    const least = await add({ minimum_spend: 20 })
    expect(await refused(buy(least))).toBe('This code is for orders from £20.00. Please add £10.00 more.')
    expect((await place(buyer, pickUp(least, { product: cake, quantity: 2 }))).total).toBe(18)
  })

  it('show a price that has changed since the buyer saw it', async () => {
    const id = await add()
    const wanted = { ...pickUp(id, { product: cake }), shown_total: 9 }
    await owner.update('discount_codes', id, { percent: 5 })
    expect(await refusal(place(buyer, wanted))).toMatchObject({ hint: 'prices_changed' })
    expect(await buyer.count('select from orders where discount_code_id = $1', id)).toBe(0)
  })

  it('are limited in all, for each buyer and to first orders, and unpaid orders count', async () => {
    const [two, once, first] = [
      await add({ max_uses: 2 }),
      await add({ max_uses_per_buyer: 1 }),
      await add({ is_first_order_only: true }),
    ]
    await buy(two)
    expect(await refused(buy(two))).toContain('unpaid order with this code')
    await buy(two, await context.member())
    expect(await refused(buy(two, await context.member()))).toBe('This code has been used up.')
    expect(await check(await codeOf(two), await context.member())).toEqual({ refusal: 'This code has been used up.' })
    await buy(once)
    expect(await refused(buy(once))).toBe('You have already used this code.')
    expect((await buy(once, await context.member())).total).toBe(9)
    expect(await refused(buy(first))).toBe('This code is for your first order from this shop.')
    const newcomer = await context.member()
    expect((await buy(first, newcomer)).total).toBe(9)
    // The page replaces the unpaid order, so the lookup ignores it.
    expect(await check(await codeOf(first), newcomer)).toHaveProperty('code')
    expect(await refused(buy(first, newcomer))).toContain('first order')
  })

  it('return their uses when a checkout is cancelled or expires, or a paid order is cancelled', async () => {
    const id = await add({ max_uses: 1 })
    const cancelled = await buy(id)
    await call(buyer, 'cancel_checkout($1::uuid)', cancelled.checkout_id)
    const expired = await buy(id)
    await expireCheckout(context, expired.checkout_id)
    await call(context.service, 'expire_checkouts()')
    const paid = await buy(id)
    await pay(context, buyer, paid)
    expect(await refused(buy(id))).toBe('This code has been used up.')
    await call(buyer, 'cancel_order($1::uuid)', paid.orders[0]?.id ?? '')
    expect((await buy(id)).total).toBe(9)
  })

  it('refund a late payment whose use has gone to another order', async () => {
    const id = await add({ max_uses: 1 })
    const late = await buy(id)
    const payment = await beginPayment(context, buyer, late.checkout_id)
    await expireCheckout(context, late.checkout_id)
    await call(context.service, 'expire_checkouts()')
    const next = await buy(id, await context.member())
    expect(await recordPaymentEvent(context, { payment, amount: late.total })).toMatchObject({ result: 'refunding' })
    await call(context.service, 'expire_checkouts()')
    expect(
      await context.service.count(`select from orders where discount_code_id = $1 and status <> 'cancelled'`, id),
    ).toBe(1)
    expect(next.total).toBe(9)
  })

  it('confirm a late payment while the use is free', async () => {
    const late = await buy(await add({ max_uses: 1, max_uses_per_buyer: 1 }))
    const payment = await beginPayment(context, buyer, late.checkout_id)
    await expireCheckout(context, late.checkout_id)
    await call(context.service, 'expire_checkouts()')
    expect(await recordPaymentEvent(context, { payment, amount: late.total })).toMatchObject({ result: 'paid' })
  })

  const parts = (code: string | null, breads = 1) => [
    { ...delivered(shop, { product: cake, quantity: 2 }), discount_code_id: code },
    delivered(otherShop, { product: bread, quantity: breads }),
  ]
  const buyBoth = async (code: string, breads = 1) => {
    for (const id of [shop, otherShop])
      await call(context.service, `set_payment_account($1, 'test', $2, true, true, true)`, id, `acct_${id}`)
    const placed = await place(buyer, order(parts(code, breads), { address_id: await address(buyer) }))
    const payment = await beginPayment(context, buyer, placed.checkout_id, 10, 'transfers')
    await recordPaymentEvent(context, { payment, amount: placed.total })
    const of = (id: string) => placed.orders.find(({ shop_id }) => shop_id === id)?.id ?? ''
    return { placed, own: of(shop), bread: of(otherShop) }
  }
  const cancel = async (id: string, by = buyer) => {
    const result = (await call(by, 'cancel_order($1::uuid, $2)', id, 'A reason')) as {
      refund: { amount: number } | null
    }
    await expectLedgerToBalance(context, stock)
    return result.refund?.amount ?? 0
  }
  const figures = async (id: string) =>
    (
      await context.service.rows(
        'select delivery_fee::float as fee, delivery_discount::float as waived, subtotal::float as subtotal from orders where id = $1',
        id,
      )
    )[0]

  it('waive the shop’s share of the delivery, and leave the share of the others', async () => {
    const { placed, own, bread: breadOrder } = await buyBoth(await free())
    expect(placed).toMatchObject({ subtotal: 30, total: 30 + placed.delivery_fee })
    const [mine, theirs] = [await figures(own), await figures(breadOrder)]
    expect(Number(mine?.fee)).toBe(0)
    expect(Number(mine?.waived) + Number(theirs?.fee)).toBeCloseTo(3.99, 2)
    const [transfer] = await context.service.rows(
      'select amount::float as amount from transfers where order_id = $1',
      own,
    )
    expect(transfer).toEqual({ amount: 18 })
  })

  it('keep delivery free for the order with the code when the buyer cancels the other one', async () => {
    const { placed, own, bread: breadOrder } = await buyBoth(await free())
    expect(await cancel(breadOrder)).toBe(10 + placed.delivery_fee)
    expect(await figures(own)).toMatchObject({ fee: 0 })
    expect(await cancel(own)).toBe(20)
  })

  it('charge the delivery of the rest when the order with the code is cancelled', async () => {
    const { own, bread: breadOrder } = await buyBoth(await free())
    const before = Number((await figures(breadOrder))?.fee)
    expect(await cancel(own)).toBeCloseTo(20 - (3.99 - before), 2)
    expect(await figures(breadOrder)).toMatchObject({ fee: 3.99 })
  })

  it('do not make delivery dearer, and are refused where delivery is free or the order is picked up', async () => {
    const half = await add({ percent: 50 })
    const placed = await place(buyer, order(parts(half, 4), { address_id: await address(buyer) }))
    expect(placed).toMatchObject({ subtotal: 50, delivery_fee: 0 })
    const freed = await free()
    const home = await address(buyer)
    expect(await refused(place(buyer, order(parts(freed, 4), { address_id: home })))).toContain('already free')
    expect(await refused(buy(freed))).toBe('This code is for orders that are delivered.')
  })

  it('are borne by the shop: the fee, the transfer, partial refunds and the ledger follow what was paid', async () => {
    const { own } = await buyBoth(await add({ percent: 25 }))
    const [order] = await context.service.rows(
      'select subtotal::float as subtotal, delivery_fee::float as fee, total_amount::float as total from orders where id = $1',
      own,
    )
    expect(order?.subtotal).toBe(15)
    const [transfer] = await context.service.rows(
      'select amount::float as amount from transfers where order_id = $1',
      own,
    )
    expect(transfer?.amount).toBeCloseTo(Number(order?.total) - 1.5, 2)
    expect(
      await refusal(
        call(owner, 'refund_order($1::uuid, $2, $3, $4)', own, Number(order?.total) + 0.01, 'Burnt', randomUUID()),
      ),
    ).toMatchObject({ hint: 'too_much' })
    await call(owner, 'refund_order($1::uuid, $2, $3, $4)', own, 5, 'Burnt', randomUUID())
    await context.service.rows(
      `update refunds set status = 'succeeded', provider_refund_id = $2 where order_id = $1`,
      own,
      randomUUID(),
    )
    const [sale] = await owner.rows(
      'select subtotal::float as subtotal, total_amount::float as total, refunded_amount::float as refunded, fee::float as fee, net::float as net from sales_ledger() where order_id = $1',
      own,
    )
    const total = Number(order?.total)
    const net = Math.round((total - 1.5) * ((total - 5) / total) * 100) / 100
    expect(sale).toMatchObject({ subtotal: 15, refunded: 5 })
    expect(Number(sale?.net)).toBeCloseTo(net, 2)
    expect(Number(sale?.fee)).toBeCloseTo(total - 5 - net, 2)
    const sold = asRecords(
      await context.database.run({
        text: 'select revenue::float as revenue from private.sold_lines where order_id = $1',
        values: [own],
      }),
    )
    expect(sold).toEqual([{ revenue: 15 }])
    expect(await cancel(own, owner)).toBeCloseTo(total - 5, 2)
  })

  it('tell their owner what they gave and sold', async () => {
    const id = await add()
    await pay(context, buyer, await buy(id))
    const lost = await buy(id, await context.member())
    await call(context.service, `expire_checkouts()`)
    const [row] = await owner.rows(
      'select uses::integer, given::float, sales::float from discount_code_figures() where code_id = $1',
      id,
    )
    expect(row).toEqual({ uses: 2, given: 2, sales: 9 })
    expect(lost.total).toBe(9)
    expect(await other.rows('select from discount_code_figures() where code_id = $1', id)).toEqual([])
    expect(await refusal(buyer.rows('select * from discount_code_figures()'))).toMatchObject({ hint: 'shop' })
  })

  it('leave the text of a deleted code with its orders, and go with the shop', async () => {
    const id = await add({ code: 'GONE-SOON' })
    const placed = await buy(id)
    expect(await owner.count('delete from discount_codes where id = $1', id)).toBe(1)
    const [kept] = await buyer.rows(
      'select discount_code_id, discount_code, discount::float as discount from orders where checkout_id = $1',
      placed.checkout_id,
    )
    expect(kept).toEqual({ discount_code_id: id, discount_code: 'GONE-SOON', discount: 1 })
    await pay(context, buyer, placed)
    await call(buyer, 'cancel_order($1::uuid)', placed.orders[0]?.id ?? '')
    const leaving = await context.member('Leaving')
    const closed = await context.shop(leaving)
    await add({}, leaving, closed)
    await context.database.run({ text: 'delete from auth.users where id = $1', values: [leaving.id] })
    expect(await context.service.count('select from discount_codes where shop_id = $1', closed)).toBe(0)
  })

  it.runIf(kind === 'postgres')('are given to as many buyers at once as their limits allow', async () => {
    const [four, once] = [await add({ max_uses: 4 }), await add({ max_uses_per_buyer: 1 })]
    const buyers = await Promise.all(Array.from({ length: cases(8, 64) }, () => context.member()))
    const outcomes = async (attempts: Promise<unknown>[]) => {
      const ends = await Promise.allSettled(attempts)
      for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ hint: 'discount_code' })
      return ends.filter(({ status }) => status === 'fulfilled').length
    }
    expect(await outcomes(buyers.map((each) => buy(four, each)))).toBe(4)
    expect(await outcomes(Array.from({ length: 8 }, () => buy(once)))).toBe(1)
  })
})
