/** The search of the results page: its text is understood by the server's clock, and its places are looked up. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { londonTime } from '#domain/calendar'
import { findNamedPlace } from '#features/place'
import type { AppContext } from '#platform/app-context.ts'
import { useNow } from '#platform/clock.ts'
import { catalogueKeys } from './keys.ts'
import {
  type NamedPlaces,
  namesToLookUp,
  readSaidSearch,
  type SaidSearch,
  withChange,
  withoutFilters,
  withoutPlace,
} from './said-search.ts'
import type { ChangeableChoice } from './use-listing-choice.ts'

const noPlaces: NamedPlaces = {}

function namedPlacesQuery(parameters: URLSearchParams) {
  const names = namesToLookUp(parameters)
  return queryOptions({
    queryKey: catalogueKeys.namedPlaces(names),
    queryFn: async (): Promise<NamedPlaces> =>
      Object.fromEntries(await Promise.all(names.map(async (name) => [name, await findNamedPlace(name)]))),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: names.length > 0,
  })
}

/** Waits for the list of places, in the browser too: the listing depends on it. */
export async function loadSaidSearch(app: AppContext, parameters: URLSearchParams): Promise<SaidSearch> {
  const query = namedPlacesQuery(parameters)
  // Without the list, which is a file of the app, names stay words.
  const places = query.enabled ? await app.queryClient.ensureQueryData(query).catch(() => noPlaces) : noPlaces
  return readSaidSearch(parameters, { today: londonTime(app.clock.now()).date, places })
}

export interface ChangeableSearch extends ChangeableChoice {
  readonly said: SaidSearch
  readonly known: { readonly today: string; readonly places: NamedPlaces }
  /** The URL without the place that the text names. */
  readonly withoutPlaceUrl: string
}

export function useSaidSearch(): ChangeableSearch {
  const [parameters, setParameters] = useSearchParams()
  const { data: places = noPlaces } = useQuery(namedPlacesQuery(parameters))
  const known = { today: londonTime(useNow()).date, places }
  const said = readSaidSearch(parameters, known)
  return {
    said,
    known,
    choice: said.choice,
    urlWith: (filters) => `?${withChange(parameters, filters, known)}`,
    withoutPlaceUrl: `?${withoutPlace(parameters, known)}`,
    clearedUrl: `?${withoutFilters(parameters, known)}`,
    change: (filters) =>
      setParameters(withChange(parameters, filters, known), { replace: true, preventScrollReset: true }),
  }
}
