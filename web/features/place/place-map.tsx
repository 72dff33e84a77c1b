/** The map of the place picker: a pin that pointer and keys can move, and a circle for the search radius. */
import { Minus, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ChosenPlace } from '#domain/chosen-place'
import type { Place } from '#domain/distance'
import type { PublicConfig } from '#platform/app-context.ts'
import { Button } from '#ui/button'
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
    <div>
      <div className="relative isolate overflow-hidden rounded-card border border-line">
        <div ref={container} className="place-map h-[clamp(13rem,calc(100dvh-37rem),24rem)] sm:h-80" />
        <div className="absolute top-2.5 right-2.5 z-1000 flex flex-col overflow-hidden rounded-full border border-line bg-card">
          <ZoomButton label="Zoom in" Icon={Plus} onPress={() => map?.zoomIn()} />
          <ZoomButton label="Zoom out" Icon={Minus} onPress={() => map?.zoomOut()} />
        </div>
      </div>
      <p className="mt-1.5 text-xs text-ink-soft">
        {tiles?.attribution ? `${tiles.attribution} · ` : ''}
        Towns:{' '}
        <a href="https://www.geonames.org" rel="noopener" target="_blank" className="underline underline-offset-2">
          GeoNames
        </a>
        , CC BY 4.0{tiles ? '' : ' · Coast: Natural Earth'}
      </p>
    </div>
  )
}

function ZoomButton({ label, Icon, onPress }: { label: string; Icon: typeof Plus; onPress: () => void }) {
  return (
    <Button
      variant="plain"
      aria-label={label}
      onClick={onPress}
      className="grid size-10 place-items-center outline-offset-[-3px] hover:bg-paper-deep"
    >
      <Icon aria-hidden="true" className="size-5" />
    </Button>
  )
}
