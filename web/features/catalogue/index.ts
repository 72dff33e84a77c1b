/** The catalogue: listings, product cards and grids. */
export { preloadListing, useListing } from './listing.ts'
export { readListingChoice, shopSorts } from './listing-choice.ts'
export { ListingResults } from './listing-results.tsx'
export { ProductBadges } from './product-badges.tsx'
export { ProductGrid } from './product-grid.tsx'
export { type ProductSummary, selectSummaries } from './product-summary.ts'
export { RatingLine } from './rating-line.tsx'
export { SortControl } from './sort-control.tsx'
