/** A search with the meaning of its text: filters that the text says count like those of the URL. */
import { withAvoided } from '#domain/avoided-allergens'
import { occasionLabels } from '#domain/categories'
import { dietLabel } from '#domain/diets'
import type { Place } from '#domain/distance'
import {
  possiblePlaces,
  type SearchContext,
  type SpanKind,
  type UnderstoodSearch,
  understandSearch,
  withoutSpans,
} from '#domain/search-query'
import { normaliseSearchText } from '#features/search'
import type { UnderstoodFilters } from './filtered-listing.tsx'
import { type ListingChoice, readListingChoice } from './listing-choice.ts'
import { filterChips, type ListingFilters, noFilters, withFilters } from './listing-filters.ts'
import type { ListingScope } from './listing-request.ts'

/** By the name in the text; null for a name that is no place. */
export type NamedPlaces = Readonly<Record<string, (Place & { readonly label: string }) | null>>

interface Known {
  readonly today: string
  readonly places: NamedPlaces
}

export interface SaidSearch {
  /** As typed. */
  readonly text: string
  readonly scope: ListingScope
  readonly choice: ListingChoice
  /** The place that the text names. */
  readonly place: NamedPlaces[string]
  readonly understood: UnderstoodSearch
}

const kindOf: Readonly<Record<keyof ListingFilters, SpanKind | null>> = {
  category: 'category',
  min_price: 'price',
  max_price: 'price',
  fulfilment: 'fulfilment',
  available_on: 'date',
  part_of_day: 'date',
  avoid: 'avoid',
  min_rating: null,
}

export function readText(parameters: URLSearchParams): string {
  return normaliseSearchText(parameters.get('q') ?? '')
}

function contextOf({ today, places }: Known): SearchContext {
  return { today, isPlace: (name) => places[name] != null }
}

export function readSaidSearch(parameters: URLSearchParams, known: Known): SaidSearch {
  const text = readText(parameters)
  const understood = understandSearch(text, contextOf(known))
  const { words, diets, occasion, place } = understood
  const choice = readListingChoice(parameters)
  return {
    text,
    scope: { text: words, ...(occasion && { occasion }), ...(diets.length > 0 && { diets }) },
    choice: { ...choice, filters: withSaid(choice.filters, understood) },
    place: place?.kind === 'named' ? (known.places[place.name] ?? null) : null,
    understood,
  }
}

/** The URL parameters with the filters of the text. Places are not looked up, because they are no filter of the URL. */
export function withSaidFilters(parameters: URLSearchParams, today: string): URLSearchParams {
  return withFilters(parameters, readSaidSearch(parameters, { today, places: {} }).choice.filters)
}

/** Where both name a filter, the text counts. Changing a control removes the filter from the text. */
function withSaid(filters: ListingFilters, said: UnderstoodSearch): ListingFilters {
  const hasPrice = said.minPrice !== null || said.maxPrice !== null
  return {
    ...filters,
    category: said.category ?? filters.category,
    ...(hasPrice && { min_price: said.minPrice, max_price: said.maxPrice }),
    fulfilment: said.fulfilment ?? filters.fulfilment,
    ...(said.onDate !== null && { available_on: said.onDate, part_of_day: said.partOfDay }),
    avoid: withAvoided(filters.avoid, said.avoid, true),
  }
}

/** The URL parameters with other filters. They replace what the text says about them. */
export function withChange(
  parameters: URLSearchParams,
  change: Partial<ListingFilters>,
  known: Known,
): URLSearchParams {
  const kinds = Object.entries(kindOf).flatMap(([name, kind]) => (name in change && kind !== null ? [kind] : []))
  return withFilters(withoutKinds(parameters, kinds, known), change)
}

function withoutKinds(parameters: URLSearchParams, kinds: readonly SpanKind[], known: Known): URLSearchParams {
  const context = contextOf(known)
  const text = kinds.reduce((left, kind) => withoutSpans(left, kind, context), readText(parameters))
  return withText(parameters, text)
}

/** The URL parameters without the place that the text names. */
export function withoutPlace(parameters: URLSearchParams, known: Known): URLSearchParams {
  return withoutKinds(parameters, ['place'], known)
}

/** The URL parameters with the words alone. */
export function withoutFilters(parameters: URLSearchParams, known: Known): URLSearchParams {
  return withoutKinds(withChange(parameters, noFilters, known), ['place', 'occasion', 'diets'], known)
}

/** What the text says apart from its words, for the list of active filters. Null if that is nothing. */
export function describeUnderstood(
  { text, understood, place }: SaidSearch,
  parameters: URLSearchParams,
  known: Known,
  highestPrice: number,
): UnderstoodFilters | null {
  const { occasion, diets } = understood
  const chip = (label: string, kind: SpanKind) => ({
    label,
    to: `?${withoutKinds(parameters, [kind], known)}`,
    isUnderstood: true,
  })
  const others = [
    ...(occasion ? [chip(occasionLabels[occasion], 'occasion')] : []),
    ...(diets.length > 0 ? [chip(diets.map(dietLabel).join(', '), 'diets')] : []),
    ...(place ? [chip(`Near ${place.label}`, 'place')] : []),
  ]
  const labels = new Set(filterChips(withSaid(noFilters, understood), highestPrice).map(({ label }) => label))
  if (labels.size + others.length === 0) return null
  return { labels, others, exactTo: `?${withText(parameters, `"${text.replace(/["“”]/g, '')}"`)}` }
}

/** The names of a text that have to be looked up before it is understood. */
export function namesToLookUp(parameters: URLSearchParams): string[] {
  return possiblePlaces(readText(parameters))
}

/** The URL parameters with another search text, from the first page. */
export function withText(parameters: URLSearchParams, text: string): URLSearchParams {
  const next = new URLSearchParams(parameters)
  next.delete('page')
  if (text === '') next.delete('q')
  else next.set('q', text)
  return next
}
