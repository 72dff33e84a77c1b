/** Refetches lists without cancelling a page that is being loaded. */
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/** An invalidation alone would cancel the fetch, and 'Show more' would have no effect. */
export async function refetchKeepingPages(client: QueryClient, which: QueryFilters): Promise<void> {
  const fetching = client.getQueryCache().findAll({ ...which, fetchStatus: 'fetching' })
  await Promise.allSettled(fetching.filter(isFetchingMore).map((query) => query.promise))
  await client.invalidateQueries(which)
}

function isFetchingMore({ state }: Query): boolean {
  return state.fetchMeta?.fetchMore !== undefined
}
