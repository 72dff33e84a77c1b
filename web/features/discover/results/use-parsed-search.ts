/** The search of the results page: its text is parsed by the server's clock, and its places are looked up. */
import { londonTime } from '#domain/values/calendar'
import type { ChangeableParameters } from '#features/discover/listing'
import { loadPlaces, type NamedPlaces, usePlaces } from '#features/discover/listing'
import type { AppContext } from '#platform/app-context.ts'
import { useNow } from '#platform/clock.ts'
import { useUrlParameters } from '#platform/url-parameters.ts'
import {
  namesToLookUp,
  type ParsedSearch,
  readParsedSearch,
  withChange,
  withoutFilters,
  withoutPlace,
} from './parsed-search.ts'

export async function loadParsedSearch(app: AppContext, searchParams: URLSearchParams): Promise<ParsedSearch> {
  const places = await loadPlaces(app, namesToLookUp(searchParams))
  return readParsedSearch(searchParams, { today: londonTime(app.clock.now()).date, places })
}

export interface ChangeableSearch extends ChangeableParameters {
  readonly parsed: ParsedSearch
  readonly known: { readonly today: string; readonly places: NamedPlaces }
  /** The URL near the chosen place. */
  readonly withoutPlaceUrl: string
}

export function useParsedSearch(): ChangeableSearch {
  const [searchParams, change] = useUrlParameters()
  const places = usePlaces(namesToLookUp(searchParams))
  const known = { today: londonTime(useNow()).date, places }
  const parsed = readParsedSearch(searchParams, known)
  return {
    parsed,
    known,
    searchParams,
    parameters: parsed.parameters,
    urlWith: (filters) => `?${withChange(searchParams, filters, known)}`,
    withoutPlaceUrl: `?${withoutPlace(searchParams, known)}`,
    clearedUrl: `?${withoutFilters(searchParams, known)}`,
    change: (filters) => change((latest) => withChange(latest, filters, known)),
  }
}
