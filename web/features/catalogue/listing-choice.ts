/** What a listing's address says about it: what narrows it, its order, and how many pages of it are shown. */
import { readSort, type Sort, sortLabels } from '#domain/sorting'
import { type ListingFilters, readFilters } from './listing-filters.ts'

function isSort(text: string): text is Sort {
  return Object.hasOwn(sortLabels, text)
}

export const listingSorts: readonly Sort[] = Object.keys(sortLabels).filter(isSort)

export interface ListingChoice {
  readonly filters: ListingFilters
  readonly sort: Sort
  /** Pages shown, counted from 1. */
  readonly pages: number
}

/** A visitor who has seen this many pages is better served by a search; it also bounds what one address can ask for. */
export const maxPages = 25

export function readListingChoice(parameters: URLSearchParams): ListingChoice {
  const pages = Number(parameters.get('page') ?? 1)
  return {
    filters: readFilters(parameters),
    sort: readSort(parameters.get('sort'), listingSorts),
    pages: Number.isInteger(pages) ? Math.min(Math.max(pages, 1), maxPages) : 1,
  }
}

/** The same address with another order, from its first page; the default order leaves no trace. */
export function withSort(parameters: URLSearchParams, sort: string): URLSearchParams {
  const next = new URLSearchParams(parameters)
  next.delete('page')
  if (sort === 'relevance') next.delete('sort')
  else next.set('sort', sort)
  return next
}

/** The same address with this many pages shown. */
export function withPages(parameters: URLSearchParams, pages: number): URLSearchParams {
  const next = new URLSearchParams(parameters)
  next.set('page', String(pages))
  return next
}

/** The same address for other words, from its first page. */
export function withText(parameters: URLSearchParams, text: string): URLSearchParams {
  const next = new URLSearchParams(parameters)
  next.delete('page')
  if (text === '') next.delete('q')
  else next.set('q', text)
  return next
}
