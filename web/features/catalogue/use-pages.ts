/**
 * Shows several pages of a list as one. Each page is a query of its own, so 'Show more' never refetches earlier pages.
 */
import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrap } from '#platform/unwrap.ts'

export interface Page<Item> {
  readonly items: readonly Item[]
  /** The number of items on all pages. */
  readonly total: number
}

export interface Pages<Item> {
  /**
   * The items to show. While another order is loading, these are the previous ones. Undefined before the first
   * response.
   */
  readonly shown: Page<Item> | undefined
  /** The visitor is waiting for a request. */
  readonly isLoading: boolean
  /** A request has failed and needs a retry. */
  readonly hasFailed: boolean
  readonly retry: () => void
}

type PageResponse<Item> = Parameters<typeof unwrap<Item[]>>[0] & { count: number | null }

/** A page beyond the end is refused with status 416 and counts as empty. @throws QueryError */
export function readPage<Item>(response: PageResponse<Item>): Page<Item> {
  if (response.status === 416) return { items: [], total: 0 }
  return { items: unwrap(response), total: response.count ?? 0 }
}

interface Combined<Item> extends Omit<Pages<Item>, 'retry'> {
  readonly failed: readonly UseQueryResult<Page<Item>>[]
}

/** The pages up to the first missing one, without duplicates: rows may move between pages. */
export function combinePages<Item extends { id: string }>(results: UseQueryResult<Page<Item>>[]): Combined<Item> {
  const missing = results.findIndex(({ data }) => data === undefined)
  const loaded = (missing === -1 ? results : results.slice(0, missing)).flatMap(({ data }) => data ?? [])
  const items = new Map(loaded.flatMap((page) => page.items.map((item) => [item.id, item])))
  const last = loaded.at(-1)
  // An empty page is the end, even if the count was higher.
  const total = last?.items.length === 0 ? items.size : last?.total
  return {
    shown: total === undefined ? undefined : { items: [...items.values()], total },
    isLoading: results.some(({ isPending, isFetching }) => isPending && isFetching),
    hasFailed: results.some(({ isError, data }) => isError && data === undefined),
    failed: results.filter(({ isError }) => isError),
  }
}

/**
 * @param subject identifies the list, independent of its order. While it stays the same, the previous items stay until
 * the new ones arrive, so that sorting does not flash an empty list.
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
