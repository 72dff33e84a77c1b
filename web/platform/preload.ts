/** Fills the query cache for the page about to be shown. */
import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import type { AppContext } from './app-context.ts'
import type { PagedQuery } from './paged-list.ts'

/**
 * The server waits for the query, so that its data is in the HTML. The browser only starts it, and the page shows its
 * skeleton. The page itself shows a failed query; the browser retries one that failed on the server.
 * Read the data with `app.queryClient.getQueryData(options.queryKey)`.
 */
export async function preload<Data, Failure, Selected, Key extends QueryKey>(
  app: AppContext,
  query: FetchQueryOptions<Data, Failure, Selected, Key>,
): Promise<void> {
  await settle(app, query.queryKey, app.queryClient.prefetchQuery(query))
}

/** How long the browser waits for a part without a skeleton, in milliseconds. */
const longestWaitMs = 500

/** As `preload`, but the browser waits too, for a while: for a part without a skeleton, which would push what is below it. */
export async function preloadFirst<Data, Failure, Selected, Key extends QueryKey>(
  app: AppContext,
  query: FetchQueryOptions<Data, Failure, Selected, Key>,
): Promise<void> {
  if (app.server || app.queryClient.getQueryData(query.queryKey) !== undefined) return preload(app, query)
  await Promise.race([
    app.queryClient.prefetchQuery(query),
    new Promise((resolve) => setTimeout(resolve, longestWaitMs)),
  ])
}

/** As `preload`, for the first pages of a list. In the browser the list itself fetches what a cached one lacks. */
export async function preloadPages<Loaded, Cursor>(
  app: AppContext,
  query: PagedQuery<Loaded, Cursor>,
  pages: number,
): Promise<void> {
  if (app.queryClient.getQueryData(query.queryKey) !== undefined) return
  await settle(app, query.queryKey, app.queryClient.prefetchInfiniteQuery({ ...query, pages }))
}

async function settle({ server, queryClient }: AppContext, key: QueryKey, fetching: Promise<void>): Promise<void> {
  if (!server) return
  await fetching
  if (queryClient.getQueryState(key)?.status === 'error') server.status = 503
}
