/** A pickup address is often a home. A buyer sees it only once they can no longer cancel. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { addDailyPickupWindows, call, forSale, order, pay, pickedUp, place, releaseSteps } from './order-fixtures.ts'
import { type Actor, openTestContext, refusal, type TestContext } from './test-context.ts'

describe.each(databases)('a pickup address on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let stranger: Actor
  let buyer: Actor
  let shop: string
  let cake: string
  let id: string

  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    stranger = await context.member('Stranger')
    await context.shop(stranger)
    shop = await context.shop(seller)
    cake = await context.product(shop, { ...forSale, price: 25, stock: 1000 })
    const kitchen = { address_line1: '3 Oven Lane', city: 'Leeds', postal_code: 'LS1 1AA', instructions: 'Ring twice.' }
    await context.service.insert('shop_pickup_places', { shop_id: shop, ...kitchen })
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    buyer = await context.member('Bo Buyer')
    await context.service.rows('delete from shop_pickup_schedules where shop_id = $1', shop)
    const slot = await addDailyPickupWindows(context, shop)
    const placed = await place(buyer, order([pickedUp(shop, slot, { product: cake })]))
    id = placed.orders[0]?.id ?? ''
    await pay(context, buyer, placed)
    // A week ahead, so that only the hours since payment count.
    await context.service.rows('update orders set pickup_date = pickup_date + 7 where id = $1', id)
  })

  const seen = async (actor: Actor = buyer) =>
    (await actor.rows('select address_line1 from order_pickup_places where order_id = $1', id)).map(
      ({ address_line1: line }) => line,
    )
  /** Everything a buyer can read of their orders, as text. */
  const everything = async () => {
    const found = []
    for (const table of ['orders', 'order_items', 'order_events', 'order_pickup_places', 'notifications', 'checkouts'])
      found.push(await buyer.rows(`select * from ${table}`))
    return JSON.stringify(found)
  }
  const emails = async () =>
    JSON.stringify(
      await context.service.rows(
        `select data from outbox where user_id = $1 and template <> 'pickup-reminder' and data <> '{}'`,
        buyer.id,
      ),
    )
  const cancel = (actor: Actor) => call(actor, 'cancel_order($1, $2)', id, 'Why not')
  const letPass = (interval: string) =>
    context.service.rows(`update orders set paid_at = paid_at - $2::interval where id = $1`, id, interval)
  /** Moves the pickup to the given interval from now, in London time. */
  const startsIn = (interval: string) =>
    context.service.rows(
      `update orders set pickup_date = t.at::date, pickup_start = least(t.at::time, '23:58'), pickup_end = '23:59'
        from (select now() at time zone 'Europe/London' + $2::interval as at) t where id = $1`,
      id,
      interval,
    )

  it('a buyer who may still cancel sees the approximate place, and none after cancelling', async () => {
    expect(await buyer.rows('select pickup_area from orders where id = $1', id)).toEqual([
      { pickup_area: { city: 'Leeds', postal_area: 'LS1' } },
    ])
    expect(await everything()).not.toMatch(/Oven|1AA|Ring/)
    expect(await emails()).not.toMatch(/Oven|1AA|Ring/)
    expect(await cancel(buyer)).toMatchObject({ refund: { amount: 25 } })
    await letPass('30 hours')
    expect(await everything()).not.toMatch(/Oven|1AA|Ring/)
    expect(await emails()).not.toMatch(/Oven|1AA|Ring/)
  })

  it('a buyer sees the address 24 hours after payment, when cancelling ends, and not before', async () => {
    await letPass('23 hours 59 minutes')
    expect(await seen()).toEqual([])
    // The margin leaves time for a last-moment cancellation to end.
    await letPass('90 seconds')
    expect(await refusal(cancel(buyer))).toMatchObject({ code: 'PT409', hint: 'too_late' })
    expect(await seen()).toEqual([])
    await letPass('60 seconds')
    expect(await seen()).toEqual(['3 Oven Lane'])
  })

  it('a buyer sees the address at least four hours before pickup, and then cannot cancel', async () => {
    await startsIn('4 hours 10 minutes')
    expect(await seen()).toEqual([])
    await startsIn('3 hours 50 minutes')
    const [late] = await context.service.rows(`select now() >= cancellable_until as over from orders where id = $1`, id)
    expect(late).toEqual({ over: true })
    expect(await seen()).toEqual(['3 Oven Lane'])
    expect(await refusal(cancel(buyer))).toMatchObject({
      hint: 'too_late',
      message: 'Orders can be cancelled until 4 hours before pickup. Please message the seller.',
    })
  })

  it('a buyer sees the address once the order is ready and after the pickup, and no longer after the seller cancels', async () => {
    await call(seller, `advance_order($1, 'ready')`, id)
    await releaseSteps(context)
    expect(await seen()).toEqual(['3 Oven Lane'])
    expect(await buyer.rows(`select message from notifications where title = 'Your order is ready'`)).toMatchObject([
      { message: expect.not.stringContaining('Oven') },
    ])
    await cancel(seller)
    expect(await seen()).toEqual([])
    expect(await everything()).not.toMatch(/Oven|1AA|Ring/)
  })

  it('the shop always sees its orders’ pickup address, the buyer keeps that of orders picked up, and nobody else sees it', async () => {
    expect(await seen(seller)).toEqual(['3 Oven Lane'])
    await call(seller, `advance_order($1, 'ready')`, id)
    await call(seller, `advance_order($1, 'delivered', true)`, id)
    expect(await seen()).toEqual(['3 Oven Lane'])
    expect(await seen(stranger)).toEqual([])
    expect(await refusal(seen(context.visitor))).toMatchObject({ code: '42501' })
    for (const who of [buyer, seller, stranger])
      for (const sql of [
        `update order_pickup_places set city = 'X'`,
        'delete from order_pickup_places',
        `insert into order_pickup_places (order_id, address_line1, city, postal_code) values ('${id}', 'A', 'B', 'C')`,
        'update orders set pickup_date = null',
      ])
        expect(await refusal(who.rows(sql)), sql).toMatchObject({ code: '42501' })
  })

  it('the email that reveals the address comes when the buyer can see it, and earlier emails omit it', async () => {
    const reminder = async () =>
      (
        await context.service.rows(
          `select b.send_after >= o.cancellable_until as waits, b.data #>> '{order,pickup,place,address_line1}' as line
            from outbox b join orders o on o.id = $1 where b.user_id = $2 and b.template = 'pickup-reminder'`,
          id,
          buyer.id,
        )
      )[0]
    await context.service.rows('update orders set pickup_date = pickup_date - 7 where id = $1', id)
    // Pickup tomorrow at nine: a reminder at nine the day before would be too early for the address.
    expect(await reminder()).toEqual({ waits: true, line: '3 Oven Lane' })
  })
})
