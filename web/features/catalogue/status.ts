/** The line above a listing that says how it stands; read out when it changes. */
import type { Listing } from './listing.ts'

type State = Pick<Listing, 'shown' | 'isLoading' | 'hasFailed'>

function isAwaited({ shown, isLoading, hasFailed }: State): boolean {
  return isLoading || (!shown && !hasFailed)
}

export function marketStatus(listing: State): string {
  if (isAwaited(listing)) return 'Loading delicious items...'
  const total = listing.shown?.total ?? 0
  if (total === 0) return ''
  return `${total.toLocaleString('en-GB')} delicious ${total === 1 ? 'item' : 'items'} available for delivery`
}

/** Beyond this a search counts no further in words: nobody reads that many. */
const mostCounted = 10_000

export function searchStatus(listing: State, text: string): string {
  if (isAwaited(listing)) return 'Searching...'
  if (!listing.shown) return ''
  const { total } = listing.shown
  const count = total > mostCounted ? '10,000+' : total.toLocaleString('en-GB')
  return `Found ${count} ${total === 1 ? 'result' : 'results'} for "${text}"`
}
