/** What other features may use of the catalogue. */
export { type Listing, type ListingScope, listingQueries, useListing } from './listing.ts'
export { readListingChoice } from './listing-choice.ts'
export { ListingResults } from './listing-results.tsx'
export { ProductBadges } from './product-badges.tsx'
export { RatingLine } from './rating-line.tsx'
export { SortControl } from './sort-control.tsx'
export { type Page, type Pages, readPage, usePages } from './use-pages.ts'
