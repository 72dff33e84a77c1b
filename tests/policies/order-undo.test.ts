/** Undoing a step of an order, the hand-over before its day, and the buyer's phone number. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import { expectLedgerToBalance } from './ledger-assertions.ts'
import {
  addDailyPickupWindows,
  address,
  call,
  delivered,
  forSale,
  order,
  pay,
  pickedUp,
  place,
  releaseSteps,
} from './order-fixtures.ts'
import { type Actor, openTestContext, refusal, type TestContext } from './test-context.ts'

describe.each(databases)('steps that can be undone on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let stranger: Actor
  let buyer: Actor
  let shop: string
  let cake: string
  let slot: object

  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    stranger = await context.member('Stranger')
    await context.shop(stranger)
    shop = await context.shop(seller)
    cake = await context.product(shop, { ...forSale, price: 12.5, stock: 100_000 })
    slot = await addDailyPickupWindows(context, shop)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    buyer = await context.member('Bo Buyer')
  })

  async function sold(more: object = {}) {
    const placed = await place(buyer, order([pickedUp(shop, slot, { product: cake })], more))
    await pay(context, buyer, placed)
    return placed.orders[0]?.id ?? ''
  }
  const advance = (id: string, status: string, isEarly = true, who = seller) =>
    call(who, 'advance_order($1::uuid, $2, $3::boolean)', id, status, isEarly)
  const undo = (id: string, who = seller) => call(who, 'undo_order_step($1::uuid)', id)
  const events = async (id: string) =>
    (await buyer.rows('select status from order_events where order_id = $1 order by created_at', id)).map(
      ({ status }) => status,
    )
  /** What the buyer was told since the payment. */
  const told = async () => [
    ...(await buyer.rows(`select title from notifications where type = 'order' order by created_at`)).map(
      ({ title }) => title,
    ),
    ...(
      await context.service.rows(
        `select template from outbox where user_id = $1 and template like 'order-%' and template <> 'order-confirmed' order by created_at`,
        buyer.id,
      )
    ).map(({ template }) => template),
  ]

  it('a step is made at once, and told once it can no longer be undone', async () => {
    const id = await sold()
    expect(await advance(id, 'ready')).toEqual({ order_id: id, status: 'ready' })
    expect(await events(id)).toEqual(['pending payment', 'processing', 'ready'])
    await context.database.script('select private.release_order_steps()')
    expect(await told()).toEqual([])
    await releaseSteps(context)
    expect(await told()).toEqual(['Your order is ready', 'order-ready'])
    await releaseSteps(context)
    expect(await told()).toHaveLength(2)
    expect(await refusal(undo(id))).toMatchObject({ code: 'PT409', hint: 'too_late' })
    expect(await events(id)).toEqual(['pending payment', 'processing', 'ready'])
  })

  it('an undone step leaves no trace, tells nobody, and can be made again', async () => {
    const id = await sold()
    await advance(id, 'ready')
    expect(await undo(id)).toEqual({ order_id: id, status: 'processing' })
    expect(await refusal(undo(id))).toMatchObject({ hint: 'too_late' })
    await releaseSteps(context)
    expect([await events(id), await told()]).toEqual([['pending payment', 'processing'], []])
    await advance(id, 'ready')
    await advance(id, 'delivered')
    // The step before is told with the next one.
    expect(await told()).toEqual(['Your order is ready', 'order-ready'])
    await undo(id)
    await releaseSteps(context)
    expect([await events(id), await told()]).toEqual([
      ['pending payment', 'processing', 'ready'],
      ['Your order is ready', 'order-ready'],
    ])
    await advance(id, 'delivered')
    await releaseSteps(context)
    expect(await told()).toEqual(['Your order is ready', 'Enjoy your order', 'order-ready', 'order-delivered'])
    await expectLedgerToBalance(context, new Map([[cake, 100_000]]))
  })

  it('undoing the shipping of an order lets its buyer cancel it again, and sends no second receipt', async () => {
    const home = await address(buyer)
    const placed = await place(buyer, order([delivered(shop, { product: cake })], { address_id: home }))
    await pay(context, buyer, placed)
    const id = placed.orders[0]?.id ?? ''
    const count = `select count(*)::integer as emails from outbox where user_id = $1`
    const [before] = await context.service.rows(count, buyer.id)
    // As if the receipt had been purged long ago.
    await context.service.rows('delete from outbox where user_id = $1', buyer.id)
    await advance(id, 'shipped')
    await undo(id)
    expect(before?.emails).toBe(1)
    expect(await context.service.rows(count, buyer.id)).toEqual([{ emails: 0 }])
    expect(await call(buyer, 'cancel_order($1::uuid)', id)).toMatchObject({
      status: 'cancelled',
      refund: { amount: 16.49 },
    })
  })

  it('a cancellation cannot be undone, nor a step after it', async () => {
    const id = await sold()
    await advance(id, 'ready')
    await call(seller, 'cancel_order($1::uuid, $2)', id, 'The oven broke')
    expect(await refusal(undo(id))).toMatchObject({ hint: 'too_late' })
    await releaseSteps(context)
    expect(await told()).toEqual(['Your order was cancelled', 'order-cancelled'])
    const untouched = await sold()
    expect(await refusal(undo(untouched))).toMatchObject({ hint: 'too_late' })
  })

  it('only the seller of an order undoes its step', async () => {
    const id = await sold()
    await advance(id, 'ready')
    for (const who of [buyer, stranger]) expect(await refusal(undo(id, who))).toMatchObject({ code: 'PT404' })
    expect(await refusal(undo(id, context.visitor))).toMatchObject({ code: '42501' })
  })

  it('an order is handed over before its day only if the seller confirms it', async () => {
    const id = await sold()
    await advance(id, 'ready', false)
    expect(await refusal(advance(id, 'delivered', false))).toMatchObject({
      code: 'PT409',
      hint: 'early',
      message: expect.stringMatching(
        /^This order is for [A-Z][a-z]+day \d+ [A-Z][a-z]+\. Has it been handed over already\?$/,
      ),
    })
    await context.service.rows(
      `update orders set pickup_date = (now() at time zone 'Europe/London')::date where id = $1`,
      id,
    )
    expect(await advance(id, 'delivered', false)).toMatchObject({ status: 'delivered' })
  })

  it('a seller sees the buyer’s phone number while the paid order is open, and it is erased afterwards', async () => {
    const phone = '+44 1234 567 890'
    const kept = async () =>
      (
        await context.service.rows(
          'select phone from order_phones p join orders o on o.id = p.order_id where o.shop_id = $1',
          shop,
        )
      ).length
    const seen = async (who: Actor, id: string) =>
      (await who.rows('select phone from order_phones where order_id = $1', id)).map((row) => row.phone)
    const unpaid = await place(buyer, order([pickedUp(shop, slot, { product: cake })], { phone }))
    const id = unpaid.orders[0]?.id ?? ''
    expect([await seen(buyer, id), await seen(seller, id), await seen(stranger, id)]).toEqual([[phone], [], []])
    await pay(context, buyer, unpaid)
    expect([await seen(seller, id), await seen(stranger, id)]).toEqual([[phone], []])
    await advance(id, 'ready')
    await advance(id, 'delivered')
    expect(await seen(seller, id)).toEqual([])
    await undo(id)
    expect(await seen(seller, id)).toEqual([phone])
    await advance(id, 'delivered')
    await releaseSteps(context)
    expect(await kept()).toBe(0)

    const cancelled = await sold({ phone })
    await call(buyer, 'cancel_order($1::uuid)', cancelled)
    expect(await kept()).toBe(0)
    const orphaned = await sold({ phone })
    await context.service.rows('update orders set buyer_id = null where id = $1', orphaned)
    expect(await kept()).toBe(0)
    expect(await kept()).toBe(0)
  })

  it.each(['call me', '1', '0'.repeat(33), '01234\n567890', 7])('the phone number %j is refused', async (phone) => {
    const wanted = order([pickedUp(shop, slot, { product: cake })], { phone })
    expect(await refusal(place(buyer, wanted))).toMatchObject({ code: '22023', hint: 'phone' })
    expect(await buyer.rows('select id from orders')).toEqual([])
  })

  it('an order without a phone number has none, and an address keeps its number to itself', async () => {
    const home = await address(buyer, { phone: '01234 567890' })
    const placed = await place(buyer, order([delivered(shop, { product: cake })], { address_id: home, phone: ' ' }))
    await pay(context, buyer, placed)
    expect(await buyer.rows(`select delivery_address ? 'phone' as has_phone from orders`)).toEqual([
      { has_phone: false },
    ])
    expect(await buyer.rows('select phone from order_phones')).toEqual([])
  })

  it('a prep sheet covers a day or a week, and omits budgets', async () => {
    const id = await sold()
    await context.service.rows(`update orders set brief = '{"budget": 80, "servings": 12}' where id = $1`, id)
    const sheet = async (days: string) =>
      JSON.stringify(await call(seller, `prep_sheet(((now() at time zone 'Europe/London')::date)${days})`))
    expect(await sheet('')).not.toContain(id)
    const week = await sheet(', 7')
    expect(week).toContain(id)
    expect(week).toContain('"servings":12')
    expect(week).not.toContain('budget')
    for (const days of [', 0', ', 15', ', null'])
      expect(await refusal(sheet(days))).toMatchObject({ code: '22023', hint: 'day' })
  })
})

describe.runIf(databases.includes('postgres'))('concurrent undoing on postgres', () => {
  it('a step is either undone or told, never both', async () => {
    const context = await openTestContext('postgres')
    try {
      const seller = await context.member('Seller')
      const shop = await context.shop(seller)
      const cake = await context.product(shop, { ...forSale, price: 5, stock: 1000 })
      const slot = await addDailyPickupWindows(context, shop)
      for (let round = 0; round < cases(5, 20); round += 1) {
        const buyer = await context.member('Bo Buyer')
        const placed = await place(buyer, order([pickedUp(shop, slot, { product: cake })]))
        await pay(context, buyer, placed)
        const id = placed.orders[0]?.id ?? ''
        await call(seller, `advance_order($1::uuid, 'ready')`, id)
        const [undone] = await Promise.allSettled([
          call(seller, 'undo_order_step($1::uuid)', id),
          releaseSteps(context),
          call(seller, `advance_order($1::uuid, 'delivered', true)`, id),
        ])
        await releaseSteps(context)
        const [state] = await buyer.rows(
          `select o.status, (select count(*)::integer from notifications n where n.title = 'Your order is ready') as told,
            (select count(*)::integer from order_events e where e.order_id = o.id and e.status = 'ready') as steps
            from orders o where o.id = $1`,
          id,
        )
        const isUndoneToStart = state?.status === 'processing'
        expect(state).toMatchObject({ told: isUndoneToStart ? 0 : 1, steps: isUndoneToStart ? 0 : 1 })
        expect(isUndoneToStart && undone.status === 'rejected').toBe(false)
      }
      await expectLedgerToBalance(context, new Map([[cake, 1000]]))
    } finally {
      await context.close()
    }
  })
})
