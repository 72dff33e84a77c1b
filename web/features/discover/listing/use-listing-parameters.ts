/**
 * The choices in the URL, and how to change them. Changes replace the history entry, so that Back leaves the listing.
 */
import { type ListingFilters, noFilters, withFilters } from '#features/discover/filters'
import { useUrlParameters } from '#platform/url-parameters.ts'
import { type ListingParameters, readListingParameters } from './listing-parameters.ts'

export interface ChangeableParameters {
  /** Those of the URL, with the changes that are loading. */
  readonly parameters: URLSearchParams
  readonly choice: ListingParameters
  readonly change: (filters: Partial<ListingFilters>) => void
  /** The URL of the listing with other filters. */
  readonly urlWith: (filters: Partial<ListingFilters>) => string
  /** The URL of the listing without any filter. */
  readonly clearedUrl: string
}

export function useListingParameters(): ChangeableParameters {
  const [parameters, change] = useUrlParameters()
  const urlWith = (filters: Partial<ListingFilters>) => `?${withFilters(parameters, filters)}`
  return {
    parameters,
    choice: readListingParameters(parameters),
    change: (filters) => change((latest) => withFilters(latest, filters)),
    urlWith,
    clearedUrl: urlWith(noFilters),
  }
}
