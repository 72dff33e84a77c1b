/** How far the price slider reaches. */
import type { ShownListing } from './listing.ts'

/** Until the dearest product is known. */
const defaultMaximum = 50
/** Left above the dearest, so that its thumb is not at the very edge. */
const headroom = 10

/** In whole pounds: the highest price there is, plus ten. */
export function sliderMaximum(shown: Pick<ShownListing, 'highestPrice'> | undefined): number {
  const highest = shown?.highestPrice ?? null
  return highest === null ? defaultMaximum : Math.ceil(highest) + headroom
}
