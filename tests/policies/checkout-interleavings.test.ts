/** Random sequences of placing, paying, cancelling, fulfilling and refunding, compared with a simple model. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { DatabaseError } from '#backend/database/errors'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import { CheckoutModel } from './checkout-model.ts'
import { expectLedgerToBalance } from './ledger-assertions.ts'
import {
  address,
  backdateCancellations,
  beginPayment,
  call,
  deliveredOn,
  expireCheckout,
  forSale,
  order,
  type PaymentEvent,
  type Placed,
  pickedUp,
  place,
  recordPaymentEvent,
  stockOf,
} from './order-fixtures.ts'
import { type Actor, openTestContext, type TestContext, text } from './test-context.ts'

/** An index of a checkout, payment or event, counted from the latest, so that most random numbers refer to a live one. */
const back = fc.nat(3)
const placing = fc.record({
  do: fc.constant('place' as const),
  quantity: fc.integer({ min: 1, max: 2 }),
  isPickup: fc.boolean(),
  tipPence: fc.constantFrom(0, 0, 150),
})
const again = fc.record({ do: fc.constantFrom('place again' as const, 'repeat event' as const), back })
const beginning = fc.record({ do: fc.constant('begin' as const), back })
const success = fc.record({
  do: fc.constant('succeed' as const),
  back,
  isRightAmount: fc.integer({ min: 0, max: 5 }).map((odd) => odd > 0),
})
const failure = fc.record({
  do: fc.constant('fail' as const),
  back,
  outcome: fc.constantFrom('declined' as const, 'failed' as const, 'expired' as const),
})
const waiting = fc.record({ do: fc.constant('let time pass' as const), back })
const expiry = fc.constant({ do: 'expire' as const })
const cancellingCheckout = fc.record({ do: fc.constant('cancel checkout' as const), back })

const cancelling = fc.record({ do: fc.constant('cancel' as const), back, isBuyer: fc.boolean() })
const advancing = fc.record({
  do: fc.constant('advance' as const),
  back,
  to: fc.constantFrom('processing' as const, 'shipped' as const, 'ready' as const, 'delivered' as const),
})
/** In pence. Few distinct prices, so that a refund often covers a whole order. */
const amount = fc.constantFrom(1, 150, 300, 600, 699, 999)
const refunding = fc.record({ do: fc.constant('refund' as const), back, amount })
const sending = fc.record({
  do: fc.constant('send a refund' as const),
  back,
  end: fc.constantFrom('taken' as const, 'taken' as const, 'rejected' as const, 'lost' as const),
})
const rejecting = fc.record({ do: fc.constant('reject a refund' as const), back })
const byHand = fc.record({ do: fc.constant('refund by hand' as const), back, amount })
const aDay = fc.record({ do: fc.constant('let a day pass' as const), back })

const steps = [
  placing,
  again,
  beginning,
  success,
  failure,
  waiting,
  expiry,
  cancellingCheckout,
  cancelling,
  advancing,
  refunding,
  sending,
  rejecting,
  byHand,
  aDay,
]
type Step = (typeof steps)[number] extends fc.Arbitrary<infer S> ? S : never

/** Single steps, and sequences that often follow each other: place and open a payment, or pass the deadline and expire. */
const act = fc.oneof(
  { weight: 5, arbitrary: placing.map((one) => [one, { do: 'begin' as const, back: 0 }]) },
  { weight: 3, arbitrary: waiting.map((one) => [one, { do: 'expire' as const }]) },
  { weight: 5, arbitrary: success.map((one) => [one]) },
  { weight: 1, arbitrary: cancelling.map((one) => [one]) },
  // Money that is on its way here and sent back there as well.
  { weight: 3, arbitrary: fc.tuple(fc.oneof(cancelling, refunding), byHand, sending).map((all): Step[] => [...all]) },
  { weight: 3, arbitrary: advancing.map((one) => [one]) },
  { weight: 2, arbitrary: refunding.map((one) => [one]) },
  { weight: 2, arbitrary: sending.map((one) => [one]) },
  { weight: 2, arbitrary: byHand.map((one) => [one]) },
  ...[placing, again, beginning, failure, waiting, expiry, cancellingCheckout, rejecting, aDay].map((single) => ({
    weight: 1,
    arbitrary: single.map((one) => [one]),
  })),
)

/** A payment of the wrong amount is refunded from the dashboard, while an order that a second payment bought is partly refunded. */
const refundOfReturnedPayment: Step[] = [
  { do: 'place', quantity: 2, isPickup: false, tipPence: 0 },
  { do: 'begin', back: 0 },
  { do: 'succeed', back: 0, isRightAmount: false },
  { do: 'refund by hand', back: 0, amount: 600 },
  { do: 'begin', back: 0 },
  { do: 'succeed', back: 0, isRightAmount: true },
  { do: 'refund', back: 0, amount: 600 },
  { do: 'refund by hand', back: 0, amount: 1 },
  { do: 'send a refund', back: 0, end: 'taken' },
  { do: 'send a refund', back: 0, end: 'taken' },
]

const cancelled = z.object({ refund: z.object({ amount: z.number() }).nullable() })
const stepped = z.object({ status: z.string() })
const refunded = z.object({ left: z.number() })

// Each run of the suite makes others. INTERLEAVINGS=1000 looks further at once.
const runs = Number(process.env.INTERLEAVINGS ?? cases(100, 250))
const pieces = 3
const places = { pickup: 2, delivery: 1, day: 2 }

describe.each(databases)('checkouts on %s', (kind) => {
  let context: TestContext
  let buyer: Actor
  let home: string
  let seller: Actor
  let shop: string
  let cake: string
  /** A required choice of the cake, whose own stock is the cake's. */
  let topping: string
  let tomorrow: string
  /** All stock that the runs added. */
  let everInStock = 0
  let run = 0

  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    shop = await context.shop(seller)
    cake = await context.product(shop, { ...forSale, price: 3, stock: 0 })
    const group = text(
      await context.service.insert('product_option_groups', { product_id: cake, name: 'Topping' }),
      'id',
    )
    const choice = { group_id: group, product_id: cake, name: 'Walnut', stock: 0, allergens: { walnut: 'contains' } }
    topping = text(await context.service.insert('product_option_choices', choice), 'id')
    buyer = await context.member('Buyer')
    home = await address(buyer)
    const [row] = await context.service.rows(
      `select ((now() at time zone 'Europe/London')::date + 1)::text as tomorrow`,
    )
    tomorrow = text(row, 'tomorrow')
    await context.service.rows(
      `insert into shop_pickup_schedules (shop_id, day_of_week, start_time, end_time, fulfilment, max_orders)
        select $1, day, make_time(hour, 0, 0), make_time(hour + 1, 0, 0), way.fulfilment, way.most
        from generate_series(0, 6) day, generate_series(6, 20) hour, (values ('pickup', $2::integer), ('delivery', $3)) way (fulfilment, most)`,
      shop,
      places.pickup,
      places.delivery,
    )
    await context.service.insert('shop_booking_rules', { shop_id: shop, horizon_days: 366 })
  })
  afterAll(() => context.close())

  /** Each run has its own pickup window and delivery window. */
  function window(number: number) {
    const hour = 6 + (number % 15)
    const date = new Date(Date.parse(tomorrow) + Math.floor(number / 15) * 86_400_000).toISOString().slice(0, 10)
    const clock = (at: number) => `${String(at).padStart(2, '0')}:00`
    return { date, start_time: clock(hour), end_time: clock(hour + 1) }
  }

  async function interleave(steps: readonly Step[]): Promise<void> {
    const slot = window(run)
    // Orders of earlier runs stay on the day.
    await context.service.rows(
      `insert into shop_day_limits (shop_id, on_date, max_orders)
        select $1, $2::date, $3 + (select count(*) from orders where due_at::date = $2::date and status <> 'cancelled')
        on conflict on constraint shop_day_limits_once do update set max_orders = excluded.max_orders`,
      shop,
      slot.date,
      places.day,
    )
    run += 1
    everInStock += pieces - (await stockOf(context, cake))
    await context.service.update('products', cake, { stock: pieces })
    await context.service.update('product_option_choices', topping, { stock: pieces })
    const model = new CheckoutModel(pieces, places)
    const placed: { response: Placed; order: object; key: string }[] = []
    const payments: string[] = []
    const events: { event: PaymentEvent; response: unknown }[] = []

    const recordEvent = async (event: PaymentEvent) => {
      const response = await recordPaymentEvent(context, event)
      events.push({ event, response })
      return response.result
    }
    const latest = <T>(list: readonly T[], { back: n }: { back: number }) =>
      list.length === 0 ? null : list.length - 1 - (n % list.length)

    async function take(next: Step): Promise<[expected: unknown, found: unknown] | null> {
      switch (next.do) {
        case 'place': {
          const line = { product: cake, quantity: next.quantity }
          const tip = next.tipPence / 100
          const wanted = next.isPickup
            ? order([{ ...pickedUp(shop, slot, line), tip }])
            : order([{ ...deliveredOn(shop, slot, line), tip }], { address_id: home })
          const key = randomUUID()
          const found = await hintOr(async () => {
            placed.push({ response: await place(buyer, wanted, key), order: wanted, key })
            return 'placed'
          })
          return [model.place(next.quantity, next.isPickup, next.tipPence), found]
        }
        case 'place again': {
          const earlier = placed[latest(placed, next) ?? -1]
          return earlier ? [earlier.response, await place(buyer, earlier.order, earlier.key)] : null
        }
        case 'begin': {
          const number = latest(placed, next)
          const id = placed[number ?? -1]?.response.checkout_id
          if (number === null || id === undefined) return null
          const expected = model.begin(number)
          if (expected === 'paid')
            return [{ status: 'paid' }, await call(context.service, `begin_payment($1, $2, 'test')`, id, buyer.id)]
          const found = await hintOr(async () => {
            const payment = await beginPayment(context, buyer, id)
            if (!payments.includes(payment)) payments.push(payment)
            return `payment ${payments.indexOf(payment)}`
          })
          return [expected, found]
        }
        case 'succeed': {
          const number = latest(payments, next)
          if (number === null) return null
          const total = model.checkouts[model.payments[number]?.checkout ?? -1]?.total ?? 0
          const pence = next.isRightAmount ? total : total - 1
          return [
            model.succeed(number, pence),
            await recordEvent({ event: randomUUID(), payment: payments[number] ?? '', amount: pence / 100 }),
          ]
        }
        case 'fail': {
          const number = latest(payments, next)
          if (number === null) return null
          return [
            model.fail(number, next.outcome),
            await recordEvent({ event: randomUUID(), payment: payments[number] ?? '', outcome: next.outcome }),
          ]
        }
        case 'repeat event': {
          const earlier = events[latest(events, next) ?? -1]
          return earlier ? [earlier.response, await recordPaymentEvent(context, earlier.event)] : null
        }
        case 'let time pass': {
          const number = latest(placed, next)
          if (number === null) return null
          model.expireCheckout(number)
          await expireCheckout(context, placed[number]?.response.checkout_id ?? '')
          return null
        }
        case 'expire':
          return [model.expire(), `${await call(context.service, 'expire_checkouts()')} expired`]
        case 'cancel checkout': {
          const number = latest(placed, next)
          if (number === null) return null
          const found = await hintOr(async () => {
            await call(buyer, 'cancel_checkout($1)', placed[number]?.response.checkout_id ?? '')
            return 'done'
          })
          return [model.cancelCheckout(number), found]
        }
        case 'cancel': {
          const number = latest(placed, next)
          if (number === null) return null
          const found = await hintOr(async () => {
            const who = next.isBuyer ? buyer : seller
            const { refund } = cancelled.parse(
              await call(who, 'cancel_order($1::uuid, $2)', orderOf(number), 'Why not'),
            )
            return `cancelled ${refund ? Math.round(refund.amount * 100) : 'without a refund'}`
          })
          return [model.cancel(number, next.isBuyer), found]
        }
        case 'advance': {
          const number = latest(placed, next)
          if (number === null) return null
          const found = await hintOr(async () => {
            return stepped.parse(await call(seller, 'advance_order($1::uuid, $2, true)', orderOf(number), next.to))
              .status
          })
          return [model.advance(number, next.to), found]
        }
        case 'refund': {
          const number = latest(placed, next)
          if (number === null) return null
          const found = await hintOr(async () => {
            const args = [orderOf(number), next.amount / 100, 'A dent', randomUUID()] as const
            const { left } = refunded.parse(await call(seller, 'refund_order($1::uuid, $2::numeric, $3, $4)', ...args))
            return `${Math.round(left * 100)} left`
          })
          return [model.refund(number, next.amount), found]
        }
        case 'send a refund': {
          const refund = await latestRefund(next, `status = 'pending'`)
          if (!refund) return null
          const { id, payment, pence } = refund
          // The provider never refunds more than it received.
          if (!model.canSendBack(payment, pence)) {
            model.failRefund(payment, pence, 'pending')
            await call(context.service, `fail_refund_attempt($1::uuid, 'Already refunded.', true)`, id)
          } else if (next.end === 'lost') {
            await call(context.service, `fail_refund_attempt($1::uuid, 'The network.')`, id)
          } else {
            if (next.end === 'taken') model.sendBack(payment, pence)
            else model.failRefund(payment, pence, 'pending')
            await recordRefundEvent(`re_${id}`, next.end === 'taken' ? 'succeeded' : 'failed', payment, pence, id)
          }
          return null
        }
        case 'reject a refund': {
          const refund = await latestRefund(next, `status = 'succeeded'`)
          if (!refund) return null
          const { provider, payment, pence } = refund
          model.failRefund(payment, pence, 'succeeded')
          expect(await recordRefundEvent(provider, 'failed', payment, pence)).toMatchObject({ result: 'recorded' })
          return null
        }
        case 'refund by hand': {
          const number = latest(payments, next)
          if (number === null || model.payments[number]?.status !== 'succeeded') return null
          if (!model.canSendBack(number, next.amount)) return null
          const expected = model.refundFromDashboard(number, next.amount)
          return [{ result: expected }, await recordRefundEvent(`re_${randomUUID()}`, 'succeeded', number, next.amount)]
        }
        case 'let a day pass': {
          const number = latest(placed, next)
          if (number === null || model.checkouts[number]?.status !== 'paid') return null
          model.letADayPass(number)
          await context.service.rows(
            `update orders set paid_at = paid_at - interval '1 day' where id = $1`,
            orderOf(number),
          )
          return null
        }
      }
    }
    const orderOf = (number: number) => placed[number]?.response.orders[0]?.id ?? ''
    /** A refund of this run, counted from the latest. */
    async function latestRefund({ back: n }: { back: number }, which: string) {
      const found = await context.service.rows(
        `select id, payment_id, amount, provider_refund_id from refunds
          where payment_id = any ($1::uuid[]) and ${which} order by created_at desc, id`,
        `{${payments.join(',')}}`,
      )
      const row = found[n % (found.length || 1)]
      return row
        ? {
            id: text(row, 'id'),
            provider: row.provider_refund_id === null ? '' : text(row, 'provider_refund_id'),
            payment: payments.indexOf(text(row, 'payment_id')),
            pence: Math.round(Number(row.amount) * 100),
          }
        : null
    }
    const recordRefundEvent = (
      provider: string,
      status: string,
      payment: number,
      pence: number,
      ours: string | null = null,
    ) =>
      call(
        context.service,
        `record_refund('test', $1, $2, $3, $4::uuid, $5, $6::numeric)`,
        randomUUID(),
        provider,
        status,
        ours,
        `capture of ${payments[payment]}`,
        pence / 100,
      )
    /** Compares the states of the orders, and each payment's refunds, made and due. */
    async function expectSameState(): Promise<void> {
      expect(await stockOf(context, cake), 'stock').toBe(model.stock)
      expect(
        await context.service.rows('select stock from product_option_choices where id = $1', topping),
        'stock of the choice',
      ).toEqual([{ stock: model.stock }])
      const states = await context.service.rows(
        'select id, status from orders where id = any ($1::uuid[])',
        `{${placed.map((_, number) => orderOf(number)).join(',')}}`,
      )
      expect(new Map(states.map(({ id, status }) => [id, status])), 'orders').toEqual(
        new Map(model.checkouts.map(({ order: state }, number) => [orderOf(number), state])),
      )
      const refunds = await context.service.rows(
        `select payment_id, round(amount * 100)::integer as amount, status as state
          from refunds where payment_id = any ($1::uuid[])`,
        `{${payments.join(',')}}`,
      )
      const texts = (of: readonly { amount: unknown; state: unknown }[]) =>
        of.map(({ amount: pence, state }) => `${pence} ${state}`).sort()
      payments.forEach((id, number) => {
        expect(
          texts(
            refunds.filter(({ payment_id }) => payment_id === id).map(({ amount: a, state }) => ({ amount: a, state })),
          ),
          `refunds of payment ${number}`,
        ).toEqual(texts(model.payments[number]?.refunds ?? []))
      })
    }

    for (const next of steps) {
      const compared = await take(next)
      if (!compared) continue
      const [expected, found] = compared
      if (typeof expected === 'object') expect(found, JSON.stringify(next)).toMatchObject(expected ?? {})
      else expect(found, JSON.stringify(next)).toBe(expected)
    }
    await expectSameState()
    // Open checkouts are ended, and all are of an earlier day, so that the next run starts clean.
    await context.service.rows(`update checkouts set expires_at = now() where status = 'pending'`)
    await context.service.rows(`update checkouts set created_at = created_at - interval '1 day'`)
    await backdateCancellations(context, buyer)
    model.checkouts.forEach((_, number) => {
      model.expireCheckout(number)
    })
    expect(`${await call(context.service, 'expire_checkouts()')} expired`).toBe(model.expire())
    await expectSameState()
  }

  /** Rows that a failed sequence leaves open must not affect the shorter ones fast-check shrinks it to. */
  async function interleaveOrClear(steps: readonly Step[]): Promise<void> {
    try {
      await interleave(steps)
    } catch (error) {
      await context.service.rows(`update checkouts set expires_at = now() where status = 'pending'`)
      await context.service.rows(`update checkouts set created_at = created_at - interval '1 day'`)
      await backdateCancellations(context, buyer)
      await call(context.service, 'expire_checkouts()')
      throw error
    }
  }

  it(`match the model in ${runs} random interleavings, and the ledger balances`, { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 4, maxLength: 10, size: 'max' }).map((acts) => acts.flat()),
        interleaveOrClear,
      ),
      { numRuns: runs, examples: [[refundOfReturnedPayment]] },
    )
    await expectLedgerToBalance(context, new Map([[cake, everInStock]]))
  })
})

/** The result of the step, or the hint of its refusal. */
async function hintOr(work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DatabaseError && error.hint) return error.hint
    throw error
  }
}
