/** A search with the meaning of its text: filters that the text says count like those of the URL. */

import { occasionLabels } from '#domain/catalogue/categories'
import { withAvoided } from '#domain/food/avoided-allergens'
import { dietLabel } from '#domain/food/diets'
import {
  type ParsedQuery,
  parseQuery,
  possiblePlaces,
  type SearchContext,
  type SpanKind,
  withoutSpans,
} from '#domain/search/search-query'
import { filterChips, type ListingFilters, noFilters, withFilters } from '#features/discover/filters'
import type { ListingScope } from '#features/discover/listing'
import {
  type ListingParameters,
  type NamedPlace,
  type NamedPlaces,
  nearLabel,
  readListingParameters,
  readNear,
  withoutNear,
} from '#features/discover/listing'
import { normaliseSearchText } from '#features/discover/search'
import { nearParameter } from '#platform/listing-link.ts'
import type { ParsedChips } from './filtered-listing.tsx'

interface Known {
  readonly today: string
  readonly places: NamedPlaces
}

export interface ParsedSearch {
  /** As typed. */
  readonly text: string
  readonly scope: ListingScope
  readonly parameters: ListingParameters
  /** The place that the text names, or the one that the URL keeps. */
  readonly place: NamedPlace | null
  readonly query: ParsedQuery
}

const kindOf: Readonly<Record<keyof ListingFilters, SpanKind | null>> = {
  category: 'category',
  min_price: 'price',
  max_price: 'price',
  fulfilment: 'fulfilment',
  available_on: 'date',
  part_of_day: 'date',
  avoid: 'avoid',
  kitchen: null,
  min_rating: null,
}

function readText(searchParams: URLSearchParams): string {
  return normaliseSearchText(searchParams.get('q') ?? '')
}

/** A page asks what its text means for each of its links. */
const contexts = new WeakMap<NamedPlaces, SearchContext>()

function contextOf({ today, places }: Known): SearchContext {
  const known = contexts.get(places)
  if (known?.today === today) return known
  const context = { today, isPlace: (name: string) => places[name] != null }
  contexts.set(places, context)
  return context
}

export function readParsedSearch(searchParams: URLSearchParams, known: Known): ParsedSearch {
  const text = readText(searchParams)
  const query = parseQuery(text, contextOf(known))
  const { words, diets, occasion, unchecked: without } = query
  const parameters = readListingParameters(searchParams)
  return {
    text,
    scope: {
      text: words,
      ...(occasion && { occasion }),
      ...(diets.length > 0 && { diets }),
      ...(without.length > 0 && { without }),
    },
    parameters: { ...parameters, filters: withParsed(parameters.filters, query) },
    place: known.places[placeName(searchParams, query)] ?? null,
    query,
  }
}

/** The name of the place that the text names, or of the one that the URL keeps. Empty for the chosen place. */
function placeName(searchParams: URLSearchParams, { place }: ParsedQuery): string {
  if (place === null) return readNear(searchParams)
  return place.kind === 'named' ? place.name : ''
}

/** The URL parameters with the filters and the place of the text, for links to other pages. */
export function withParsedFilters(searchParams: URLSearchParams, known: Known): URLSearchParams {
  const { parameters, query } = readParsedSearch(searchParams, known)
  const next = withFilters(withoutNear(searchParams), parameters.filters)
  const name = placeName(searchParams, query)
  if (name !== '') next.set(nearParameter, name)
  return next
}

/** Where both name a filter, the text counts. Changing a control removes the filter from the text. */
function withParsed(filters: ListingFilters, query: ParsedQuery): ListingFilters {
  const hasPrice = query.minPrice !== null || query.maxPrice !== null
  return {
    ...filters,
    category: query.category ?? filters.category,
    ...(hasPrice && { min_price: query.minPrice, max_price: query.maxPrice }),
    fulfilment: query.fulfilment ?? filters.fulfilment,
    ...(query.onDate !== null && { available_on: query.onDate, part_of_day: query.partOfDay }),
    avoid: withAvoided(filters.avoid, query.avoid, true),
  }
}

/** The URL parameters with other filters. They replace what the text says about them. */
export function withChange(
  searchParams: URLSearchParams,
  change: Partial<ListingFilters>,
  known: Known,
): URLSearchParams {
  const kinds = Object.entries(kindOf).flatMap(([name, kind]) => (name in change && kind !== null ? [kind] : []))
  return withFilters(withoutKinds(searchParams, kinds, known), change)
}

function withoutKinds(searchParams: URLSearchParams, kinds: readonly SpanKind[], known: Known): URLSearchParams {
  const context = contextOf(known)
  const text = kinds.reduce((left, kind) => withoutSpans(left, kind, context), readText(searchParams))
  return withText(searchParams, text)
}

/** The URL parameters without a place. */
export function withoutPlace(searchParams: URLSearchParams, known: Known): URLSearchParams {
  return withoutNear(withoutKinds(searchParams, ['place'], known))
}

/** The URL parameters with the words alone. */
export function withoutFilters(searchParams: URLSearchParams, known: Known): URLSearchParams {
  return withoutKinds(withChange(withoutNear(searchParams), noFilters, known), ['place', 'occasion', 'diets'], known)
}

/** What the text says apart from its words, for the list of active filters. Null if that is nothing. */
export function describeParsed(
  { text, query, place }: ParsedSearch,
  searchParams: URLSearchParams,
  known: Known,
  highestPrice: number,
): ParsedChips | null {
  const { occasion, diets } = query
  const isParsedPlace = query.place?.kind === 'named' && place !== null
  const chip = (label: string, kind: SpanKind) => ({
    label,
    to: `?${withoutKinds(searchParams, [kind], known)}`,
    isParsed: true,
  })
  const others = [
    ...(occasion ? [chip(occasionLabels[occasion], 'occasion')] : []),
    ...(diets.length > 0 ? [chip(diets.map(dietLabel).join(', '), 'diets')] : []),
    ...(isParsedPlace ? [{ ...chip(nearLabel(place), 'place'), to: `?${withoutPlace(searchParams, known)}` }] : []),
  ]
  const labels = new Set(filterChips(withParsed(noFilters, query), highestPrice).map(({ label }) => label))
  if (labels.size + others.length === 0) return null
  return { labels, others, exactTo: `?${withText(searchParams, `"${text.replace(/["“”]/g, '')}"`)}` }
}

/** The names of a text that have to be looked up before it is parsed. */
export function namesToLookUp(searchParams: URLSearchParams): string[] {
  return [...new Set([...possiblePlaces(readText(searchParams)), readNear(searchParams)])].filter((name) => name !== '')
}

/** The URL parameters with another search text, from the first page. */
export function withText(searchParams: URLSearchParams, text: string): URLSearchParams {
  const next = new URLSearchParams(searchParams)
  next.delete('page')
  if (text === '') next.delete('q')
  else next.set('q', text)
  return next
}
