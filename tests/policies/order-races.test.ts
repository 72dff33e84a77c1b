/** Concurrent steps by buyers, sellers, the provider and the clock on the same orders. Needs parallel connections, so PostgreSQL only. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseError } from '#backend/database/errors'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import { clear } from './clear.ts'
import { expectLedgerToBalance } from './ledger-assertions.ts'
import {
  addDailyPickupWindows,
  address,
  beginPayment,
  call,
  column,
  delivered,
  expireCheckout,
  forSale,
  order,
  type Placed,
  pay,
  pickedUp,
  place,
  recordPaymentEvent,
  stockOf,
} from './order-fixtures.ts'
import { type Actor, openTestContext, type TestContext, text } from './test-context.ts'

describe.runIf(databases.includes('postgres'))('concurrent order steps on postgres', () => {
  let context: TestContext
  let seller: Actor
  let buyer: Actor
  let shop: string
  let home: string
  let cake: string
  let slot: object

  beforeAll(async () => {
    context = await openTestContext('postgres')
    seller = await context.member('Seller')
    shop = await context.shop(seller)
    slot = await addDailyPickupWindows(context, shop, 40)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    await clear(context, 'public.checkouts', 'public.payment_events')
    buyer = await context.member('Buyer')
    home = await address(buyer)
    cake = await context.product(shop, { ...forSale, price: 5, stock: 100 })
  })

  /** Each order has its own buyer, as one buyer can hold few unpaid pickup places. */
  const pickupOrder = async () => {
    const who = await context.member()
    const placed = await place(who, order([pickedUp(shop, slot, { product: cake, quantity: 2 })]))
    return { ...placed, who }
  }
  const deliveryOrder = async () => {
    const placed = await place(buyer, order([delivered(shop, { product: cake })], { address_id: home }))
    return { ...placed, who: buyer }
  }
  const idOf = ({ orders }: Placed) => orders[0]?.id ?? ''
  const cancel = (actor: Actor, id: string) => call(actor, 'cancel_order($1::uuid, $2)', id, 'Why not')
  const advance = (id: string, status: string) => call(seller, 'advance_order($1::uuid, $2, true)', id, status)
  const refund = (id: string, amount: number, key: string = randomUUID()) =>
    call(seller, 'refund_order($1::uuid, $2::numeric, $3, $4)', id, amount, 'A dent', key)
  const byHand = (payment: string, amount: number) =>
    call(
      context.service,
      `record_refund('test', $1, $1, 'succeeded', null, $2, $3::numeric)`,
      randomUUID(),
      `capture of ${payment}`,
      amount,
    )
  const times = <T>(count: number, act: (n: number) => T) => Array.from({ length: count }, (_, n) => act(n))
  /** How many were accepted. A deadlock or other unexpected error fails the test. */
  const accepted = async (attempts: readonly Promise<unknown>[], ...hints: readonly string[]) => {
    let count = 0
    for (const end of await Promise.allSettled(attempts)) {
      if (end.status === 'fulfilled') count += 1
      else if (!(end.reason instanceof DatabaseError) || !hints.includes(end.reason.hint ?? '')) throw end.reason
    }
    await expectLedgerToBalance(context, new Map([[cake, 100]]))
    return count
  }
  const refunds = async (id: string) =>
    column(await context.service.rows('select amount from refunds where order_id = $1 order by amount', id), 'amount')

  it('eight cancellations by both sides have one effect and one result', async () => {
    const placed = await pickupOrder()
    await pay(context, placed.who, placed)
    const results = await Promise.all(times(8, (n) => cancel(n % 2 ? placed.who : seller, idOf(placed))))
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    expect([await refunds(idOf(placed)), await stockOf(context, cake)]).toEqual([['10.00'], 100])
    expect(await accepted([])).toBe(0)
  })

  it('an order is either shipped or cancelled, whichever came first', async () => {
    const placed = await Promise.all(times(8, deliveryOrder))
    for (const one of placed) await pay(context, one.who, one)
    const attempts = placed.flatMap((one) => [
      cancel(one.who, idOf(one)),
      advance(idOf(one), 'shipped'),
      cancel(seller, idOf(one)),
      advance(idOf(one), 'delivered'),
    ])
    await accepted(attempts, 'status')
    const after = await context.service.rows(
      'select id, status, (select count(*)::int from refunds r where r.order_id = o.id) from orders o',
    )
    for (const { status, count } of after) expect(count, `${status}`).toBe(status === 'cancelled' ? 1 : 0)
  })

  it('refunds, a cancellation and a dashboard refund together never exceed the payment', async () => {
    const placed = await Promise.all(times(6, pickupOrder))
    const paid = await Promise.all(placed.map((one) => pay(context, one.who, one)))
    const attempts = placed.flatMap((one, n) => {
      const key = randomUUID()
      return [
        refund(idOf(one), 4, key),
        refund(idOf(one), 4, key),
        refund(idOf(one), 7),
        cancel(n % 2 ? one.who : seller, idOf(one)),
        byHand(paid[n]?.payment ?? '', 3),
        byHand(paid[n]?.payment ?? '', 10),
        call(context.service, 'claim_refunds()'),
      ]
    })
    await accepted(attempts, 'too_much')
    // A refund that the provider made already is refused and corrected.
    for (const row of await context.service.rows(
      `select id from refunds where status = 'pending' and provider_refund_id is null`,
    ))
      await call(context.service, `fail_refund_attempt($1::uuid, 'Already refunded.', true)`, text(row, 'id'))
    expect(await accepted([])).toBe(0)
  })

  it('a cancellation against a late payment leaves the order paid or cancelled, never both', async () => {
    const placed = await Promise.all(times(10, pickupOrder))
    const payments = await Promise.all(placed.map(({ checkout_id, who }) => beginPayment(context, who, checkout_id)))
    for (const { checkout_id } of placed.slice(0, 5)) await expireCheckout(context, checkout_id)
    await accepted(
      placed.flatMap((one, n): Promise<unknown>[] => [
        recordPaymentEvent(context, { payment: payments[n] ?? '', amount: one.total }),
        cancel(one.who, idOf(one)),
        call(context.service, 'expire_checkouts()'),
        advance(idOf(one), 'ready'),
        pickupOrder(),
      ]),
      'status',
      'slot_full',
    )
  })

  it('a dashboard refund during the capture is never left deferred', async () => {
    const paid = cases(8, 30)
    const placed = await Promise.all(times(paid, pickupOrder))
    const payments = await Promise.all(placed.map(({ checkout_id, who }) => beginPayment(context, who, checkout_id)))
    const attempts = placed.flatMap((one, n) => [
      recordPaymentEvent(context, { payment: payments[n] ?? '', amount: one.total }),
      byHand(payments[n] ?? '', 3),
    ])
    expect(await accepted(attempts)).toBe(2 * paid)
    expect(await context.service.count('select from payment_events where is_deferred')).toBe(0)
    expect(await context.service.count('select from refunds where amount = 3')).toBe(paid)
  })
})
