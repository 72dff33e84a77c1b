/** Explains why products outside the radius are shown. */
import { Info } from 'lucide-react'
import { noneWithinNotice } from '#domain/distance'
import { radiusText, usePlace } from '#features/place'
import type { ShownListing } from './listing.ts'

export function RadiusNotice({ shown }: { shown: ShownListing | undefined }) {
  const { radiusMiles } = usePlace()
  if (!shown || shown.items.length === 0) return null
  if (shown.hasNoneWithin) {
    return (
      <p className="mb-6 flex gap-2.5 rounded-xl bg-honey-pale px-4 py-3 text-honey-deep">
        <Info aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        {noneWithinNotice(radiusMiles)}
      </p>
    )
  }
  if (!shown.isWidened) return null
  return (
    <p className="-mt-1 mb-6 text-ink-soft">
      Only a few items are within {radiusText(radiusMiles)} of you, so we’re showing items from further away too.
    </p>
  )
}
