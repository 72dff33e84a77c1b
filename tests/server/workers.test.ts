/** WEB_CONCURRENCY: several workers on one port and one PostgreSQL behave like one server, also when a worker is killed. */
import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { childrenOf, databases, isRunning, noSession, ServerExit, startServer, type TestServer } from '../harness.ts'

/** Polls until a condition holds. The error at a timeout describes it. */
async function until(condition: string, holds: () => boolean | Promise<boolean>, timeoutMs = 40_000): Promise<void> {
  for (const startedMs = Date.now(); !(await holds()); await delay(50))
    if (Date.now() - startedMs > timeoutMs) throw new Error(`Timed out waiting until ${condition}`)
}

it('The server refuses WEB_CONCURRENCY above 1 without a PostgreSQL server', async () => {
  const refused = await startServer({ env: { WEB_CONCURRENCY: '2' } }).catch((error: unknown) => error)
  if (!(refused instanceof ServerExit)) throw new Error('it started')
  expect(refused.code).toBe(1)
  expect(refused.output.trim()).toBe(
    'WEB_CONCURRENCY above 1 needs a PostgreSQL server (DATABASE_URL): only one process can open the embedded database.',
  )
})

describe.runIf(databases.includes('postgres'))('Two workers', () => {
  let server: TestServer
  const workers = () => childrenOf(server.process.pid)
  /** A keep-alive connection. All its requests go to the worker that accepted it. */
  const connection = () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    return {
      request: (path: string, headers: Record<string, string> = {}) =>
        new Promise<{ status: number; body: string }>((resolve, reject) => {
          const sent = get(server.url + path, { agent, headers, timeout: 5_000 }, (response) => {
            let body = ''
            response.on('data', (chunk: Buffer) => {
              body += chunk
            })
            response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
            response.on('error', reject)
          })
          sent.on('timeout', () => sent.destroy(new Error('no response in five seconds')))
          sent.on('error', reject)
        }),
      close: () => agent.destroy(),
    }
  }
  const metric = async (name: string) => {
    // A new connection, because the worker of an old one may be gone.
    const { request, close } = connection()
    const { body } = await request('/metrics')
    close()
    return Number(
      body
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length),
    )
  }
  const sql = async (text: string): Promise<Record<string, unknown>[]> => {
    const database = new pg.Client({ connectionString: server.databaseUrl })
    await database.connect()
    try {
      const { rows } = await database.query(text)
      return rows
    } finally {
      await database.end()
    }
  }
  const client = () =>
    createClient(server.url, server.anonKey, {
      ...noSession,
      realtime: { transport: WebSocket as never },
    })

  beforeAll(async () => {
    server = await startServer({
      database: 'postgres',
      env: { WEB_CONCURRENCY: '2', RATE_LIMITS: 'on', TRUST_PROXY: '1' },
    })
  }, 60_000)
  afterAll(() => server.stop())

  const countRequests = async () => metric('http_requests_total{handler="rest",method="GET",status="401"}')

  it('share the connections to one port equally, and /metrics adds up their metrics', async () => {
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

  it('survive a SIGKILL of one: it is replaced, and clients of the other notice nothing', async () => {
    const [killed, spared] = workers()
    if (!killed || !spared) throw new Error('two workers were expected')
    const received: unknown[] = []
    const disconnected = new Set<number>()
    const subscribers = Array.from({ length: 6 }, client)
    const channels = subscribers.map((subscriber) =>
      subscriber.channel('kitchen').on('broadcast', { event: 'message' }, ({ payload }) => received.push(payload)),
    )
    for (const [index, channel] of channels.entries())
      await new Promise<void>((resolve) =>
        channel.subscribe((state) => {
          if (state !== 'SUBSCRIBED') disconnected.add(index)
          resolve()
        }),
      )
    await channels[0]?.send({ type: 'broadcast', event: 'message', payload: { by: 0 } })
    await until('an event sent to one worker reaches the subscribers of the other', () => received.length === 5)

    let stopping = false
    const succeeded = new Set<number>()
    const keepAlive = Array.from({ length: 10 }, async (_, index) => {
      const { request, close } = connection()
      // On a slow machine the database time of ten clients exceeds the limit of one network.
      const fromOwnNetwork = { apikey: server.anonKey, 'x-forwarded-for': `203.0.113.${index}` }
      const errors: string[] = []
      while (!stopping) {
        await request('/rest/v1/products?select=id', fromOwnNetwork).then(
          ({ status, body }) => (status === 200 ? succeeded.add(index) : errors.push(body)),
          (error: Error) => errors.push(error.message),
        )
        await delay(100)
      }
      close()
      return errors
    })
    const fresh = Array.from({ length: 4 }, async () => {
      const errors: string[] = []
      while (!stopping) {
        const { request, close } = connection()
        await request('/health').catch((error: Error) => errors.push(error.message))
        close()
        await delay(10)
      }
      return errors
    })
    await until('each connection has had a response', () => succeeded.size === keepAlive.length)
    const counted = await countRequests()
    process.kill(killed, 'SIGKILL')
    await until('the worker is replaced', async () => !workers().includes(killed) && (await metric('workers')) === 2)
    await delay(100)
    stopping = true
    const errors = await Promise.all(keepAlive)
    expect(workers()).toContain(spared)
    expect(workers()).not.toContain(killed)
    expect([await metric('workers_replaced_total'), await countRequests()]).toEqual([1, counted])
    expect(counted).toBeGreaterThan(0)
    // A connection of the killed worker loses at most its open request.
    expect(errors.filter(({ length }) => length > 1)).toEqual([])
    // No new connection times out or is refused.
    expect((await Promise.all(fresh)).flat().filter((error) => !/ECONNRESET|hang up/.test(error))).toEqual([])
    expect((await Promise.all(fresh)).every(({ length }) => length <= 1)).toBe(true)
    // Sockets of the other worker stay connected.
    expect(disconnected.size).toBeLessThan(subscribers.length)
    expect(await client().from('products').select('id')).toMatchObject({ error: null })
    await Promise.all(subscribers.map((subscriber) => subscriber.removeAllChannels()))
  })

  it('run a scheduled command once, by either of them', async () => {
    // Grouped by due time, because under load a run may begin in the next second.
    await sql(`create table public.runs (due_at timestamptz);
      select cron.schedule('tick', '1 second', 'insert into public.runs
        select t.due_at from backend.cron_claims t join cron.job j using (jobid) where j.jobname = ''tick''')`)
    const runs = () =>
      sql(`select date_trunc('second', due_at) as second, count(*)::int as many from public.runs group by 1`)
    await until('the command has run twice', async () => (await runs()).length >= 2)
    await sql(`select cron.unschedule('tick')`)
    const rows = await runs()
    expect(rows.map(({ many }) => many)).toEqual(rows.map(() => 1))
  })

  it('finish open requests at SIGTERM: one worker is replaced, and SIGTERM to the primary stops all', async () => {
    const [stopped, other] = workers()
    if (!stopped || !other) throw new Error('two workers were expected')
    process.kill(stopped, 'SIGTERM')
    await until('the stopped worker is replaced', () => !workers().includes(stopped) && workers().length === 2)
    await until('both workers are open', async () => (await metric('workers')) === 2)
    await sql(`create function public.fast() returns int language sql as 'select 7';
      create function public.slow() returns int language sql as 'select 7 from pg_sleep(1)';
      grant execute on function public.fast(), public.slow() to anon; notify pgrst, 'reload schema'`)
    const call = (request: ReturnType<typeof connection>['request'], name = 'slow') =>
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
