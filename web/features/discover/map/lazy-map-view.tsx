/** The map of a listing. Its code is loaded when it is first shown, into a reserved place. */
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import type { Listing } from '#features/discover/listing'
import { focusListingStatus } from '#features/discover/listing'
import { loadResultsMap } from '#features/discover/location'
import { useApp } from '#platform/app-context.ts'
import { Skeleton } from '#ui/skeleton'
import { useLazyPart } from '#ui/use-lazy-part'

async function loadMapView() {
  const [{ MapView }, { ResultsMap }] = await Promise.all([import('./map-view.tsx'), loadResultsMap()])
  return { MapView, ResultsMap }
}

export interface LazyMapViewProps {
  label: string
  listing: Listing
  /** The URL without the place that the search names, which would otherwise replace the searched area. */
  withoutPlaceUrl: string | undefined
}

export function LazyMapView({ label, listing, withoutPlaceUrl }: LazyMapViewProps) {
  const { place } = useApp()
  const navigate = useNavigate()
  const part = useLazyPart(
    loadMapView,
    true,
    useCallback(() => {}, []),
  )
  if (!part) {
    return (
      <>
        <noscript>The map needs scripts. The list does not.</noscript>
        <Skeleton shape="card" className="h-[60svh] min-h-88 md:h-[calc(100dvh-20rem)] md:min-h-112" />
      </>
    )
  }
  return (
    <part.MapView
      label={label}
      listing={listing}
      Map={part.ResultsMap}
      onSearchArea={(area) => {
        place.set(area)
        if (withoutPlaceUrl !== undefined) void navigate(withoutPlaceUrl, { replace: true, preventScrollReset: true })
        focusListingStatus()
      }}
    />
  )
}
