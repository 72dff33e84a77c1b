/** Asking anew for lists that changed, without giving up a page that somebody has just asked for. */
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/** An invalidation alone would cancel the page under way: 'Show more' would be pressed for nothing. */
export async function refetchKeepingPages(client: QueryClient, which: QueryFilters): Promise<void> {
  const fetching = client.getQueryCache().findAll({ ...which, fetchStatus: 'fetching' })
  await Promise.allSettled(fetching.filter(isFetchingMore).map((query) => query.promise))
  await client.invalidateQueries(which)
}

function isFetchingMore({ state }: Query): boolean {
  return state.fetchMeta?.fetchMore !== undefined
}
