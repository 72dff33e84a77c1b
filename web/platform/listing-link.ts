/**
 * Links to pages that list food. They keep what the shopper has said: what to avoid, the day and its part, delivery or
 * pickup, and a place that a search has named. They also keep whether she sees a map. The chosen place is in a cookie, so
 * every link keeps it.
 */
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { useLocation } from 'react-router'

/** The name of the place that the text of a search has named. */
export const nearParameter = 'near'

/** Their names in the URL. */
export const keptParameters = ['avoid', 'kitchen', 'by', 'on', 'at', nearParameter, 'view'] as const

/** Pages that read or pass on these parameters, by the first segment of their path. Others ignore what their URL has. */
const listingPages = ['', 'cart', 'category', 'drops', 'occasion', 'product', 'search', 'shop']

interface Shown {
  readonly pathname: string
  readonly search: string
}

/** The kept parameters of a page's URL, in one order. */
export function keptOf({ pathname, search }: Shown): [name: string, value: string][] {
  if (!listingPages.includes(pathname.split('/', 2)[1] ?? '')) return []
  const shown = new URLSearchParams(search)
  return keptParameters.flatMap((name) => shown.getAll(name).map((value): [string, string] => [name, value]))
}

/** @param to a path with its own parameters, which replace kept ones of the same name */
export function listingLink(from: Shown, to: string): string {
  const { pathname, searchParams, hash } = new URL(to, `http://site${from.pathname}`)
  const own = new Set(searchParams.keys())
  for (const [name, value] of keptOf(from)) if (!own.has(name)) searchParams.append(name, value)
  const query = String(searchParams)
  return pathname + (query && `?${query}`) + hash
}

/** The `handle` of a page whose text says filters that its URL does not name, such as the results of a search. */
export class ParsedFilters {
  /** The URL parameters with the filters of the text. @param today 'YYYY-MM-DD' in London @param queryClient what its loader has fetched */
  readonly read: (parameters: URLSearchParams, today: string, queryClient: QueryClient) => URLSearchParams

  constructor(read: ParsedFilters['read']) {
    this.read = read
  }
}

/** The query of the page with what its text says, for every link of the layout and the page. Null is the URL's. */
export const ParsedSearchQuery = createContext<string | null>(null)

/** The page that links start from, with what its text says. */
export function useParsedPage(): Shown {
  const { pathname, search } = useLocation()
  return { pathname, search: useContext(ParsedSearchQuery) ?? search }
}

export function useListingLink(): (to: string) => string {
  const page = useParsedPage()
  return (to) => listingLink(page, to)
}
