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
    'WEB_CONCURRENCY above 1 needs a PostgreSQL server (DATABASE_URL): the embedded database is one process’s.',
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

  const requests = async () => figure('http_requests_total{room="api",method="GET",status="401"}')

  it('answer on one port, half of the connections each, and their figures are added up', async () => {
    expect(workers()).toHaveLength(2)
    expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ status: 'up', workers: 2 })
    const connections = Array.from({ length: 8 }, connection)
    for (const { ask } of connections) expect((await ask('/rest/v1/products')).status).toBe(401)
    expect([await figure('workers'), await requests()]).toEqual([2, 8])
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
    const tries = Array.from({ length: 34 }, async () => {
      const { error } = await client().auth.signInWithPassword({ email, password: 'a wrong password' })
      return error?.code
    })
    const refused = (await Promise.all(tries)).filter((code) => code === 'over_request_rate_limit')
    // Thirty at once, of which one was spent above; some refill while the passwords are checked.
    expect(refused.length).toBeGreaterThanOrEqual(1)
    expect(refused.length).toBeLessThanOrEqual(5)
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
    const kept = Array.from({ length: 10 }, async () => {
      const { ask, close } = connection()
      const faults: string[] = []
      while (!stopping) {
        await ask('/rest/v1/products?select=id', { apikey: server.anonKey }).then(
          ({ status, body }) => status === 200 || faults.push(body),
          (error: Error) => faults.push(error.message),
        )
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
      }
      return faults
    })
    await delay(300)
    process.kill(killed, 'SIGKILL')
    await until('the worker is replaced', async () => !workers().includes(killed) && (await figure('workers')) === 2)
    await delay(300)
    stopping = true
    const faults = await Promise.all(kept)
    expect(workers()).toContain(spared)
    expect(workers()).not.toContain(killed)
    expect(await figure('workers_replaced_total')).toBe(1)
    // Whoever had the killed one loses the request under way, once, and goes on with another.
    expect(faults.filter(({ length }) => length > 0).length).toBeLessThanOrEqual(6)
    expect(faults.filter(({ length }) => length > 1)).toEqual([])
    // None waits for nobody, and none is turned away.
    expect((await Promise.all(fresh)).flat().filter((fault) => !/ECONNRESET|hang up/.test(fault))).toEqual([])
    expect((await Promise.all(fresh)).every(({ length }) => length <= 1)).toBe(true)
    // The sockets of the other never heard of it.
    expect(troubled.size).toBeLessThan(6)
    expect(await client().from('products').select('id')).toMatchObject({ error: null })
    await Promise.all(listeners.map((listener) => listener.removeAllChannels()))
  })

  it('run a scheduled command once, whichever of them takes the turn', async () => {
    await sql(`create table public.turns (at timestamptz default clock_timestamp());
      select cron.schedule('tick', '1 second', 'insert into public.turns default values')`)
    await delay(2_600)
    await sql(`select cron.unschedule('tick')`)
    const rows = await sql(`select date_trunc('second', at) as second, count(*)::int as many from turns group by 1`)
    expect(rows.length).toBeGreaterThanOrEqual(2)
    expect(rows.map(({ many }) => many)).toEqual(rows.map(() => 1))
  })

  it('lend a worker that is told to end the time to finish, and stop together', async () => {
    const [ended, other] = workers()
    if (!ended || !other) throw new Error('two workers were expected')
    process.kill(ended, 'SIGTERM')
    await until('the ended one is replaced', () => !workers().includes(ended) && workers().length === 2)
    await until('both serve', async () => (await figure('workers')) === 2)
    await sql(`create function public.slow() returns int language sql as 'select 7 from pg_sleep(0.4)';
      grant execute on function public.slow() to anon; notify pgrst, 'reload schema'`)
    const call = (ask: ReturnType<typeof connection>['ask']) => ask('/rest/v1/rpc/slow', { apikey: server.anonKey })
    await until('both know the function', async () => {
      const { ask, close } = connection()
      const { status } = await call(ask)
      close()
      return status === 200
    })
    const connections = Array.from({ length: 6 }, connection)
    const slow = connections.map(({ ask }) => call(ask))
    await delay(50)
    const all = workers()
    server.process.kill('SIGTERM')
    expect(await Promise.all(slow)).toEqual(slow.map(() => ({ status: 200, body: '7' })))
    await until('all have gone', () => !all.some(isRunning))
    await until('the leader has gone', () => server.process.exitCode !== null)
    expect(server.process.exitCode).toBe(0)
    for (const { close } of connections) close()
  })
})
