/** The search of the results page: its text is understood by the server's clock, and its places are looked up. */
import { useSearchParams } from 'react-router'
import { londonTime } from '#domain/values/calendar'
import type { ChangeableChoice } from '#features/discover/listing'
import { loadPlaces, type NamedPlaces, usePlaces } from '#features/discover/listing'
import type { AppContext } from '#platform/app-context.ts'
import { useNow } from '#platform/clock.ts'
import {
  namesToLookUp,
  readSaidSearch,
  type SaidSearch,
  withChange,
  withoutFilters,
  withoutPlace,
} from './said-search.ts'

export async function loadSaidSearch(app: AppContext, parameters: URLSearchParams): Promise<SaidSearch> {
  const places = await loadPlaces(app, namesToLookUp(parameters))
  return readSaidSearch(parameters, { today: londonTime(app.clock.now()).date, places })
}

export interface ChangeableSearch extends ChangeableChoice {
  readonly said: SaidSearch
  readonly known: { readonly today: string; readonly places: NamedPlaces }
  /** The URL near the chosen place. */
  readonly withoutPlaceUrl: string
}

export function useSaidSearch(): ChangeableSearch {
  const [parameters, setParameters] = useSearchParams()
  const places = usePlaces(namesToLookUp(parameters))
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
