/**
 * Links to pages that list food. They keep what the shopper has said: what to avoid, the day and its part, delivery or
 * pickup, and whether she sees a map. The place is in a cookie, so every link keeps it.
 */
import { useLocation } from 'react-router'

/** Their names in the URL. */
export const keptParameters = ['avoid', 'by', 'on', 'at', 'view'] as const

/** Pages that read or pass on these parameters, by the first segment of their path. Others ignore what their URL has. */
const listingPages = ['', 'cart', 'category', 'occasion', 'product', 'search', 'shop']

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

export function useListingLink(): (to: string) => string {
  const { pathname, search } = useLocation()
  return (to) => listingLink({ pathname, search }, to)
}
