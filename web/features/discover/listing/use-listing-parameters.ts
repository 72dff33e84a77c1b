/**
 * What the URL of a listing says, and how to change it. Changes replace the history entry, so that Back leaves the
 * listing.
 */
import { type ListingFilters, noFilters, withFilters } from '#features/discover/filters'
import { useUrlParameters } from '#platform/url-parameters.ts'
import { type ListingParameters, readListingParameters } from './listing-parameters.ts'

export interface ChangeableParameters {
  /** Those of the URL, with the changes that are loading. */
  readonly searchParams: URLSearchParams
  readonly parameters: ListingParameters
  readonly change: (filters: Partial<ListingFilters>) => void
  /** The URL of the listing with other filters. */
  readonly urlWith: (filters: Partial<ListingFilters>) => string
  /** The URL of the listing without any filter. */
  readonly clearedUrl: string
}

export function useListingParameters(): ChangeableParameters {
  const [searchParams, change] = useUrlParameters()
  const urlWith = (filters: Partial<ListingFilters>) => `?${withFilters(searchParams, filters)}`
  return {
    searchParams,
    parameters: readListingParameters(searchParams),
    change: (filters) => change((latest) => withFilters(latest, filters)),
    urlWith,
    clearedUrl: urlWith(noFilters),
  }
}
