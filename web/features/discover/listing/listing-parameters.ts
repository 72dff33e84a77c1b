/** What a listing's URL says: filters, order and number of pages. */

import { type ListingFilters, readFilters } from '#features/discover/filters'
import { readSort, type Sort, sortLabels } from './sorting.ts'

function isSort(text: string): text is Sort {
  return Object.hasOwn(sortLabels, text)
}

export const listingSorts: readonly Sort[] = Object.keys(sortLabels).filter(isSort)

export interface ListingParameters {
  readonly filters: ListingFilters
  readonly sort: Sort
  /** The number of pages shown, from 1. */
  readonly pages: number
}

/** Limits what one URL can request. After this many pages a search is more useful. */
export const maxPages = 25

/** @param sorts the orders that the page offers; any other means the default */
export function readListingParameters(searchParams: URLSearchParams, sorts = listingSorts): ListingParameters {
  const pages = Number(searchParams.get('page') ?? 1)
  return {
    filters: readFilters(searchParams),
    sort: readSort(searchParams.get('sort'), sorts),
    pages: Number.isInteger(pages) ? Math.min(Math.max(pages, 1), maxPages) : 1,
  }
}

/** The URL parameters with another order, from the first page. The default order has no parameter. */
export function withSort(searchParams: URLSearchParams, sort: string): URLSearchParams {
  const next = new URLSearchParams(searchParams)
  next.delete('page')
  if (sort === 'relevance') next.delete('sort')
  else next.set('sort', sort)
  return next
}

/** The URL parameters with this number of pages. */
export function withPages(searchParams: URLSearchParams, pages: number): URLSearchParams {
  const next = new URLSearchParams(searchParams)
  next.set('page', String(pages))
  return next
}
