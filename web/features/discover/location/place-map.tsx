/** The map of the place picker: a pin that pointer and keys can move, and a circle for the search radius. */
import { useEffect, useRef, useState } from 'react'
import type { ChosenPlace } from '#domain/locations/chosen-place'
import type { Place } from '#domain/locations/distance'
import type { PublicConfig } from '#platform/app-context.ts'
import { MapFrame } from './map-frame.tsx'
import { createMap, type PinMap } from './pin-map.ts'

export interface PlaceMapProps {
  place: ChosenPlace
  tiles: PublicConfig['mapTiles']
  onMove: (place: Place) => void
}

export function PlaceMap({ place, tiles, onMove }: PlaceMapProps) {
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<PinMap | null>(null)
  const latestMove = useRef(onMove)
  useEffect(() => {
    latestMove.current = onMove
  })

  const tilesUrl = tiles?.url
  useEffect(() => {
    if (!container.current) return
    const made = createMap(container.current, { tilesUrl, onMove: (next) => latestMove.current(next) })
    setMap(made)
    return () => made.remove()
  }, [tilesUrl])
  useEffect(() => map?.show(place), [map, place])

  return (
    <MapFrame tiles={tiles} onZoomIn={() => map?.zoomIn()} onZoomOut={() => map?.zoomOut()}>
      <div ref={container} className="place-map h-[clamp(13rem,calc(100dvh-37rem),24rem)] sm:h-80" />
    </MapFrame>
  )
}
