/** WEB_CONCURRENCY: several workers on one port and one PostgreSQL behave like one server. */
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { databases, isRunning, ServerExit, startServer } from '../harness.ts'
import { type Connection, startTwoWorkers, until } from './two-workers.ts'

it('The server refuses WEB_CONCURRENCY above 1 without a PostgreSQL server', async () => {
  const refused = await startServer({ env: { WEB_CONCURRENCY: '2' } }).catch((error: unknown) => error)
  if (!(refused instanceof ServerExit)) throw new Error('it started')
  expect(refused.code).toBe(1)
  expect(refused.output.trim()).toBe(
    'WEB_CONCURRENCY above 1 needs a PostgreSQL server (DATABASE_URL): only one process can open the embedded database.',
  )
})

describe.runIf(databases.includes('postgres'))('Two workers', () => {
  let two: Awaited<ReturnType<typeof startTwoWorkers>>
  beforeAll(async () => {
    two = await startTwoWorkers()
  }, 60_000)
  afterAll(() => two.server.stop())

  it('share the connections to one port equally, and /metrics adds up their metrics', async () => {
    const { server, connection, metric, workers, countRequests } = two
    expect(workers()).toHaveLength(2)
    expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ status: 'up', workers: 2 })
    const connections = Array.from({ length: 8 }, connection)
    for (const { request } of connections) expect((await request('/rest/v1/products')).status).toBe(401)
    expect([await metric('workers'), await countRequests()]).toEqual([2, 8])
    // Simultaneous metrics requests share one collection.
    expect(await Promise.all(Array.from({ length: 20 }, countRequests))).toEqual(Array(20).fill(8))
    for (const { close } of connections) close()
  })

  it('share sessions and the rate limits of sign-ins', async () => {
    const { server, connection, client } = two
    const email = 'both@tuckbox.test'
    const admin = createClient(server.url, server.serviceKey, { realtime: { transport: WebSocket as never } })
    await admin.auth.admin.createUser({ email, password: 'a good password', email_confirm: true })
    const { data } = await client().auth.signInWithPassword({ email, password: 'a good password' })
    const authorization = `Bearer ${data.session?.access_token}`
    const connections = Array.from({ length: 4 }, connection)
    for (const { request, close } of connections) {
      expect((await request('/auth/v1/user', { apikey: server.anonKey, authorization })).status).toBe(200)
      close()
    }
    const signIn = async (body: object) => {
      // A keep-alive connection would skew the distribution in the next test.
      const headers = { apikey: server.anonKey, 'content-type': 'application/json', connection: 'close' }
      const path = '/auth/v1/token?grant_type=password'
      const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      await response.text()
      return response.status
    }
    const statuses = (count: number, body: object) => Promise.all(Array.from({ length: count }, () => signIn(body)))
    // The limit is ten wrong passwords for an account. Separate counts would let all 14 through, seven for each worker.
    const wrong = await statuses(14, { email, password: 'a wrong password' })
    expect(wrong.toSorted()).toEqual([...Array(10).fill(400), ...Array(4).fill(429)])
    // The limit of thirty sign-ins has fifteen left, and refills one in ten seconds. Each worker gets half of the requests.
    const refused = (await statuses(30, {})).filter((status) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThanOrEqual(15)
  })

  it('finish open requests at SIGTERM: one worker is replaced, and SIGTERM to the primary stops all', async () => {
    const { server, connection, metric, workers, sql } = two
    const [stopped, other] = workers()
    if (!stopped || !other) throw new Error('two workers were expected')
    process.kill(stopped, 'SIGTERM')
    await until('the stopped worker is replaced', () => !workers().includes(stopped) && workers().length === 2)
    await until('both workers are open', async () => (await metric('workers')) === 2)
    await sql(`create function public.fast() returns int language sql as 'select 7';
      create function public.slow() returns int language sql as 'select 7 from pg_sleep(1)';
      grant execute on function public.fast(), public.slow() to anon; notify pgrst, 'reload schema'`)
    const call = (request: Connection['request'], name = 'slow') =>
      request(`/rest/v1/rpc/${name}`, { apikey: server.anonKey })
    await until('both workers have the functions in their schema cache', async () => {
      // New connections go to the workers in turn.
      for (let at = 0; at < 6; at += 1) {
        const { request, close } = connection()
        const { status } = await call(request, 'fast')
        close()
        if (status !== 200) return false
      }
      return true
    })
    // The limit of simultaneous calls from one network on one worker.
    const connections = Array.from({ length: 4 }, connection)
    const slow = connections.map(({ request }) => call(request))
    await until('all calls are running', async () => {
      const [running] = await sql(
        `select count(*)::int as calls from pg_stat_activity where state = 'active' and query like '%slow%' and pid <> pg_backend_pid()`,
      )
      return running?.calls === connections.length
    })
    const all = workers()
    server.process.kill('SIGTERM')
    expect(await Promise.all(slow)).toEqual(slow.map(() => ({ status: 200, body: '7' })))
    await until('all workers have exited', () => !all.some(isRunning))
    await until('the primary has exited', () => server.process.exitCode !== null)
    expect(server.process.exitCode).toBe(0)
    for (const { close } of connections) close()
  })
})
