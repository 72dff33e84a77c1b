/** The texts of the status line above a listing. */
import type { Listing, ShownListing } from './listing.ts'

export interface ListingState extends Pick<Listing, 'isLoading' | 'hasFailed'> {
  readonly shown: Pick<ShownListing, 'total' | 'totalIsExact'> | undefined
}

export function isPending({ shown, isLoading, hasFailed }: ListingState): boolean {
  return isLoading || (!shown && !hasFailed)
}

/** '1,234', or '10,000+' where the database stopped counting. */
export function countText({ total, totalIsExact }: Pick<ShownListing, 'total' | 'totalIsExact'>): string {
  return total.toLocaleString('en-GB') + (totalIsExact ? '' : '+')
}

/** 'Showing 24 of 1,234', and once those within reach end 'Showing 20 of 20 and 4 further away'. */
export function shownText(
  items: readonly { readonly in_reach: boolean }[],
  shown: Pick<ShownListing, 'total' | 'totalIsExact' | 'isWidened'>,
): string {
  const further = shown.isWidened ? 0 : items.filter((product) => !product.in_reach).length
  const text = `Showing ${items.length - further} of ${countText(shown)}`
  return further === 0 ? text : `${text} and ${further} further away`
}

export function marketStatus(listing: ListingState): string {
  if (isPending(listing)) return 'Loading delicious items...'
  if (!listing.shown) return ''
  const noun = listing.shown.total === 1 ? 'item' : 'items'
  return `${countText(listing.shown)} delicious ${noun} available for delivery`
}

/** The label of the button that closes the filters. */
export function showResultsLabel(listing: ListingState): string {
  if (isPending(listing)) return 'Searching...'
  if (!listing.shown) return 'Close'
  const { total } = listing.shown
  return total === 0 ? 'No items found' : `Show ${countText(listing.shown)} ${total === 1 ? 'item' : 'items'}`
}
