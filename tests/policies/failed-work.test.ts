/** Failed work: what administrators see of it, and trying it again. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { requireSecondFactor } from '../../scripts/administrators.ts'
import { databases } from '../harness.ts'
import { createDevice } from '../push-service.ts'
import { clear } from './clear.ts'
import { address, beginPayment, call, delivered, forSale, order, place, recordPaymentEvent } from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text } from './test-context.ts'

const listSchema = z.object({
  total: z.number(),
  items: z.array(
    z.object({
      kind: z.string(),
      id: z.string(),
      what: z.string(),
      error: z.string().nullable(),
      can_retry: z.boolean(),
      total: z.number(),
      attempts: z.number().nullable(),
      amount: z.number().nullable(),
      member_id: z.string().nullable(),
    }),
  ),
})

describe.each(databases)('failed work on %s', (kind) => {
  let context: TestContext
  let admin: Actor
  let buyer: Actor
  let seller: Actor
  let shop: string
  let cake: string

  beforeAll(async () => {
    context = await openTestContext(kind)
    admin = await context.administrator()
    seller = await context.member('Seller')
    shop = await context.shop(seller)
    cake = await context.product(shop, { ...forSale, price: 25, stock: 1000 })
    await call(context.service, `set_payment_account($1, 'test', 'acct_shop', true, true, true)`, shop)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    await clear(
      context,
      'public.checkouts',
      'public.payment_events',
      'public.outbox',
      'public.push_subscriptions',
      'public.picture_imports',
      'net.http_request_queue',
      'cron.job_run_details',
    )
    buyer = await context.member('Bo Buyer')
  })

  const run = (sql: string) => context.database.script(sql)
  const failed = async (actor = admin) => listSchema.parse(await call(actor, 'failed_work()'))
  const ofKind = async (wanted: string) => (await failed()).items.filter((item) => item.kind === wanted)
  const retry = (what: string, id: string | null = null, by = admin) => call(by, 'retry_work($1, $2)', what, id)
  const calls = async () =>
    (
      await context.database.run({
        text: `select distinct regexp_replace(url, '.*/', '') from net.http_request_queue`,
        values: [],
      })
    ).rows.flat()
  const logged = (table: string) =>
    admin.rows(
      `select row_id, changes #>> '{reason,1}' as reason, actor_id from audit_log where action = 'retry' and table_name = $1
        and happened_at > now() - interval '1 minute' order by id`,
      table,
    )
  /** Only one of two administrators who press at once has an effect. */
  async function twoAtOnce(what: string, id: string) {
    const other = await context.administrator()
    const results = await Promise.allSettled([retry(what, id), retry(what, id, other)])
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refused).toMatchObject([{ code: 'PT409', hint: 'already_decided' }])
  }

  const email = async (values = {}) =>
    text(
      await context.service.insert('outbox', {
        user_id: buyer.id,
        recipient: 'bo@example.com',
        template: 'order-shipped',
        status: 'failed',
        attempts: 24,
        last_error: `550 5.1.1 <Bo@Example.com>: no such user`,
        ...values,
      }),
      'id',
    )
  async function paid() {
    const placed = await place(buyer, order([delivered(shop, { product: cake })], { address_id: await address(buyer) }))
    const payment = await beginPayment(context, buyer, placed.checkout_id, 10, 'transfers')
    await recordPaymentEvent(context, { payment, amount: placed.total })
    return { id: placed.orders[0]?.id ?? '', payment }
  }
  async function failingRefund() {
    const { id } = await paid()
    await call(seller, 'refund_order($1, 5, $2, $3)', id, 'A dent', 'a key of the test')
    const [claimed] = await context.service.rows('select refund_id from claim_refunds()')
    const refund = text(claimed, 'refund_id')
    await call(context.service, 'fail_refund_attempt($1, $2)', refund, 'The provider is down')
    return refund
  }
  async function failingTransfer() {
    await paid()
    const [claimed] = await context.service.rows('select transfer_id from claim_transfers()')
    const transfer = text(claimed, 'transfer_id')
    await call(context.service, 'record_transfer($1, null, $2)', transfer, 'The account is restricted')
    return transfer
  }
  async function failingPush() {
    const { endpoint, p256dh, auth } = createDevice().row
    await call(buyer, 'save_push_subscription($1, $2, $3)', endpoint, p256dh, auth)
    await context.service.insert('notifications', { user_id: buyer.id, type: 'order', title: 'A', message: 'B' })
    const [claimed] = await context.service.rows('select push_id from claim_pushes()')
    const push = text(claimed, 'push_id')
    await call(context.service, `record_push($1, 1, 'failed', 0, 'It responded with 503')`, push)
    return push
  }
  async function failingPicture() {
    await seller.insert('products', { shop_id: shop, name: 'Pie', image: 'https://pictures.test/pie.png' })
    const [claimed] = await context.service.rows('select id from claim_picture_imports()')
    const picture = text(claimed, 'id')
    await call(context.service, 'fail_picture_import($1, $2, false)', picture, 'It took too long.')
    return picture
  }
  const failJob = (name: string) =>
    run(`insert into cron.job_run_details (jobid, database, username, command, status, return_message, start_time, end_time)
      select jobid, database, username, command, 'failed', 'ERROR: no more disk', now(), now() from cron.job where jobname = '${name}'`)

  it('of each kind is in the list, without names and addresses', async () => {
    await email()
    await failingRefund()
    await failingTransfer()
    await failingPush()
    await failingPicture()
    await failJob('purge-emails')
    const { total, items } = await failed()
    expect(total).toBe(6)
    expect(items).toMatchObject([
      { kind: 'email', what: 'order-shipped', error: '550 5.1.1 <(address)>: no such user', member_id: buyer.id },
      { kind: 'job', what: 'purge-emails', error: 'ERROR: no more disk', attempts: null },
      { kind: 'picture', what: 'product', error: 'It took too long.', member_id: seller.id },
      { kind: 'push', what: 'order', error: 'It responded with 503', attempts: 1, member_id: null },
      { kind: 'refund', what: 'pending', error: 'The provider is down', amount: 5, attempts: 1 },
      { kind: 'transfer', what: 'transfer', error: 'The account is restricted', attempts: 1 },
    ])
    expect(items.every(({ can_retry }) => can_retry)).toBe(true)
    expect(JSON.stringify(items)).not.toMatch(/example\.com|Buyer|High Street/i)
  })

  it('of each kind is tried again once, by the function that does it, and the log names the administrator', async () => {
    const work = [
      [
        'email',
        await email(),
        'outbox',
        'send-mail',
        'select status, attempts, send_after <= now() as due from outbox',
      ],
      [
        'refund',
        await failingRefund(),
        'refunds',
        'settle-payments',
        'select next_attempt_at <= now() as due from refunds',
      ],
      [
        'transfer',
        await failingTransfer(),
        'transfers',
        'settle-payments',
        'select next_attempt_at <= now() as due from transfers',
      ],
      ['push', await failingPush(), 'pushes', 'send-push', ''],
      [
        'picture',
        await failingPicture(),
        'picture_imports',
        'import-pictures',
        'select next_attempt_at <= now() as due from picture_imports',
      ],
    ] as const
    for (const [what, id, table, fn, due] of work) {
      await clear(context, 'net.http_request_queue')
      await twoAtOnce(what, id)
      expect(await calls(), what).toEqual([fn])
      expect(await logged(table), what).toMatchObject([{ row_id: id, reason: null }])
      expect(await ofKind(what), what).toEqual([])
      if (due !== '')
        expect(await context.service.rows(`${due} where id = $1`, id), what).toMatchObject([{ due: true }])
    }
    const [retried] = await context.service.rows('select status, attempts from outbox where last_error is null limit 1')
    expect(retried).toMatchObject({ status: 'waiting' })
    expect(
      await context.service.rows('select template from claim_emails(50) where template = $1', 'order-shipped'),
    ).toHaveLength(1)
    expect(await context.service.rows('select push_id from claim_pushes()')).toHaveLength(1)
    expect(await context.service.rows('select refund_id from claim_refunds()')).toHaveLength(1)
    expect(await context.service.rows('select transfer_id from claim_transfers()')).not.toEqual([])
  })

  it('that is being tried cannot be tried again, so no email is sent twice', async () => {
    const id = await email({ status: 'waiting', attempts: 1 })
    expect(await context.service.rows('select email_id from claim_emails()')).toEqual([{ email_id: id }])
    expect(await ofKind('email')).toEqual([])
    expect(await refusal(retry('email', id))).toMatchObject({ code: 'PT409', hint: 'already_decided' })
    await call(context.service, 'record_email($1, 2)', id)
    expect(await refusal(retry('email', id))).toMatchObject({ code: 'PT409', hint: 'already_decided' })
    expect(await refusal(retry('email'))).toMatchObject({ code: 'PT409', hint: 'already_decided' })
    expect(await logged('outbox')).not.toContainEqual(expect.objectContaining({ row_id: id }))
  })

  it('of a kind is tried again together, each item once by two administrators', async () => {
    for (let n = 0; n < 25; n += 1) await email()
    const { total, items } = await failed()
    expect([total, items.length]).toEqual([25, 20])
    expect(items.every((item) => item.total === 25)).toBe(true)
    const other = await context.administrator()
    const results = await Promise.allSettled([retry('email'), retry('email', null, other)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await logged('outbox')).at(-1)).toMatchObject({ row_id: null, reason: 'All 25' })
    expect(await context.service.count(`select from outbox where status = 'waiting' and attempts = 0`)).toBe(25)
  })

  it('is shown without a button where a retry changes nothing: refused refunds, early events, missing jobs, overdue work', async () => {
    const refund = await failingRefund()
    await context.service.update('refunds', refund, { status: 'failed' })
    const event = { provider: 'test', event_id: 'early', kind: 'refund', payload: {}, is_deferred: true }
    await context.service.send('payment_events', { ...event, created_at: '2026-01-01T10:00:00Z' })
    await email({ status: 'waiting', attempts: 0, last_error: null, send_after: '2026-01-01T10:00:00Z' })
    await run(`select cron.unschedule('send-emails')`)
    expect(
      (await failed()).items.map(({ kind: of, what, attempts, can_retry }) => [of, what, attempts, can_retry]),
    ).toEqual([
      ['missing_job', 'send-emails', null, false],
      ['overdue', 'send-mail', 1, false],
      ['payment_event', 'test', null, false],
      ['refund', 'failed', 1, false],
    ])
    expect(await refusal(retry('refund', refund))).toMatchObject({ hint: 'already_decided' })
    for (const what of ['overdue', 'payment_event', 'missing_job', ''])
      expect(await refusal(retry(what, 'send-mail')), what).toMatchObject({ code: '22023', hint: 'malformed' })
    expect(await refusal(retry('email', 'one'))).toMatchObject({ code: '22023' })
    expect(await refusal(retry('job'))).toMatchObject({ code: '22023' })
    await run('select private.schedule_jobs()')
    // The seller refunds it again.
    const { order_id } = (await context.service.rows('select order_id from refunds where id = $1', refund))[0] ?? {}
    await call(seller, 'refund_order($1, 5, $2, $3)', String(order_id), 'A dent', 'another key of the test')
    expect(await ofKind('refund')).toEqual([])
  })

  it('a failed job runs again at once as nobody, and leaves the list when it works after a mend', async () => {
    const old = { status: 'sent', sent_at: '2026-01-01T10:00:00Z', created_at: '2026-01-01T10:00:00Z' }
    await email({ ...old, last_error: null })
    const purge = (body: string) =>
      run(`create or replace function private.purge_emails() returns void language plpgsql security definer set search_path = ''
        as $$ begin ${body} end $$`)
    await failJob('purge-emails')
    await purge(`raise exception 'broken for %', coalesce(private.member_id()::text, 'nobody');`)
    expect(await retry('job', 'purge-emails')).toBe('ERROR: broken for nobody')
    expect(await ofKind('job')).toMatchObject([{ id: 'purge-emails', error: 'ERROR: broken for nobody' }])
    await purge(
      `delete from public.outbox o where o.status <> 'waiting' and o.created_at < now() - interval '90 days';`,
    )
    await twoAtOnce('job', 'purge-emails')
    expect(await context.service.count('select from outbox')).toBe(0)
    expect(await ofKind('job')).toEqual([])
    expect(await refusal(retry('job', 'purge-emails'))).toMatchObject({ hint: 'already_decided' })
    expect(await refusal(retry('job', 'drop-tables'))).toMatchObject({ hint: 'already_decided' })
    const entries = await logged('jobs')
    expect(entries).toHaveLength(2)
    expect(entries).toMatchObject([{ reason: 'purge-emails', actor_id: admin.id }, { reason: 'purge-emails' }])
    // The scheduler is running it.
    await failJob('purge-emails')
    await run(
      `insert into cron.job_run_details (jobid, status) select jobid, 'running' from cron.job where jobname = 'purge-emails'`,
    )
    expect(await refusal(retry('job', 'purge-emails'))).toMatchObject({ hint: 'already_decided' })
  })

  it('an administrator tries again at most 200 times in an hour, however often they press', async () => {
    const eager = await context.administrator()
    await context.database.run({
      text: `insert into public.audit_log (actor_id, action, table_name, changes)
        select $1::uuid, 'retry', 'outbox', '{}' from generate_series(1, 199)`,
      values: [eager.id],
    })
    const ids = [await email(), await email(), await email()]
    const results = await Promise.allSettled(ids.map((id) => retry('email', id, eager)))
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refused).toMatchObject([{ code: 'PT429', hint: 'rate_limit' }, { code: 'PT429' }])
    expect(await ofKind('email')).toHaveLength(2)
    await retry('email')
  })

  it('nobody else sees it or tries it again, nor an administrator without the second factor', async () => {
    const id = await email()
    await requireSecondFactor(context.database, true)
    for (const actor of [context.visitor, buyer, seller, context.service, admin]) {
      expect(await refusal(failed(actor))).toMatchObject({ code: forbidden })
      for (const of of [id, null]) expect(await refusal(retry('email', of, actor))).toMatchObject({ code: forbidden })
      expect(await refusal(retry('job', 'purge-emails', actor))).toMatchObject({ code: forbidden })
    }
    const verified = context.session(admin, { app_metadata: { role: 'admin' }, aal: 'aal2' })
    expect((await failed(verified)).total).toBe(1)
    await retry('email', id, verified)
    await requireSecondFactor(context.database, false)
  })
})
