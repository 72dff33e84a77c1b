/** Disputes: what a bank contests is recorded once, holds back transfers, and reaches administrators. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import { clear } from './clear.ts'
import {
  address,
  beginPayment,
  call,
  column,
  delivered,
  forSale,
  order,
  place,
  recordPaymentEvent,
} from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text } from './test-context.ts'

const listSchema = z.object({
  items: z.array(
    z.object({
      kind: z.string(),
      id: z.string(),
      what: z.string(),
      error: z.string().nullable(),
      can_retry: z.boolean(),
      amount: z.number().nullable(),
      order_id: z.string().nullable(),
      member_id: z.string().nullable(),
    }),
  ),
})
const recordedSchema = z.object({ result: z.string(), dispute_id: z.string().nullable() })

interface Event {
  readonly event?: string
  readonly dispute?: string
  readonly payment: string
  readonly status?: string
  readonly amount?: number
  readonly at?: string
}

/** The days on which a dispute is lost, and then won on appeal. */
const lostOn = '2026-03-01T10:00:00Z'
const wonOn = '2026-04-01T10:00:00Z'

const permutations = <Item>(list: readonly Item[]): Item[][] =>
  list.length === 0
    ? [[]]
    : list.flatMap((one, n) => permutations(list.filter((_, other) => other !== n)).map((rest) => [one, ...rest]))

describe.each(databases)('disputes on %s', (kind) => {
  let context: TestContext
  let admin: Actor
  let seller: Actor
  let buyer: Actor
  let shop: string
  let bakery: string
  let cake: string
  let bread: string

  beforeAll(async () => {
    context = await openTestContext(kind)
    admin = await context.administrator()
    seller = await context.member('Seller')
    shop = await context.shop(seller)
    bakery = await context.shop(await context.member('Baker'))
    cake = await context.product(shop, { ...forSale, price: 25, stock: 1000 })
    bread = await context.product(bakery, { ...forSale, price: 4, stock: 1000 })
    for (const of of [shop, bakery])
      await call(context.service, `set_payment_account($1, 'test', $2, true, true, true)`, of, `acct_${of}`)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    await clear(
      context,
      'public.checkouts',
      'public.payment_events',
      'public.notifications',
      'public.outbox',
      'net.http_request_queue',
    )
    buyer = await context.member('Bo Buyer', {
      amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }],
    })
  })

  const countedOf = async (product: string) =>
    (await context.service.rows('select review_count from products where id = $1', product))[0]?.review_count
  const captureOf = (payment: string) => `capture of ${payment}`
  /** A checkout whose payment has been begun, of both shops unless told otherwise. */
  async function begun(
    shops = [delivered(shop, { product: cake }), delivered(bakery, { product: bread })],
    by = buyer,
  ) {
    const placed = await place(by, order(shops, { address_id: await address(by) }))
    const payment = await beginPayment(context, by, placed.checkout_id, 10, 'transfers')
    const isPaid = () => recordPaymentEvent(context, { payment, amount: placed.total })
    return { payment, isPaid, orders: placed.orders.map(({ id }) => id) }
  }
  async function paid(...[shops, by]: Parameters<typeof begun>) {
    const { payment, isPaid, orders } = await begun(shops, by)
    await isPaid()
    return { payment, orders }
  }
  const record = async (input: Event, actor = context.service) =>
    recordedSchema.parse(
      await call(
        actor,
        `record_dispute('test', $1, $2, $3, $4, $5::numeric, 'product_not_received', $6::timestamptz)`,
        input.event ?? randomUUID(),
        input.dispute ?? `dispute of ${input.payment}`,
        captureOf(input.payment),
        input.status ?? 'open',
        input.amount ?? 12.5,
        input.at ?? lostOn,
      ),
    )
  const disputes = () => context.service.rows('select payment_id, status, amount, reason from payment_disputes')
  const claimed = async () =>
    column(await context.service.rows('select order_id from claim_transfers()'), 'order_id').sort()
  const failed = async (wanted: string) =>
    listSchema.parse(await call(admin, 'failed_work()')).items.filter((item) => item.kind === wanted)
  const notified = async (member: Actor) =>
    member.rows(`select title, message, type, link from notifications where link = '/admin?tab=failed' order by title`)
  const isJobCalling = async () => {
    await context.database.script('delete from net.http_request_queue; select private.call_settle_payments_if_due()')
    return (await context.database.run({ text: 'select from net.http_request_queue', values: [] })).rows.length > 0
  }
  /** As if a quarter of an hour had passed without the function. */
  const neglect = () =>
    context.service.rows(
      `update transfers set next_attempt_at = now() - interval '16 minutes' where status = 'pending'`,
    )
  const overdue = async () => (await failed('overdue')).filter(({ what }) => what === 'settle-payments')

  it('take the review of what was bought out of the ratings, until they are won', async () => {
    const { payment, orders } = await paid([delivered(shop, { product: cake })])
    for (const status of ['shipped', 'delivered'])
      await context.service.rows('update orders set status = $2::order_status where id = $1', orders[0] ?? '', status)
    const [item] = await context.service.rows('select id from order_items where order_id = $1', orders[0] ?? '')
    await call(buyer, 'write_review($1::uuid, 1)', text(item, 'id'))
    expect(await countedOf(cake)).toBe(1)
    await record({ payment })
    expect(await countedOf(cake)).toBe(0)
    await record({ payment, status: 'won', at: wonOn })
    expect(await countedOf(cake)).toBe(1)
    await context.service.count('delete from reviews')
  })

  it('hold the transfers of their payment to all of its shops until they are won, and those of no other', async () => {
    const { payment, orders } = await paid()
    const other = await paid()
    expect(await record({ payment })).toMatchObject({ result: 'recorded' })
    expect(await claimed()).toEqual([...other.orders].sort())
    await context.service.rows(`update transfers set status = 'sent', provider_transfer_id = id where attempts > 0`)
    for (const status of ['open', 'lost']) {
      expect(await record({ payment, status })).toMatchObject({ result: status === 'open' ? 'ignored' : 'recorded' })
      await neglect()
      expect(await isJobCalling()).toBe(false)
      expect(await overdue()).toEqual([])
      expect(await claimed()).toEqual([])
    }
    // The other order's transfer was sent.
    expect(await call(seller, 'seller_money()')).toMatchObject({ on_its_way: { transfers: 0, held: 1, amount: 0 } })
    expect(await call(seller, 'seller_transfers()')).toMatchObject([
      { held: 0 },
      { order_id: orders[0], held: 1, pending: 0 },
    ])
    expect(await record({ payment, status: 'won', at: wonOn })).toMatchObject({ result: 'recorded' })
    expect(await overdue()).toEqual([])
    expect(await isJobCalling()).toBe(true)
    expect(await claimed()).toEqual([...orders].sort())
  })

  it('hold the transfers while one of several is open', async () => {
    const { payment, orders } = await paid()
    for (const dispute of ['one', 'two']) await record({ payment, dispute })
    await record({ payment, dispute: 'one', status: 'won' })
    expect(await claimed()).toEqual([])
    await record({ payment, dispute: 'two', status: 'won' })
    expect(await claimed()).toEqual([...orders].sort())
  })

  it('have the same result in whatever order and number their events arrive', async () => {
    const events = [
      { event: 'created', status: 'open', at: '2026-02-01T10:00:00Z' },
      { event: 'closed', status: 'lost', at: lostOn },
      { event: 'appealed', status: 'open', at: '2026-03-02T10:00:00Z' },
      { event: 'closed again', status: 'won', at: wonOn },
    ]
    const { payment } = await paid()
    for (const [n, sequence] of permutations(events).entries()) {
      const dispute = `dispute ${n}`
      for (const { event, ...more } of [...sequence, ...sequence])
        await record({ payment, dispute, event: `${n} ${event}`, ...more })
    }
    const found = await context.service.rows(
      'select status, closed_at = $1::timestamptz as is_last, count(*) from payment_disputes group by 1, 2',
      wonOn,
    )
    expect(found).toEqual([{ status: 'won', is_last: true, count: '24' }])
    // A closed one does not open again.
    expect(await record({ payment, dispute: 'dispute 0', at: '2026-05-01T10:00:00Z' })).toMatchObject({
      result: 'ignored',
    })
  })

  it('repeated events are one dispute and one notification, also when they arrive together', async () => {
    const { payment } = await paid()
    await Promise.all(Array.from({ length: cases(6, 20) }, () => record({ payment, event: 'the same' })))
    const repeated = `select public.record_dispute('test', 'event ' || n / 2, 'dispute of ' || $1::text, $2, 'open', 12.5, 'fraudulent', now())
      from generate_series(1, $3::integer) n`
    const times = cases(6, 10_000)
    expect(await context.service.count(repeated, payment, captureOf(payment), times)).toBe(times)
    expect(await disputes()).toEqual([
      { payment_id: payment, status: 'open', amount: '12.50', reason: 'product_not_received' },
    ])
    expect(await notified(admin)).toHaveLength(1)
    await context.service.rows('update notifications set is_read = true')
    await Promise.all(Array.from({ length: cases(6, 20) }, () => record({ payment, status: 'lost' })))
    await context.service.rows('update notifications set is_read = true')
    await record({ payment, status: 'lost', at: wonOn })
    expect(await notified(admin)).toHaveLength(2)
    expect(await disputes()).toHaveLength(1)
  })

  it('notify administrators when opened and when lost, but not one who paid', async () => {
    const payer = await context.administrator()
    const { payment } = await paid(undefined, payer)
    await record({ payment })
    const opened = {
      type: 'system',
      title: 'A payment is disputed',
      message: 'A bank disputes £12.50 of a payment. Please answer it at the payment provider.',
      link: '/admin?tab=failed',
    }
    expect(await notified(admin)).toEqual([opened])
    await context.service.rows('update notifications set is_read = true')
    await record({ payment, status: 'lost' })
    expect(await notified(admin)).toMatchObject([
      { title: 'A dispute was lost', message: 'A bank has returned £12.50 of a payment to the buyer.' },
      opened,
    ])
    for (const member of [payer, buyer, seller]) expect(await notified(member)).toEqual([])
    const later = await paid()
    await context.service.rows('delete from notifications')
    await record({ payment: later.payment, status: 'won' })
    expect(await notified(admin)).toEqual([])
  })

  it('that arrive before their payment are applied with it, and those of other applications change nothing', async () => {
    const { payment, isPaid } = await begun()
    expect(await record({ payment })).toEqual({ result: 'unknown', dispute_id: null })
    expect(await record({ payment: randomUUID(), status: 'lost' })).toEqual({ result: 'unknown', dispute_id: null })
    expect(await disputes()).toEqual([])
    expect(await notified(admin)).toEqual([])
    await isPaid()
    expect(await disputes()).toMatchObject([{ payment_id: payment, status: 'open' }])
    expect(await notified(admin)).toHaveLength(1)
    expect(await claimed()).toEqual([])
    await context.service.rows(`update payment_events set created_at = now() - interval '2 hours'`)
    expect(await failed('payment_event')).toEqual([])
  })

  it('are with failed work while open, and for 90 days once lost, without names', async () => {
    const { payment, orders } = await paid([delivered(shop, { product: cake })])
    const several = await paid()
    await record({ payment })
    await record({ payment: several.payment, status: 'lost', at: new Date().toISOString() })
    const shown = { error: 'product_not_received', amount: 12.5, can_retry: false, member_id: buyer.id }
    const items = await failed('dispute')
    expect(items).toHaveLength(2)
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...shown, what: 'open', order_id: orders[0] }),
        expect.objectContaining({ ...shown, what: 'lost', order_id: null }),
      ]),
    )
    expect(JSON.stringify(items)).not.toMatch(/Buyer|High Street/)
    for (const { id } of items)
      expect(await refusal(call(admin, `retry_work('dispute', $1)`, id))).toMatchObject({ code: '22023' })
    const old = (status: string) =>
      context.service.rows(
        `update payment_disputes set status = $1, closed_at = now() - interval '91 days' where status <> 'open'`,
        status,
      )
    for (const status of ['lost', 'won']) {
      await old(status)
      expect(await failed('dispute')).toMatchObject([{ what: 'open' }])
    }
  })

  it('keep a transfer that failed before from being tried again', async () => {
    const { payment, orders } = await paid([delivered(shop, { product: cake })])
    const [attempt] = await context.service.rows('select transfer_id from claim_transfers()')
    const transfer = text(attempt, 'transfer_id')
    await call(context.service, `record_transfer($1, null, 'The account is restricted')`, transfer)
    expect(await failed('transfer')).toHaveLength(1)
    await record({ payment })
    expect(await failed('transfer')).toEqual([])
    for (const id of [transfer, null])
      expect(await refusal(call(admin, `retry_work('transfer', $1)`, id))).toMatchObject({ hint: 'already_decided' })
    await record({ payment, status: 'won' })
    await call(admin, `retry_work('transfer', $1)`, transfer)
    expect(await claimed()).toEqual(orders)
  })

  it('do not keep a buyer from deleting the account, and outlast it', async () => {
    const { payment, orders } = await paid([delivered(shop, { product: cake })])
    await record({ payment })
    for (const step of ['shipped', 'delivered']) await call(seller, 'advance_order($1, $2)', orders[0] ?? '', step)
    await call(buyer, 'delete_account()')
    expect(await failed('dispute')).toMatchObject([{ order_id: orders[0], member_id: null }])
  })

  it('only the service key reads and records them', async () => {
    const { payment } = await paid()
    await record({ payment })
    for (const actor of [context.visitor, buyer, seller, admin]) {
      expect(await refusal(record({ payment }, actor))).toMatchObject({ code: forbidden })
      for (const statement of [
        'select * from payment_disputes',
        `update payment_disputes set status = 'won', closed_at = now()`,
        'delete from payment_disputes',
        `insert into payment_disputes (payment_id, provider_dispute_id, amount, reason) values ('${payment}', 'mine', 1, 'general')`,
        `select private.is_disputed('${payment}')`,
      ])
        expect(await refusal(actor.rows(statement)), statement).toMatchObject({ code: forbidden })
    }
    expect(await disputes()).toMatchObject([{ status: 'open' }])
    for (const malformed of [
      `'bank', 'e', 'd', 'p', 'open', 1, 'general', now()`,
      `'test', '', 'd', 'p', 'open', 1, 'general', now()`,
      `'test', 'e', null, 'p', 'open', 1, 'general', now()`,
      `'test', 'e', 'd', '', 'open', 1, 'general', now()`,
      `'test', 'e', 'd', 'p', 'needs_response', 1, 'general', now()`,
      `'test', 'e', 'd', 'p', 'open', 0, 'general', now()`,
      `'test', 'e', 'd', 'p', 'open', 100000, 'general', now()`,
      `'test', 'e', 'd', 'p', 'open', 1, '', now()`,
      `'test', 'e', 'd', 'p', 'open', 1, 'general', null`,
    ])
      expect(
        await refusal(context.service.rows(`select public.record_dispute(${malformed})`)),
        malformed,
      ).toMatchObject({ code: '22023' })
  })
})
