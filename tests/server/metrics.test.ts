/** The metrics of a running server and its log of slow statements. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { databases, type RunningServer, startServer, type TestServer } from '../harness.ts'
import { newBuyer, openShop, pay, place, serviceOf, unwrap } from '../payments/market-fixtures.ts'
import { sharedServer } from '../shared-server.ts'
import { impatient } from './notes-project.ts'

const metricsOf = async ({ url }: RunningServer) => (await fetch(`${url}/metrics`)).text()
const logLine = z.object({
  msg: z.string(),
  requestId: z.string().optional(),
  statement: z.string().optional(),
  ms: z.number().optional(),
})

describe.each(databases)('metrics, on %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ database })
  })
  afterAll(() => server.stop())

  const value = async (name: string) => {
    const line = (await metricsOf(server)).split('\n').find((line) => line.startsWith(`${name} `))
    return line === undefined ? undefined : Number(line.slice(name.length + 1))
  }
  const event = async (name: string) => (await value(`market_events_total{event="${name}"}`)) ?? Number.NaN

  it('count requests and their times by what answers them', async () => {
    await fetch(`${server.url}/faq`)
    await fetch(`${server.url}/rest/v1/shops`)
    await fetch(`${server.url}/auth/v1/user`)
    expect(await value('http_requests_total{handler="site",method="GET",status="200"}')).toBeGreaterThan(0)
    expect(await value('http_requests_total{handler="rest",method="GET",status="401"}')).toBe(1)
    expect(await value('http_request_duration_seconds_count{handler="auth"}')).toBe(1)
    expect(await value('http_request_duration_seconds_bucket{le="+Inf",handler="rest"}')).toBe(1)
  })

  it('have a bounded number of labels, whatever clients send', async () => {
    const series = async () => (await metricsOf(server)).split('\n').filter((line) => /^http_/.test(line)).length
    const paths = (run: string) =>
      Array.from({ length: 50 }, (_, n) => [`/${run}${n}`, `/rest/v1/${run}${n}`, `/functions/v1/${run}${n}`]).flat()
    const visit = (run: string) => Promise.all(paths(run).map((path) => fetch(server.url + path)))
    await visit('a')
    const before = await series()
    await visit('b')
    expect(await series()).toBe(before)
  })

  it('show how busy the process and the database are', async () => {
    for (const name of ['database_connections_busy', 'database_statements_waiting', 'function_requests_in_progress'])
      expect(await value(name)).toBeGreaterThanOrEqual(0)
    expect(await value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
    expect(await value('database_up')).toBe(1)
  })

  it('count orders, payments, refunds, messages, registrations and failed emails', async () => {
    const names = ['registration', 'order_placed', 'order_paid', 'refund', 'message', 'email_failed']
    const before = await Promise.all(names.map(event))
    const service = serviceOf(server)
    const shop = await openShop(server, 'crumb')
    const buyer = await newBuyer(server)
    const { checkoutId } = await place(buyer, [[shop, 1]])
    await pay(buyer, checkoutId)
    const [order] = unwrap(await service.from('orders').select('id').eq('checkout_id', checkoutId))
    const room = await buyer.client.rpc('open_order_room', { order_id: order?.id ?? '' })
    const message = { chat_room_id: room.data ?? '', sender_id: buyer.id, content: 'At the side door, please.' }
    unwrap(await buyer.client.from('chat_messages').insert(message).select('id'))
    const refund = { order_id: order?.id ?? '', amount: 1 }
    const [made] = unwrap(await service.from('refunds').insert(refund).select('id'))
    const settled = { status: 'succeeded', provider_refund_id: 're_1' }
    unwrap(
      await service
        .from('refunds')
        .update(settled)
        .eq('id', made?.id ?? '')
        .select('id'),
    )
    const email = { recipient: 'a@b.test', template: 'receipt' }
    const [queued] = unwrap(await service.from('outbox').insert(email).select('id'))
    unwrap(
      await service
        .from('outbox')
        .update({ status: 'failed' })
        .eq('id', queued?.id ?? '')
        .select('id'),
    )
    const after = await Promise.all(names.map(event))
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([2, 1, 1, 1, 1, 1])
  })

  it('show the emails that wait', async () => {
    const retrying = async () => (await value('market_waiting{queue="emails_retrying"}')) ?? Number.NaN
    // Due in an hour, so that no job sends it meanwhile.
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    const email = { recipient: 'a@b.test', template: 'receipt', attempts: 1, send_after: inAnHour }
    unwrap(await serviceOf(server).from('outbox').insert(email).select('id'))
    // Those of other tests on this server wait too.
    const rows = async () =>
      unwrap(await serviceOf(server).from('outbox').select('id').eq('status', 'waiting').gt('attempts', 0)).length
    await expect.poll(async () => (await retrying()) - (await rows())).toBe(0)
    expect(await retrying()).toBeGreaterThan(0)
    expect(await value('market_oldest_due_email_seconds')).toBeGreaterThanOrEqual(0)
  })
})

it.each(databases)(
  'A slow statement is counted and logged with its request, without its values, on %s',
  async (database) => {
    const server = await sharedServer({ database, env: impatient })
    const headers = { apikey: server.anonKey, 'content-type': 'application/json', 'x-request-id': 'slow-1' }
    const body = JSON.stringify({ reason: 'a secret reason' })
    const slow = await fetch(`${server.url}/rest/v1/rpc/runaway_for`, { method: 'POST', headers, body })
    expect(slow.status).toBe(500)
    await expect.poll(() => server.logs(), { timeout: 15_000 }).toContain('"requestId":"slow-1"')
    const lines = server
      .logs()
      .split('\n')
      .filter((line) => line.includes('slow statement'))
    const [line] = lines
      .map((text) => logLine.parse(JSON.parse(text)))
      .filter(({ requestId }) => requestId === 'slow-1')
    expect(line?.statement).toContain('runaway_for')
    expect(line?.ms).toBeGreaterThanOrEqual(200)
    expect(server.logs()).not.toContain('a secret reason')
    expect(await metricsOf(server)).toMatch(/^database_slow_statements_total [1-9]/m)
  },
)
