/** Fills the data cache for a page that is about to be shown. */
import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import type { AppContext } from './app-context.ts'

/**
 * On the server waits until the queries have answered, so that their data is in the HTML; in the browser only starts them, and the
 * page shows its skeleton meanwhile. A failed query is left for the page to show (on the server: for the browser to try again).
 * Read what came with `app.queryClient.getQueryData(options.queryKey)`.
 */
export async function preload<Data, Failure, Selected, Key extends QueryKey>(
  app: AppContext,
  ...queries: FetchQueryOptions<Data, Failure, Selected, Key>[]
): Promise<void> {
  const fetching = queries.map((query) => app.queryClient.prefetchQuery(query))
  if (!app.server) return
  await Promise.all(fetching)
  const failed = queries.some((query) => app.queryClient.getQueryState(query.queryKey)?.status === 'error')
  if (failed) app.server.status = 503
}
