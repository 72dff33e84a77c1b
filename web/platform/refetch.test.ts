import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetchKeepingPages } from './refetch.ts'

test('a page that is loading arrives although its list has changed, and then the list is refetched', async () => {
  const client = new QueryClient()
  const requestedPages: number[] = []
  let deliver = () => {}
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    initialPageParam: 1,
    getNextPageParam: (_, pages) => pages.length + 1,
    queryFn: async ({ pageParam, signal }) => {
      signal.throwIfAborted()
      requestedPages.push(pageParam)
      if (requestedPages.length === 2) await new Promise<void>((resolve) => (deliver = resolve))
      return `page ${pageParam} of response ${requestedPages.length}`
    },
  })
  const stop = list.subscribe(() => {})
  await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true)
  const more = list.fetchNextPage()
  const again = refetchKeepingPages(client, { queryKey: ['list'] })
  await expect.poll(() => requestedPages).toEqual([1, 2])
  deliver()
  await Promise.all([more, again])
  expect(list.getCurrentResult().data?.pages).toEqual(['page 1 of response 3', 'page 2 of response 4'])
  stop()
  client.clear()
})

test('a first fetch that began before a change is repeated when it has arrived', async () => {
  const client = new QueryClient()
  let saved = 'before'
  let deliver = () => {}
  const list = new QueryObserver(client, {
    queryKey: ['list', 'of shop'],
    queryFn: async () => {
      const read = saved
      if (read === 'before') await new Promise<void>((resolve) => (deliver = resolve))
      return read
    },
  })
  const stop = list.subscribe(() => {})
  await expect.poll(() => list.getCurrentResult().fetchStatus).toBe('fetching')
  saved = 'after'
  const again = refetchKeepingPages(client, { queryKey: ['list'] })
  deliver()
  await again
  expect(list.getCurrentResult().data).toBe('after')
  stop()
  client.clear()
})
