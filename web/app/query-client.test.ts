import { describe, expect, it } from 'vitest'
import { createQueryClient, retryDelayMs } from './query-client.ts'
import { QueryError } from './unwrap.ts'

/** How often a query that always fails is asked for. */
async function attempts(place: 'browser' | 'server', error: Error): Promise<number> {
  let calls = 0
  const queryFn = () => {
    calls += 1
    return Promise.reject(error)
  }
  await createQueryClient(place).prefetchQuery({ queryKey: ['failing'], queryFn, retryDelay: 0 })
  return calls
}

describe('the data cache', () => {
  it('waits 1 s, doubling to at most 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 10].map(retryDelayMs)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  })

  it('tries three times more in the browser', async () => {
    expect(await attempts('browser', new Error('down'))).toBe(4)
  })

  it('does not repeat what the server has refused', async () => {
    expect(await attempts('browser', new QueryError('no such column', 400, '42703', null))).toBe(1)
  })

  it('asks once on the server, where a visitor waits for the page', async () => {
    expect(await attempts('server', new Error('down'))).toBe(1)
  })
})
