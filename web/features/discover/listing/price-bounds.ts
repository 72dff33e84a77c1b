/** The range of the price slider. */
import type { ShownListing } from './listing.ts'

/** Used until the highest price is known. */
const defaultMaximum = 50
/** Keeps the thumb away from the edge. */
const headroom = 10

/** In whole pounds: the highest price plus the headroom. */
export function sliderMaximum(shown: Pick<ShownListing, 'highestPrice'> | undefined): number {
  const highest = shown?.highestPrice ?? null
  return highest === null ? defaultMaximum : Math.ceil(highest) + headroom
}
