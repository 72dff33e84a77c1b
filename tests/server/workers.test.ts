/** WEB_CONCURRENCY: several processes on one port and one PostgreSQL are one server to whoever uses it, whatever becomes of one of them. */
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { databases, ServerExit, startServer, type TestServer } from '../harness.ts'

/** Of processes that this one started. */
const childrenOf = (pid: number | undefined): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Asks until it holds; a failure names what was waited for. */
async function until(what: string, holds: () => boolean | Promise<boolean>, mostMs = 40_000): Promise<void> {
  for (const begun = Date.now(); !(await holds()); await delay(50))
    if (Date.now() - begun > mostMs) throw new Error(`It did not come to this: ${what}`)
}

it('WEB_CONCURRENCY needs a PostgreSQL server', async () => {
  const refused = await startServer({ env: { WEB_CONCURRENCY: '2' } }).catch((error: unknown) => error)
  if (!(refused instanceof ServerExit)) throw new Error('it started')
  expect(refused.code).toBe(1)
  expect(refused.output.trim()).toBe(
    'WEB_CONCURRENCY above 1 needs a PostgreSQL server (DATABASE_URL): only one process can open the embedded database.',
  )
})

describe.runIf(databases.includes('postgres'))('two workers', () => {
  let server: TestServer
  const workers = () => childrenOf(server.process.pid)
  /** A connection of its own, kept: it stays with the worker that took it. */
  const connection = () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    return {
      ask: (path: string, headers: Record<string, string> = {}) =>
        new Promise<{ status: number; body: string }>((resolve, reject) => {
          const request = get(server.url + path, { agent, headers, timeout: 5_000 }, (response) => {
            let body = ''
            response.on('data', (chunk: Buffer) => {
              body += chunk
            })
            response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
            response.on('error', reject)
          })
          request.on('timeout', () => request.destroy(new Error('no answer in five seconds')))
          request.on('error', reject)
        }),
      close: () => agent.destroy(),
    }
  }
  const figure = async (name: string) => {
    // A connection of its own: one that is kept may be with a worker that is gone.
    const { ask, close } = connection()
    const { body } = await ask('/metrics')
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
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: WebSocket as never },
    })

  beforeAll(async () => {
    server = await startServer({ database: 'postgres', env: { WEB_CONCURRENCY: '2', RATE_LIMITS: 'on' } })
  }, 60_000)
  afterAll(() => server.stop())

  const requests = async () => figure('http_requests_total{handler="api",method="GET",status="401"}')

  it('answer on one port, half of the connections each, and their figures are added up', async () => {
    expect(workers()).toHaveLength(2)
    expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ status: 'up', workers: 2 })
    const connections = Array.from({ length: 8 }, connection)
    for (const { ask } of connections) expect((await ask('/rest/v1/products')).status).toBe(401)
    expect([await figure('workers'), await requests()]).toEqual([2, 8])
    // Gathered once for all who ask together.
    expect(await Promise.all(Array.from({ length: 20 }, requests))).toEqual(Array(20).fill(8))
    for (const { close } of connections) close()
  })

  it('know who signed in at the other, and count sign-ins together', async () => {
    const email = 'both@tuckbox.test'
    const admin = createClient(server.url, server.serviceKey, { realtime: { transport: WebSocket as never } })
    await admin.auth.admin.createUser({ email, password: 'a good password', email_confirm: true })
    const { data } = await client().auth.signInWithPassword({ email, password: 'a good password' })
    const authorization = `Bearer ${data.session?.access_token}`
    const connections = Array.from({ length: 4 }, connection)
    for (const { ask, close } of connections) {
      expect((await ask('/auth/v1/user', { apikey: server.anonKey, authorization })).status).toBe(200)
      close()
    }
    const signIn = async (body: object) => {
      // One that is kept would weigh on the shares of the next test.
      const headers = { apikey: server.anonKey, 'content-type': 'application/json', connection: 'close' }
      const path = '/auth/v1/token?grant_type=password'
      const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      await answer.text()
      return answer.status
    }
    const statuses = (count: number, body: object) => Promise.all(Array.from({ length: count }, () => signIn(body)))
    // Ten wrong passwords of an account; had each worker its own count, none of seven or so would be one too many.
    const wrong = await statuses(14, { email, password: 'a wrong password' })
    expect(wrong.toSorted()).toEqual([...Array(10).fill(400), ...Array(4).fill(429)])
    // Thirty of all kinds, of which fifteen are spent; one comes back in ten seconds, and each worker has seen half.
    const refused = (await statuses(30, {})).filter((status) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThanOrEqual(15)
  })

  it('lose one to kill -9 in the middle: it is replaced, and who was with the other notices nothing', async () => {
    const [killed, spared] = workers()
    if (!killed || !spared) throw new Error('two workers were expected')
    const heard: unknown[] = []
    const troubled = new Set<number>()
    const listeners = Array.from({ length: 6 }, client)
    const channels = listeners.map((listener) =>
      listener.channel('kitchen').on('broadcast', { event: 'said' }, ({ payload }) => heard.push(payload)),
    )
    for (const [index, channel] of channels.entries())
      await new Promise<void>((resolve) =>
        channel.subscribe((state) => {
          if (state !== 'SUBSCRIBED') troubled.add(index)
          resolve()
        }),
      )
    await channels[0]?.send({ type: 'broadcast', event: 'said', payload: { by: 0 } })
    await until('what is said at one worker is heard at the other', () => heard.length === 5)

    let stopping = false
    const answered = new Set<number>()
    const kept = Array.from({ length: 10 }, async (_, index) => {
      const { ask, close } = connection()
      const faults: string[] = []
      while (!stopping) {
        await ask('/rest/v1/products?select=id', { apikey: server.anonKey }).then(
          ({ status, body }) => (status === 200 ? answered.add(index) : faults.push(body)),
          (error: Error) => faults.push(error.message),
        )
        // Slow enough for the limit on what one network reads.
        await delay(100)
      }
      close()
      return faults
    })
    const fresh = Array.from({ length: 4 }, async () => {
      const faults: string[] = []
      while (!stopping) {
        const { ask, close } = connection()
        await ask('/health').catch((error: Error) => faults.push(error.message))
        close()
        await delay(10)
      }
      return faults
    })
    await until('each has been answered', () => answered.size === kept.length)
    process.kill(killed, 'SIGKILL')
    await until('the worker is replaced', async () => !workers().includes(killed) && (await figure('workers')) === 2)
    await delay(100)
    stopping = true
    const faults = await Promise.all(kept)
    expect(workers()).toContain(spared)
    expect(workers()).not.toContain(killed)
    expect(await figure('workers_replaced_total')).toBe(1)
    // A connection of the killed worker loses at most the request under way.
    expect(faults.filter(({ length }) => length > 1)).toEqual([])
    // None waits for nobody, and none is turned away.
    expect((await Promise.all(fresh)).flat().filter((fault) => !/ECONNRESET|hang up/.test(fault))).toEqual([])
    expect((await Promise.all(fresh)).every(({ length }) => length <= 1)).toBe(true)
    // The sockets of the other never heard of it.
    expect(troubled.size).toBeLessThan(listeners.length)
    expect(await client().from('products').select('id')).toMatchObject({ error: null })
    await Promise.all(listeners.map((listener) => listener.removeAllChannels()))
  })

  it('run a scheduled command once, whichever of them takes the turn', async () => {
    // By when each was due: under load one may begin in the second of the next.
    await sql(`create table public.turns (due_at timestamptz);
      select cron.schedule('tick', '1 second', 'insert into public.turns
        select t.due_at from backend.cron_claims t join cron.job j using (jobid) where j.jobname = ''tick''')`)
    const turns = () =>
      sql(`select date_trunc('second', due_at) as second, count(*)::int as many from public.turns group by 1`)
    await until('two turns were taken', async () => (await turns()).length >= 2)
    await sql(`select cron.unschedule('tick')`)
    const rows = await turns()
    expect(rows.map(({ many }) => many)).toEqual(rows.map(() => 1))
  })

  it('lend a worker that is told to end the time to finish, and stop together', async () => {
    const [ended, other] = workers()
    if (!ended || !other) throw new Error('two workers were expected')
    process.kill(ended, 'SIGTERM')
    await until('the ended one is replaced', () => !workers().includes(ended) && workers().length === 2)
    await until('both serve', async () => (await figure('workers')) === 2)
    await sql(`create function public.slow() returns int language sql as 'select 7 from pg_sleep(1)';
      grant execute on function public.slow() to anon; notify pgrst, 'reload schema'`)
    const call = (ask: ReturnType<typeof connection>['ask']) => ask('/rest/v1/rpc/slow', { apikey: server.anonKey })
    await until('both know the function', async () => {
      const { ask, close } = connection()
      const { status } = await call(ask)
      close()
      return status === 200
    })
    // As many as one network may have at once, were they all with one worker.
    const connections = Array.from({ length: 4 }, connection)
    const slow = connections.map(({ ask }) => call(ask))
    await until('all are under way', async () => {
      const [running] = await sql(
        `select count(*)::int as calls from pg_stat_activity where state = 'active' and query like '%slow%' and pid <> pg_backend_pid()`,
      )
      return running?.calls === connections.length
    })
    const all = workers()
    server.process.kill('SIGTERM')
    expect(await Promise.all(slow)).toEqual(slow.map(() => ({ status: 200, body: '7' })))
    await until('all have gone', () => !all.some(isRunning))
    await until('the leader has gone', () => server.process.exitCode !== null)
    expect(server.process.exitCode).toBe(0)
    for (const { close } of connections) close()
  })
})
