/** WEB_CONCURRENCY at length: a worker is killed under load, and a scheduled command runs once. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { startTwoWorkers, until } from './two-workers.ts'

describe.runIf(databases.includes('postgres'))('Two workers', () => {
  let two: Awaited<ReturnType<typeof startTwoWorkers>>
  beforeAll(async () => {
    two = await startTwoWorkers()
  }, 60_000)
  afterAll(() => two.server.stop())

  it('survive a SIGKILL of one: it is replaced, and clients of the other notice nothing', async () => {
    const { server, connection, metric, workers, countRequests, client } = two
    const [killed, spared] = workers()
    if (!killed || !spared) throw new Error('two workers were expected')
    // One to count, by either of them.
    const counting = connection()
    expect((await counting.request('/rest/v1/products')).status).toBe(401)
    counting.close()
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
    const { sql } = two
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
})
