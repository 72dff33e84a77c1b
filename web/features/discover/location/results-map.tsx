/** A map of markers around a place, with a button that searches the area that it was moved to. */
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { ChosenPlace } from '#domain/locations/chosen-place'
import type { Place } from '#domain/locations/distance'
import type { PublicConfig } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { MapFrame } from './map-frame.tsx'
import { createMarkerMap, type MapMarker, type MarkerMap } from './marker-map.ts'

export interface ResultsMapProps {
  place: ChosenPlace
  /** What the markers are: 'shops'. */
  noun: string
  markers: readonly MapMarker[]
  /** Places that the first view includes, where the place alone would show nothing. */
  alsoVisible: readonly Place[]
  /** The marker that is highlighted. */
  current: string | null
  tiles: PublicConfig['mapTiles']
  onPress: (ids: readonly string[]) => void
  onPoint: (ids: readonly string[]) => void
  onSearchArea: (area: ChosenPlace) => void
  ref?: Ref<Pick<MarkerMap, 'focus' | 'reveal'>>
  className?: string
  /** What lies above the map. */
  children?: ReactNode
}

export function ResultsMap(props: ResultsMapProps) {
  const { place, noun, markers, alsoVisible, current, tiles, onSearchArea, ref, children } = props
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MarkerMap | null>(null)
  const [area, setArea] = useState<ChosenPlace | null>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  const tilesUrl = tiles?.url
  useEffect(() => {
    if (!container.current) return
    const made = createMarkerMap(container.current, {
      tilesUrl,
      noun,
      onPress: (ids) => latest.current.onPress(ids),
      onPoint: (ids) => latest.current.onPoint(ids),
      onMove: setArea,
    })
    setMap(made)
    return () => made.remove()
  }, [tilesUrl, noun])
  const { lat, lon, radiusMiles, label } = place
  useEffect(() => {
    map?.showArea({ lat, lon, radiusMiles, label }, alsoVisible)
  }, [map, lat, lon, radiusMiles, label, alsoVisible])
  useEffect(() => map?.setMarkers(markers), [map, markers])
  useEffect(() => map?.highlight(current), [map, current])
  useImperativeHandle(ref, () => ({ focus: (id) => map?.focus(id), reveal: (id) => map?.reveal(id) }), [map])

  return (
    <MapFrame tiles={tiles} onZoomIn={() => map?.zoomIn()} onZoomOut={() => map?.zoomOut()} className={props.className}>
      {/* Leaflet moves it by the arrow keys, and zooms by plus and minus. */}
      <section
        ref={container}
        aria-label={`Map of ${noun}. The arrow keys move it, plus and minus zoom.`}
        className="place-map min-h-0 grow"
      />
      {area && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => onSearchArea(area)}
          className="absolute top-3 left-1/2 z-1000 -translate-x-1/2 shadow-rest"
        >
          Search this area
        </Button>
      )}
      {children}
    </MapFrame>
  )
}
