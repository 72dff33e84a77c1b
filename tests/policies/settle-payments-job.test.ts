import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillVault } from '#backend/database/vault'
import { databases } from '../harness.ts'
import { openTestContext, schedulerKey, type TestContext } from './test-context.ts'

describe.each(databases)('the settle-payments job, on %s', (kind) => {
  let context: TestContext
  beforeAll(async () => {
    context = await openTestContext(kind)
  })
  afterAll(() => context.close())

  const read = async (text: string) =>
    (await context.database.run({ text, values: [] })).rows.map((row) => row.join(' | '))
  const calls = () => read(`select method, url, headers ->> 'Authorization' from net.http_request_queue`)
  const settling = `POST | http://backend.internal/functions/v1/settle-payments | Bearer ${schedulerKey}`
  const settle = () => read('select private.call_settle_payments_if_due()')

  it('runs every minute', async () => {
    expect(
      await read(
        `select jobname, schedule, command from cron.job where jobname in ('expire-checkouts', 'settle-payments') order by jobname`,
      ),
    ).toEqual([
      'expire-checkouts | 10 seconds | select public.expire_checkouts(400)',
      'settle-payments | * * * * * | select private.call_settle_payments_if_due()',
    ])
  })

  it('calls the edge function only when something is due', async () => {
    const buyer = await context.member('Bea')
    const checkout = String((await context.service.insert('checkouts', { buyer_id: buyer.id, subtotal: 12 })).id)
    const payment = await context.service.insert('payments', {
      checkout_id: checkout,
      provider: 'test',
      session_id: randomUUID(),
      payment_id: randomUUID(),
      amount: 12,
      status: 'succeeded',
      captured_at: '2026-01-01T10:00:00Z',
    })
    await settle()
    expect(await calls()).toEqual([])
    const later = { payment_id: String(payment.id), amount: 12, next_attempt_at: '2999-01-01T00:00:00Z' }
    const refund = String((await context.service.insert('refunds', later)).id)
    await settle()
    expect(await calls()).toEqual([])
    await context.service.update('refunds', refund, { next_attempt_at: '2026-01-01T00:00:00Z' })
    await settle()
    expect(await calls()).toEqual([settling])
    await read('delete from net.http_request_queue')
    // The provider has accepted it, and its outcome is to be looked up.
    await context.service.update('refunds', refund, { provider_refund_id: 're_1' })
    await settle()
    expect(await calls()).toEqual([settling])
    await read('delete from net.http_request_queue')
    expect(await context.service.rows('select refund_id from claim_pending_refunds()')).toEqual([{ refund_id: refund }])
    expect(await context.service.rows('select refund_id from claim_pending_refunds()')).toEqual([])
    await settle()
    expect(await calls()).toEqual([])
    await context.service.update('refunds', refund, { status: 'succeeded' })
    await settle()
    expect(await calls()).toEqual([])
  })

  it('sends a refund at once with the scheduler’s key, and calls nothing without one', async () => {
    await read(`delete from net.http_request_queue`)
    const checkout = String((await context.service.insert('checkouts', { subtotal: 12 })).id)
    const payment = await context.service.insert('payments', {
      checkout_id: checkout,
      provider: 'test',
      session_id: randomUUID(),
      payment_id: randomUUID(),
      amount: 12,
      status: 'succeeded',
      captured_at: '2026-01-01T10:00:00Z',
    })
    const refund = () => context.service.insert('refunds', { payment_id: String(payment.id), amount: 1 })
    await refund()
    expect(await calls()).toEqual([settling])
    await read(`delete from net.http_request_queue`)
    await fillVault(context.database, {})
    await refund()
    expect(await calls()).toEqual([])
    await fillVault(context.database, { scheduler_key: schedulerKey })
  })

  it('cannot be triggered by members', async () => {
    for (const role of [context.visitor, await context.member(), context.service])
      for (const text of [
        'select private.call_settle_payments_if_due()',
        `select private.call_function('settle-payments')`,
        'select * from vault.decrypted_secrets',
        'select * from vault.secrets',
        'select * from net.http_request_queue',
      ])
        await expect(role.rows(text)).rejects.toMatchObject({ code: '42501' })
  })
})
