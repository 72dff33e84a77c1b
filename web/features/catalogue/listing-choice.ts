/** What a listing's address says about it: the order, and how many pages of it are shown. */
import { readSort } from '#domain/sorting'

/** The orders a listing offers so far; 'nearest' needs a place. */
export const listingSorts = ['relevance', 'price_low', 'price_high', 'rating', 'newest'] as const
export type ListingSort = (typeof listingSorts)[number]

export interface ListingChoice {
  readonly sort: ListingSort
  /** Pages shown, counted from 1. */
  readonly pages: number
}

/** A visitor who has seen this many pages is better served by a search; it also bounds what one address can ask for. */
export const mostPages = 25

export function readListingChoice(parameters: URLSearchParams): ListingChoice {
  const pages = Number(parameters.get('page') ?? 1)
  return {
    sort: readSort(parameters.get('sort'), listingSorts),
    pages: Number.isInteger(pages) ? Math.min(Math.max(pages, 1), mostPages) : 1,
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
