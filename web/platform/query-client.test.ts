import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { currentToast } from '#ui/toast'
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

describe('a write', () => {
  const key = ['list']

  /** Runs a mutation in a client that has fetched a list. @returns the calls of the list's query, and the toast */
  async function write(mutationFn: () => Promise<unknown>, coversOutage = false) {
    const client = createQueryClient('browser')
    let fetches = 0
    const list = new QueryObserver(client, { queryKey: key, queryFn: () => ++fetches })
    const stop = list.subscribe(() => {})
    await client.fetchQuery({ queryKey: key, queryFn: () => ++fetches })
    const before = fetches
    const mutation = client.getMutationCache().build(client, {
      mutationFn,
      meta: {
        success: { title: 'Closure added' },
        failure: { title: 'The closure could not be added', description: 'Please try again.', coversOutage },
        invalidates: [key],
      },
    })
    await mutation.execute(undefined).catch(() => {})
    await expect.poll(() => fetches).toBe(before + 1)
    stop()
    return currentToast()
  }

  it('shows the toast of its success and refetches what it changed', async () => {
    expect(await write(() => Promise.resolve())).toMatchObject({ title: 'Closure added' })
  })

  it('shows why it was refused and refetches, because the screen may be out of date', async () => {
    const refused = new QueryError('You already have this closure.', 409, '23505', null, { hint: 'exists' })
    expect(await write(() => Promise.reject(refused))).toMatchObject({
      title: 'The closure could not be added',
      description: 'You already have this closure.',
      variant: 'destructive',
    })
  })

  it('names an unreachable server, unless its own text covers that', async () => {
    const unreachable = () => Promise.reject(new QueryError('TypeError: Failed to fetch', 0, undefined, null))
    expect(await write(unreachable)).toMatchObject({ description: expect.stringContaining('cannot be reached') })
    expect(await write(unreachable, true)).toMatchObject({ description: 'Please try again.' })
  })

  it('shows its own text for an error that is not written for members', async () => {
    expect(await write(() => Promise.reject(new Error('undefined is not a function')))).toMatchObject({
      description: 'Please try again.',
      variant: 'destructive',
    })
  })
  it('fails at once without a connection, instead of waiting for one', async () => {
    onlineManager.setOnline(false)
    const client = createQueryClient('browser')
    const mutation = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(new Error('offline')) })
    await expect(mutation.execute(undefined)).rejects.toThrow('offline')
    onlineManager.setOnline(true)
  })
})
