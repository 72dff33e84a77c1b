/** A listing with its tools, filters, active filters and results. */

import type { ReactNode } from 'react'
import { DayControl, FilterButton, FilterColumn, filterChips } from '#features/discover/filters'
import type { ChangeableParameters, Listing } from '#features/discover/listing'
import {
  type ActiveFilter,
  ActiveFilters,
  ListingResults,
  ListingStatus,
  type Near,
  nearLabel,
  RadiusNotice,
  SortControl,
  showResultsLabel,
  sliderMaximum,
} from '#features/discover/listing'
import { PlaceButton } from '#features/discover/location'
import { LazyMapView } from '#features/discover/map'
import { useView, ViewLink } from './view-link.tsx'

export interface FilteredListingProps {
  /** The accessible name of the list. */
  label: string
  listing: Listing
  search: ChangeableParameters
  /** The status line, announced when it changes. */
  status: string
  /** The place that a search has named, if that is not the chosen one. */
  near: Near | null
  /** Shown above the results. */
  notice?: ReactNode
  /** What the text of a search says. */
  parsedChips?: ParsedChips | null
  /** The category or occasion of the page, shown as a filter that can be removed. */
  pageFilter?: ActiveFilter
  /** Where 'Clear all filters' leads; by default to this page without filters. */
  clearTo?: string
  /** Whether the category is one of the filters. */
  withCategory?: boolean
  empty: ReactNode
}

export interface ParsedChips {
  /** The labels of the filters that it says. */
  readonly labels: ReadonlySet<string>
  /** What it says that is not a filter of the URL. */
  readonly others: readonly ActiveFilter[]
  /** The URL that searches for the text as it is. */
  readonly exactTo: string
}

export function FilteredListing(props: FilteredListingProps) {
  const {
    label,
    listing,
    search,
    near,
    notice,
    status,
    parsedChips,
    pageFilter,
    clearTo,
    withCategory = true,
    empty,
  } = props
  const { parameters, change, urlWith, clearedUrl } = search
  const filters = withCategory ? parameters.filters : { ...parameters.filters, category: null }
  const highestPrice = sliderMaximum(listing.shown)
  const chips = filterChips(filters, highestPrice).map(({ label, without }) => ({
    label,
    to: urlWith(without),
    isParsed: parsedChips?.labels.has(label) ?? false,
  }))
  const others = parsedChips?.others ?? []
  const kept = near && { label: nearLabel(near.place), to: near.withoutUrl }
  const isMap = useView() === 'map'
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
          <PlaceButton className="max-sm:flex-1 max-sm:justify-start md:hidden" />
          <ViewLink className="px-4" />
          <DayControl filters={filters} onChange={change} className="max-sm:w-full sm:w-64 lg:hidden" />
          <FilterButton {...panel} closeLabel={showResultsLabel(listing)} className="lg:hidden" />
          {/* The map has no order. */}
          {!isMap && <SortControl className="max-md:ml-auto max-sm:min-w-36 max-sm:grow sm:w-56" />}
        </div>
        <ActiveFilters
          filters={[
            ...(pageFilter ? [pageFilter] : []),
            ...chips,
            ...others,
            ...(kept && !others.some(({ label }) => label === kept.label) ? [kept] : []),
          ]}
          clearTo={clearTo ?? clearedUrl}
          replace={clearTo === undefined}
          exactTo={parsedChips?.exactTo}
        />
        {notice}
        <RadiusNotice shown={listing.shown} near={near?.place.label} />
        {isMap && listing.shown?.items.length !== 0 ? (
          <LazyMapView label={label} listing={listing} withoutPlaceUrl={near?.withoutUrl} />
        ) : (
          <ListingResults label={label} headingLevel="h2" listing={listing} empty={empty} isNarrow />
        )}
      </div>
    </div>
  )
}
