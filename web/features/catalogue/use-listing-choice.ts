/**
 * The choices in the URL, and how to change them. Changes replace the history entry, so that Back leaves the listing.
 */
import { useSearchParams } from 'react-router'
import { type ListingChoice, readListingChoice } from './listing-choice.ts'
import { type ListingFilters, withFilters } from './listing-filters.ts'

interface ChangeableChoice {
  readonly choice: ListingChoice
  readonly change: (filters: Partial<ListingFilters>) => void
}

export function useListingChoice(): ChangeableChoice {
  const [parameters, setParameters] = useSearchParams()
  return {
    choice: readListingChoice(parameters),
    change: (filters) => setParameters(withFilters(parameters, filters), { replace: true, preventScrollReset: true }),
  }
}
