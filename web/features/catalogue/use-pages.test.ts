import type { UseQueryResult } from '@tanstack/react-query'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { combinePages, type Page, readPage } from './use-pages.ts'

interface Item {
  id: string
}

function page(ids: string[], total: number): Page<Item> {
  return { items: ids.map((id) => ({ id })), total }
}

/** Query results as TanStack Query creates them: with data, failed or pending. */
async function result(data: Page<Item> | Error | null): Promise<UseQueryResult<Page<Item>>> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const observer = new QueryObserver<Page<Item>>(client, {
    queryKey: ['page'],
    queryFn: () => (data instanceof Error ? Promise.reject(data) : (data ?? new Promise<never>(() => {}))),
  })
  const stop = observer.subscribe(() => {})
  if (data !== null) await observer.refetch()
  const current = observer.getCurrentResult()
  stop()
  return current
}

describe('combinePages', () => {
  it('joins the pages and removes duplicates', async () => {
    const results = [await result(page(['a', 'b'], 5)), await result(page(['b', 'c'], 5))]
    const { shown, isLoading, hasFailed } = combinePages(results)
    expect(shown).toEqual(page(['a', 'b', 'c'], 5))
    expect({ isLoading, hasFailed }).toEqual({ isLoading: false, hasFailed: false })
  })

  it('is loading and empty before the first page', async () => {
    const { shown, isLoading } = combinePages([await result(null)])
    expect({ shown, isLoading }).toEqual({ shown: undefined, isLoading: true })
  })

  it('shows the pages up to the first missing one', async () => {
    const results = [await result(page(['a'], 3)), await result(null), await result(page(['c'], 3))]
    expect(combinePages(results)).toMatchObject({ shown: page(['a'], 3), isLoading: true })
  })

  it('keeps the earlier pages when a later one fails', async () => {
    const results = [await result(page(['a'], 2)), await result(new Error('gone'))]
    const combined = combinePages(results)
    expect(combined).toMatchObject({ shown: page(['a'], 2), isLoading: false, hasFailed: true })
    expect(combined.failed).toHaveLength(1)
  })

  it('treats an empty page as the end', async () => {
    const results = [await result(page(['a', 'b'], 9)), await result(page([], 0))]
    expect(combinePages(results).shown).toEqual(page(['a', 'b'], 2))
  })
})

describe('readPage', () => {
  it('reads the rows and their total', () => {
    expect(readPage({ data: [{ id: 'a' }], error: null, status: 206, count: 7 })).toEqual(page(['a'], 7))
  })

  it('treats a page beyond the end as empty', () => {
    const error = { message: 'Requested range not satisfiable', code: 'PGRST103' }
    expect(readPage({ data: null, error, status: 416, count: null })).toEqual(page([], 0))
  })

  it('throws any other error', () => {
    const error = { message: 'column "x" does not exist', code: '42703' }
    expect(() => readPage({ data: null, error, status: 400, count: null })).toThrow('column "x" does not exist')
  })
})
