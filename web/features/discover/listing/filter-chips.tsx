/** The filters of the URL as chips, on a page without controls for them. */

import { filterChips } from '#features/discover/filters'
import { ActiveFilters } from './active-filters.tsx'
import { useListingParameters } from './use-listing-parameters.ts'

export interface FilterChipsProps {
  /** In pounds: the end of a price range without an upper bound. */
  highestPrice: number
}

export function FilterChips({ highestPrice }: FilterChipsProps) {
  const { parameters, urlWith, clearedUrl } = useListingParameters()
  const chips = filterChips(parameters.filters, highestPrice).map(({ label, without }) => ({
    label,
    to: urlWith(without),
  }))
  return <ActiveFilters filters={chips} clearTo={clearedUrl} replace />
}
