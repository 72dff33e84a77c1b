/** Refetches queries after a change, without losing what is being loaded. */
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * An invalidation alone would cancel the fetch of a further page, and 'Show more' would have no effect. It does not
 * repeat a first fetch in progress, whose response may lack the change.
 */
export async function refetchKeepingPages(client: QueryClient, which: QueryFilters): Promise<void> {
  const fetching = client.getQueryCache().findAll({ ...which, fetchStatus: 'fetching' })
  const firstFetches = fetching.filter(({ state }) => state.data === undefined)
  await Promise.allSettled(fetching.filter(isFetchingMore).map((query) => query.promise))
  const invalidated = client.invalidateQueries(which)
  await Promise.all([invalidated, ...firstFetches.map((query) => repeatAfter(query, client))])
}

/** A first fetch that fails has nothing out of date. */
async function repeatAfter({ promise, queryKey }: Query, client: QueryClient): Promise<void> {
  const hasArrived = await Promise.resolve(promise).then(
    () => true,
    () => false,
  )
  if (hasArrived) await client.invalidateQueries({ queryKey, exact: true })
}

function isFetchingMore({ state }: Query): boolean {
  return state.fetchMeta?.fetchMore !== undefined
}
