/** The status line above the results of a search. Not beside the others, because the home page does not need it. */
import { countText, isPending, type ListingState } from '#features/discover/listing'

export function searchStatus(listing: ListingState, text: string): string {
  if (isPending(listing)) return 'Searching...'
  if (!listing.shown) return ''
  const found = `Found ${countText(listing.shown)} ${listing.shown.total === 1 ? 'result' : 'results'}`
  return text === '' ? found : `${found} for "${text}"`
}
