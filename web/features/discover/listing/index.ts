/** The catalogue: listings, product cards and grids. */
export { type ActiveFilter, ActiveFilters } from './active-filters.tsx'
export { FitNotes } from './fit-notes.tsx'
export { fetchListing, type Listing, noFit, useListing } from './listing.ts'
export { type ListingParameters, readListingParameters, withPages, withSort } from './listing-parameters.ts'
export { type ListedProduct, type ListingRequest, type ListingScope, listingRequest } from './listing-request.ts'
export { ListingResults } from './listing-results.tsx'
export { focusListingStatus, ListingStatus } from './listing-status.tsx'
export { countText, isPending, type ListingState, marketStatus, showResultsLabel } from './listing-status-text.ts'
export {
  loadPlaces,
  type NamedPlace,
  type NamedPlaces,
  type Near,
  nearLabel,
  readNear,
  useNear,
  usePlaces,
  withoutNear,
} from './named-places.ts'
export { sliderMaximum } from './price-bounds.ts'
export { ProductBadges } from './product-badges.tsx'
export { ProductGrid } from './product-grid.tsx'
export { type ProductSummary, selectSummaries } from './product-summary.ts'
export { RadiusNotice } from './radius-notice.tsx'
export { RatingLine } from './rating-line.tsx'
export { ShopLogo } from './shop-logo.tsx'
export { SortControl } from './sort-control.tsx'
export { type ChangeableParameters, useListingParameters } from './use-listing-parameters.ts'
