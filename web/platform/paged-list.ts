/** Lists with 'Show more': the pages of an infinite query, shown as one list. */
import { hashKey, type QueryKey, useInfiniteQuery, usePrefetchInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AppContext, Backend } from './app-context.ts'
import { type BackendResponse, unwrap } from './unwrap.ts'

/** A page; also several pages as one, with the totals of the first and the cursor of the last. */
export interface Page<Item, Cursor> {
  readonly items: readonly Item[]
  /** The start of the next page; null after the last. */
  readonly next: Cursor | null
}

export type PageOfRows<Cursor> = Page<{ readonly id: string }, Cursor>

interface ListRequests<Loaded, Cursor> {
  readonly queryKey: QueryKey
  /** @param cursor null for the first page */
  readonly fetchPage: (cursor: Cursor | null, signal: AbortSignal) => Promise<Loaded>
  readonly staleTime?: number
  readonly refetchInterval?: number
}

/** An object, because the types of the query client cannot resolve a page parameter of any type. */
interface Start<Cursor> {
  readonly cursor: Cursor | null
}

/** The options of an infinite query. */
export interface PagedQuery<Loaded, Cursor> extends Omit<ListRequests<Loaded, Cursor>, 'fetchPage'> {
  readonly queryFn: (context: { pageParam: Start<Cursor>; signal: AbortSignal }) => Promise<Loaded>
  readonly initialPageParam: Start<Cursor>
  readonly getNextPageParam: (page: Loaded) => Start<Cursor> | null
}

export function pagedQuery<Loaded extends PageOfRows<Cursor>, Cursor>({
  fetchPage,
  ...options
}: ListRequests<Loaded, Cursor>): PagedQuery<Loaded, Cursor> {
  return {
    ...options,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam.cursor, signal),
    initialPageParam: { cursor: null },
    getNextPageParam: ({ next }) => (next === null ? null : { cursor: next }),
  }
}

export interface PagedList<Loaded> {
  /** All pages as one; while another order or filter is loading, the previous one. Undefined before the first response. */
  readonly shown: Loaded | undefined
  /** The visitor is waiting for a request. */
  readonly isLoading: boolean
  /** The visitor is waiting for the next page. */
  readonly isLoadingMore: boolean
  /** The request that the visitor waited for has failed. */
  readonly hasFailed: boolean
  readonly retry: () => void
  readonly showMore: () => void
}

interface Shown {
  /**
   * The part of the key that identifies the list, without its order and filters. While it stays the same, the previous
   * items stay until the new ones arrive, so that sorting does not flash an empty list.
   */
  readonly subject?: QueryKey
  /** The number of pages to show, from 1, where the URL has it. By default all that were loaded. */
  readonly pages?: number
}

export function usePagedList<Loaded extends PageOfRows<Cursor>, Cursor>(
  query: PagedQuery<Loaded, Cursor>,
  { subject = query.queryKey, pages }: Shown = {},
): PagedList<Loaded> {
  // All pages of the URL in one fetch. Otherwise the list would be shown with its first page, and grow.
  usePrefetchInfiniteQuery({ ...query, pages: pages ?? 1 })
  const { data, isPlaceholderData, isFetching, isFetchingNextPage, isError, isFetchNextPageError, ...list } =
    useInfiniteQuery({
      ...query,
      placeholderData: (before, previous) =>
        previous && hashKey(previous.queryKey.slice(0, subject.length)) === hashKey(subject) ? before : undefined,
    })
  const { hasNextPage, fetchNextPage, refetch } = list
  const loadedPages = data?.pages.length ?? 0
  const isShort = !isPlaceholderData && hasNextPage && loadedPages > 0 && loadedPages < (pages ?? 0)
  const isNextDue = isShort && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (isNextDue) void fetchNextPage()
  }, [isNextDue, fetchNextPage])
  const isLoadingMore = isFetchingNextPage || isNextDue
  return {
    shown: data && joinPages(data.pages.slice(0, isPlaceholderData ? undefined : pages)),
    isLoading: isLoadingMore || (isFetching && (data === undefined || isPlaceholderData)),
    isLoadingMore,
    hasFailed: isFetchNextPageError ? !isFetching : isError && data === undefined && !isFetching,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
    showMore: () => void fetchNextPage(),
  }
}

/** Without duplicates: a row may move to the next page between two requests. */
export function joinPages<Loaded extends PageOfRows<Cursor>, Cursor>(pages: readonly Loaded[]): Loaded {
  const [first] = pages
  const last = pages.at(-1)
  if (!first || !last) throw new Error('A list has at least one page.')
  const ids = new Set<string>()
  const isNew = ({ id }: { readonly id: string }) => ids.size < ids.add(id).size
  return { ...first, items: pages.flatMap(({ items }) => items.filter(isNew)), next: last.next }
}

/** A page of rows with their total, of a list whose cursor is the number of earlier rows. */
export interface CountedPage<Item> extends Page<Item, number> {
  /** The number of rows on all pages. */
  readonly total: number
}

/** @param start the number of earlier rows. @param call selects the rows from there, with their exact count. @throws QueryError */
export async function readCountedPage<Item>(
  app: AppContext,
  start: number,
  call: (client: Backend) => PromiseLike<CountedRows<Item>>,
): Promise<CountedPage<Item>> {
  return countedPage(await call(await app.supabase()), start)
}

type CountedRows<Item> = BackendResponse<Item[]> & { count: number | null }

/** A page beyond the end is refused with status 416 and counts as empty. @throws QueryError */
export function countedPage<Item>(response: CountedRows<Item>, start: number): CountedPage<Item> {
  if (response.status === 416) return { items: [], total: start, next: null }
  const items = unwrap(response)
  const total = response.count ?? 0
  const end = start + items.length
  return { items, total, next: items.length > 0 && end < total ? end : null }
}
