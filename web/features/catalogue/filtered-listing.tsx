/** A listing with its tools, filters, active filters and results. */

import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { PlaceButton } from '#features/place'
import { type ActiveFilter, ActiveFilters } from './active-filters.tsx'
import { FilterButton } from './filter-button.tsx'
import { FilterColumn } from './filter-column.tsx'
import type { Listing } from './listing.ts'
import { filterChips, type ListingFilters, noFilters, withFilters } from './listing-filters.ts'
import { ListingResults } from './listing-results.tsx'
import { ListingStatus } from './listing-status.tsx'
import { showResultsLabel } from './listing-status-text.ts'
import { sliderMaximum } from './price-bounds.ts'
import { RadiusNotice } from './radius-notice.tsx'
import { SortControl } from './sort-control.tsx'
import { useListingChoice } from './use-listing-choice.ts'

export interface FilteredListingProps {
  /** The accessible name of the list. */
  label: string
  listing: Listing
  /** The status line, announced when it changes. */
  status: string
  /** The category or occasion of the page, shown as a filter that can be removed. */
  pageFilter?: ActiveFilter
  /** Where 'Clear all filters' leads; by default to this page without filters. */
  clearTo?: string
  /** Whether the category is one of the filters. */
  withCategory?: boolean
  empty: ReactNode
}

export function FilteredListing(props: FilteredListingProps) {
  const { label, listing, status, pageFilter, clearTo, withCategory = true, empty } = props
  const [parameters] = useSearchParams()
  const { choice, change } = useListingChoice()
  const filters = withCategory ? choice.filters : { ...choice.filters, category: null }
  const highestPrice = sliderMaximum(listing.shown)
  const urlWithout = (without: Partial<ListingFilters>) => `?${withFilters(parameters, without)}`
  const chips = filterChips(filters, highestPrice).map(({ label, without }) => ({ label, to: urlWithout(without) }))
  const panel = { filters, onChange: change, highestPrice, withCategory }
  return (
    <div className="gap-x-10 lg:grid lg:grid-cols-[16.5rem_minmax(0,1fr)]">
      <FilterColumn {...panel} />
      <div className="min-w-0">
        <div className="mb-5 flex flex-wrap items-center gap-2.5 sm:gap-3">
          <ListingStatus
            text={status}
            className="mr-auto text-lg wrap-anywhere max-md:mb-1.5 max-md:w-full md:min-w-0 md:flex-1"
          />
          {/* On wider screens the header has this button. */}
          <PlaceButton className="max-sm:w-full max-sm:justify-start md:hidden" />
          <FilterButton {...panel} closeLabel={showResultsLabel(listing)} className="lg:hidden" />
          <SortControl className="max-md:ml-auto max-sm:min-w-36 max-sm:grow sm:w-56" />
        </div>
        <ActiveFilters
          filters={pageFilter ? [pageFilter, ...chips] : chips}
          clearTo={clearTo ?? urlWithout(noFilters)}
          replace={clearTo === undefined}
        />
        <RadiusNotice shown={listing.shown} />
        <ListingResults label={label} headingLevel="h2" listing={listing} empty={empty} isNarrow />
      </div>
    </div>
  )
}
