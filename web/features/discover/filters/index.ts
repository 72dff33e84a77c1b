/** What a listing is narrowed by, and its controls. */
export { DayControl } from './day-control.tsx'
export { FilterButton } from './filter-button.tsx'
export { FilterColumn } from './filter-column.tsx'
export {
  filterChips,
  filterParameters,
  isNarrowed,
  type ListingFilters,
  noFilters,
  readFilters,
  withFilters,
} from './listing-filters.ts'
