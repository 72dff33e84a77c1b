/** Several pages of one list shown as one, each a query of its own: fetched once, kept in the cache, and never asked for again by 'Show more'. */
import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrap } from '#web/app/unwrap.ts'

export interface Page<Item> {
  readonly items: readonly Item[]
  /** How many there are in all pages together. */
  readonly total: number
}

export interface Pages<Item> {
  /** What can be shown now; while another order is fetched, still the one before. Undefined before anything has arrived. */
  readonly shown: Page<Item> | undefined
  /** Something is being fetched that the visitor waits for. */
  readonly isLoading: boolean
  /** Something is missing and will not come without another try. */
  readonly hasFailed: boolean
  readonly retry: () => void
}

type PageResponse<Item> = Parameters<typeof unwrap<Item[]>>[0] & { count: number | null }

/** A page beyond the end is refused by its range; for a list it is just empty. @throws QueryError */
export function readPage<Item>(response: PageResponse<Item>): Page<Item> {
  if (response.status === 416) return { items: [], total: 0 }
  return { items: unwrap(response), total: response.count ?? 0 }
}

interface Combined<Item> extends Omit<Pages<Item>, 'retry'> {
  readonly failed: readonly UseQueryResult<Page<Item>>[]
}

/** Pages from the first up to the first that is missing, each item once: rows move between pages while one shops. */
export function combinePages<Item extends { id: string }>(results: UseQueryResult<Page<Item>>[]): Combined<Item> {
  const missing = results.findIndex(({ data }) => data === undefined)
  const loaded = (missing === -1 ? results : results.slice(0, missing)).flatMap(({ data }) => data ?? [])
  const items = new Map(loaded.flatMap((page) => page.items.map((item) => [item.id, item])))
  const last = loaded.at(-1)
  // An empty page is the end, whatever was counted before.
  const total = last?.items.length === 0 ? items.size : last?.total
  return {
    shown: total === undefined ? undefined : { items: [...items.values()], total },
    isLoading: results.some(({ isPending, isFetching }) => isPending && isFetching),
    hasFailed: results.some(({ isError, data }) => isError && data === undefined),
    failed: results.filter(({ isError }) => isError),
  }
}

/**
 * @param subject what the list is of, whatever its order: as long as it stays, what stood there stays until its successor
 * has arrived, because a list that is re-sorted must not flash empty
 */
export function usePages<Item extends { id: string }, Key extends QueryKey>(
  subject: string,
  queries: UseQueryOptions<Page<Item>, Error, Page<Item>, Key>[],
): Pages<Item> {
  const { shown, failed, ...state } = useQueries({ queries, combine: combinePages<Item> })
  const [last, setLast] = useState({ subject, shown })
  if (shown !== undefined && (shown !== last.shown || subject !== last.subject)) setLast({ subject, shown })
  const previous = last.subject === subject && !state.hasFailed ? last.shown : undefined
  return {
    ...state,
    shown: shown ?? previous,
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}
