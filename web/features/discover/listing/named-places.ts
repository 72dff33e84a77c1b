/** Places by name: those that the text of a search names, and the one that links keep as `near=leeds`. */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Place } from '#domain/locations/distance'
import { findNamedPlace } from '#features/discover/location'
import { catalogueKeys } from '#keys/catalogue'
import type { AppContext } from '#platform/app-context.ts'
import { nearParameter } from '#platform/listing-link.ts'
import { useUrlParameters } from '#platform/url-parameters.ts'

export type NamedPlace = Place & { readonly label: string }

/** By the name in the text; null for a name that is no place. */
export type NamedPlaces = Readonly<Record<string, NamedPlace | null>>

const noPlaces: NamedPlaces = {}

/** No place has a longer name. */
const longestName = 60

/** The name of the place that the URL keeps; empty without one. */
export function readNear(parameters: URLSearchParams): string {
  const name = parameters.get(nearParameter)?.trim().toLowerCase() ?? ''
  return name.length > longestName ? '' : name
}

export function withoutNear(parameters: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(parameters)
  next.delete(nearParameter)
  return next
}

function namedPlacesQuery(names: readonly string[]) {
  return queryOptions({
    queryKey: catalogueKeys.namedPlaces(names),
    queryFn: async (): Promise<NamedPlaces> =>
      Object.fromEntries(await Promise.all(names.map(async (name) => [name, await findNamedPlace(name)]))),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: names.length > 0,
  })
}

/** Waits for the list of places, in the browser too: the listing depends on it. Without the list, which is a file of the app, names stay words. */
export async function loadPlaces({ queryClient }: AppContext, names: readonly string[]): Promise<NamedPlaces> {
  const query = namedPlacesQuery(names)
  return query.enabled ? queryClient.ensureQueryData(query).catch(() => noPlaces) : noPlaces
}

export function usePlaces(names: readonly string[]): NamedPlaces {
  return useQuery(namedPlacesQuery(names)).data ?? noPlaces
}

/** Those that a loader has looked up. */
export function loadedPlaces(queryClient: QueryClient, names: readonly string[]): NamedPlaces {
  return queryClient.getQueryData(namedPlacesQuery(names).queryKey) ?? noPlaces
}

/** The place that the URL keeps. A listing is near it instead of the chosen place. */
export async function loadNear(app: AppContext, parameters: URLSearchParams): Promise<NamedPlace | null> {
  const name = readNear(parameters)
  return name === '' ? null : ((await loadPlaces(app, [name]))[name] ?? null)
}

export interface Near {
  readonly place: NamedPlace
  /** The URL near the chosen place. */
  readonly withoutUrl: string
}

export function useNear(): Near | null {
  const [parameters] = useUrlParameters()
  const name = readNear(parameters)
  const place = usePlaces(name === '' ? [] : [name])[name]
  return place ? { place, withoutUrl: `?${withoutNear(parameters)}` } : null
}

export const nearLabel = ({ label }: NamedPlace) => `Near ${label}`
