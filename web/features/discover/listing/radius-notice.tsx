/** Explains why products outside the radius are shown. */
import { Info } from 'lucide-react'
import { milesText, noneWithinNotice } from '#domain/locations/distance'
import { usePlace } from '#features/discover/location'
import { Notice } from '#ui/notice'
import type { ShownListing } from './listing.ts'

export interface RadiusNoticeProps {
  shown: ShownListing | undefined
  /** The place that a search names, if that is not the chosen one. */
  near?: string | undefined
}

export function RadiusNotice({ shown, near }: RadiusNoticeProps) {
  const { radiusMiles } = usePlace()
  if (!shown || shown.items.length === 0) return null
  if (shown.hasNoneWithin) {
    return (
      <Notice tone="warning" icon={Info} className="mb-6">
        {noneWithinNotice(radiusMiles, near)}
      </Notice>
    )
  }
  if (!shown.isWidened) return null
  return (
    <p className="-mt-1 mb-6 text-ink-soft">
      Only a few items are within {milesText(radiusMiles)} of {near ?? 'you'}, so we’re showing items from further away
      too.
    </p>
  )
}
