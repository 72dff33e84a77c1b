/** Which pages the server may cache, and what distinguishes them: the path, the parameters that the page reads, the place. */
import {
  type ChosenPlace,
  defaultChosenPlace,
  placeCookieName,
  readPlaceCookie,
  writePlaceCookie,
} from '#domain/locations/chosen-place'
import { filterParameters } from '#features/discover/filters'
import { keptParameters, nearParameter } from '#platform/listing-link.ts'

export interface PageVariant {
  /** The path with the parameters that the page reads, in one order. Others, such as those of campaigns, change nothing. */
  readonly path: string
  /** The cookie of the chosen place. Empty for the default place. */
  readonly cookie: string
}

const listing = [...filterParameters, 'page', 'sort', 'view', nearParameter].sort()
const reviews = ['reviews', 'stars', 'tab']
/** Also what links keep, because links of the page contain it. */
const product = [...keptParameters, ...reviews]

/** The parameters of each public page, by the first segment of its path. Other pages are not cached. */
const parametersOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['', listing],
  ['category', listing],
  ['contact', ['subject']],
  ['faq', ['q']],
  ['occasion', listing],
  ['privacy', []],
  ['product', product],
  ['search', [...listing, 'q']],
  ['shop', [...listing, ...reviews]],
  ['terms', []],
])

/** Longer paths are not cached. */
const longestPath = 500
const defaultCookie = cookieOf(defaultChosenPlace)

/** @param cookies the request's Cookie header @returns null for a page that is not cached */
export function pageVariant(url: URL, cookies: string): PageVariant | null {
  const names = parametersOf.get(url.pathname.split('/', 2)[1] ?? '')
  if (!names) return null
  const path = url.pathname + (url.search === '' ? '' : knownParameters(url.searchParams, names))
  if (path.length > longestPath) return null
  const place = cookies.includes(placeCookieName) ? readPlaceCookie(cookies) : null
  const cookie = place ? cookieOf(place) : ''
  return { path, cookie: cookie === defaultCookie ? '' : cookie }
}

function cookieOf(place: ChosenPlace): string {
  return `${placeCookieName}=${writePlaceCookie(place)}`
}

function knownParameters(given: URLSearchParams, names: readonly string[]): string {
  const known = new URLSearchParams(names.flatMap((name) => given.getAll(name).map((value) => [name, value])))
  return known.size === 0 ? '' : `?${known}`
}
