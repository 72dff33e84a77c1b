import { describe, expect, it } from 'vitest'
import { createQueryClient, retryDelayMs } from './query-client.ts'
import { QueryError } from './unwrap.ts'

/** The number of attempts of a query that always fails. */
async function attempts(runtime: 'browser' | 'server', error: Error): Promise<number> {
  let calls = 0
  const queryFn = () => {
    calls += 1
    return Promise.reject(error)
  }
  await createQueryClient(runtime).prefetchQuery({ queryKey: ['failing'], queryFn, retryDelay: 0 })
  return calls
}

describe('the query client', () => {
  it('waits 1 s before the first retry and doubles the delay up to 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 10].map(retryDelayMs)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  })

  it('retries three times in the browser', async () => {
    expect(await attempts('browser', new Error('down'))).toBe(4)
  })

  it('does not retry a request that the server has refused', async () => {
    expect(await attempts('browser', new QueryError('no such column', 400, '42703', null))).toBe(1)
  })

  it('does not retry on the server, where a visitor waits for the page', async () => {
    expect(await attempts('server', new Error('down'))).toBe(1)
  })
})
