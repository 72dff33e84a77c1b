/** Fills the query cache for the page about to be shown. */
import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import type { AppContext } from './app-context.ts'

/**
 * The server waits for the queries, so that their data is in the HTML. The browser only starts them, and the page shows
 * its skeleton. The page itself shows a failed query; the browser retries one that failed on the server.
 * Read the data with `app.queryClient.getQueryData(options.queryKey)`.
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
