import { describe, expect, it } from 'vitest'
import { DatabaseError } from '../database/errors.ts'
import { createMemoryRateLimits } from '../rate-limits/index.ts'
import { createDatabaseQuota } from './quota.ts'

const quiet = { error: () => {} }
const open = (settings = { concurrency: 2, timeoutCostFactor: 10 }) =>
  createDatabaseQuota(createMemoryRateLimits(), settings, quiet)

/** Work that runs until `end` is called. */
function work() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end, run: () => ended }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))
const spend = (ms: number) => async (spent: { ms: number }) => {
  spent.ms += ms
}
const paused = { status: 429, code: 'PT429', headers: { 'Retry-After': expect.stringMatching(/^\d+$/) } }

describe('the database quota of one network', () => {
  it('runs two statements at once and delays further ones, without delaying other networks', async () => {
    const quota = open()
    const [one, other] = [work(), work()]
    const started: string[] = []
    const all = [one, other].map(({ run }) => quota.run('a', run))
    const third = quota.run('a', async () => void started.push('third'))
    await quota.run('b', async () => void started.push('elsewhere'))
    await settled()
    expect(started).toEqual(['elsewhere'])
    one.end()
    await third
    expect(started).toEqual(['elsewhere', 'third'])
    other.end()
    await Promise.all(all)
  })

  it('pauses a network that has used up its time, queued requests included, and no other network', async () => {
    const quota = open()
    const long = work()
    const running = [0, 1].map(() => quota.run('a', (spent) => long.run().then(() => spend(1_500)(spent))))
    const waiting = [0, 1, 2].map(() => quota.run('a', spend(1)).catch((error: unknown) => error))
    await settled()
    long.end()
    await Promise.all(running)
    expect(await waiting[2]).toMatchObject(paused)
    await expect(quota.run('a', spend(1))).rejects.toMatchObject(paused)
    await quota.run('b', spend(1))
  })

  it('never pauses for short statements', async () => {
    const quota = open()
    for (let times = 0; times < 1_000; times += 1) await quota.run('a', spend(9))
  })

  it('pauses longer after a statement that timed out', async () => {
    const quota = open()
    const stopped = async (spent: { ms: number }) => {
      spent.ms += 3_000
      throw new DatabaseError({ code: '57014', message: 'canceling statement due to statement timeout' })
    }
    await expect(quota.run('a', stopped)).rejects.toMatchObject({ code: '57014' })
    await settled()
    const refusal = await quota.run('a', spend(1)).catch((error: unknown) => error)
    expect(Number((refusal as { headers: Record<string, string> }).headers['Retry-After'])).toBeGreaterThan(100)
  })

  it('limits the queue', async () => {
    const quota = open()
    const long = work()
    const all = Array.from({ length: 300 }, () => quota.run('a', long.run).then(String, (error: unknown) => error))
    expect(await all[299]).toMatchObject(paused)
    long.end()
    expect((await Promise.all(all)).filter((result) => result === 'undefined')).toHaveLength(202)
  })
})
