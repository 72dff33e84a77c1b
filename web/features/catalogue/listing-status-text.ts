/** The texts of the status line above a listing. */
import type { Listing, ShownListing } from './listing.ts'

interface State extends Pick<Listing, 'isLoading' | 'hasFailed'> {
  readonly shown: Pick<ShownListing, 'total' | 'totalIsExact'> | undefined
}

function isPending({ shown, isLoading, hasFailed }: State): boolean {
  return isLoading || (!shown && !hasFailed)
}

/** '1,234', or '10,000+' where the database stopped counting. */
export function countText({ total, totalIsExact }: Pick<ShownListing, 'total' | 'totalIsExact'>): string {
  return total.toLocaleString('en-GB') + (totalIsExact ? '' : '+')
}

export function marketStatus(listing: State): string {
  if (isPending(listing)) return 'Loading delicious items...'
  if (!listing.shown) return ''
  const noun = listing.shown.total === 1 ? 'item' : 'items'
  return `${countText(listing.shown)} delicious ${noun} available for delivery`
}

export function searchStatus(listing: State, text: string): string {
  if (isPending(listing)) return 'Searching...'
  if (!listing.shown) return ''
  const found = `Found ${countText(listing.shown)} ${listing.shown.total === 1 ? 'result' : 'results'}`
  return text === '' ? found : `${found} for "${text}"`
}

/** The label of the button that closes the filters. */
export function showResultsLabel(listing: State): string {
  if (isPending(listing)) return 'Searching...'
  if (!listing.shown) return 'Close'
  const { total } = listing.shown
  return total === 0 ? 'No items found' : `Show ${countText(listing.shown)} ${total === 1 ? 'item' : 'items'}`
}
