/** The shops of a listing: a list, and a map beside it. Both mark the shop that is pointed at, and the map shows its card. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ChosenPlace } from '#domain/locations/chosen-place'
import { useActiveHousehold } from '#features/discover/household'
import type { Listing } from '#features/discover/listing'
import type { ResultsMapProps } from '#features/discover/location'
import { useApp } from '#platform/app-context.ts'
import { LoadFailed } from '#ui/load-failed'
import { SkeletonText } from '#ui/skeleton'
import { MapCard } from './map-card.tsx'
import { MapShopList } from './map-shop-list.tsx'
import { type MapShop, shopsQuery, shopsRequest } from './map-shops.ts'
import { markerLabel, markerText, shopsText } from './map-texts.ts'

export interface MapViewProps {
  label: string
  listing: Pick<Listing, 'request' | 'place'>
  onSearchArea: (area: ChosenPlace) => void
  /** The map, which is loaded together with this. */
  Map: (props: ResultsMapProps) => React.ReactNode
}

const noShops: readonly MapShop[] = []
const nowhere: readonly { lat: number; lon: number }[] = []
/** The first view shows so many, if none is near. */
const alwaysVisible = 5

export function MapView({ label, listing, onSearchArea, Map: ResultsMap }: MapViewProps) {
  const app = useApp()
  const request = shopsRequest(listing.request)
  const { data, isError, refetch } = useQuery(shopsQuery(app, request))
  const shops = data?.shops ?? noShops
  const hasHousehold = useActiveHousehold().length > 0
  const [selected, setSelected] = useState<readonly string[]>([])
  const [pointed, setPointed] = useState<readonly string[]>([])
  const [hovered, setHovered] = useState<string | null>(null)
  const section = useRef<HTMLElement>(null)
  const map = useRef<{ focus: (id: string) => void; reveal: (id: string) => void }>(null)
  const markers = useMemo(() => shops.flatMap(toMarker), [shops])
  const { radiusMiles } = listing.place
  const alsoVisible = useMemo(() => beyond(shops, radiusMiles), [shops, radiusMiles])
  const chosen = shops.filter(({ slug }) => selected.includes(slug))

  const select = (slugs: readonly string[]) => {
    setSelected(slugs)
    const [first] = slugs
    if (first !== undefined) map.current?.reveal(first)
  }
  const close = () => {
    setSelected([])
    const [first] = selected
    if (first !== undefined) map.current?.focus(first)
  }
  useEscape(section, chosen.length > 0, close)

  return (
    <section
      ref={section}
      aria-label={`${label}: map`}
      className="grid items-start gap-x-6 gap-y-4 md:grid-cols-[16rem_minmax(0,1fr)] lg:grid-cols-1 xl:grid-cols-[19rem_minmax(0,1fr)]"
    >
      <div className="min-w-0 max-md:order-2 lg:max-xl:order-2">
        <a
          href="#results-map"
          className="sr-only focus-visible:not-sr-only focus-visible:mb-2 focus-visible:inline-block"
        >
          Skip the list of shops
        </a>
        {isError ? (
          <LoadFailed title="The shops could not be loaded" retry={() => void refetch()} />
        ) : data ? (
          <>
            <h2 className="text-xl">{shopsText(shops.length, data.is_complete)}</h2>
            {hasHousehold && <p className="mt-1 text-sm text-ink-soft">Only food that fits your household counts.</p>}
            <MapShopList
              shops={shops}
              marked={[...pointed, ...selected]}
              onPoint={setHovered}
              onShow={(slug) => select([slug])}
            />
          </>
        ) : (
          <SkeletonText lines={6} className="leading-10" />
        )}
      </div>
      <div id="results-map" tabIndex={-1} className="min-w-0 outline-none md:sticky md:top-24 lg:max-xl:static">
        <ResultsMap
          ref={map}
          noun="shops"
          place={listing.place}
          markers={markers}
          alsoVisible={alsoVisible}
          current={hovered ?? selected[0] ?? null}
          tiles={app.config.mapTiles}
          onPress={select}
          onPoint={setPointed}
          onSearchArea={onSearchArea}
          className="h-[60svh] min-h-88 md:h-[calc(100dvh-20rem)] md:min-h-112"
        >
          {chosen.length > 0 && (
            <MapCard
              key={selected.join()}
              shops={chosen}
              request={request}
              onChoose={(slug) => select([slug])}
              onClose={close}
            />
          )}
        </ResultsMap>
      </div>
    </section>
  )
}

function toMarker(shop: MapShop): ResultsMapProps['markers'] {
  const { slug, lat, lon, in_reach } = shop
  if (lat === null || lon === null) return []
  return [{ id: slug, lat, lon, text: markerText(shop), label: markerLabel(shop), isMuted: !in_reach }]
}

/** If no shop is within the radius, the nearest ones. */
function beyond(shops: readonly MapShop[], radiusMiles: number): ResultsMapProps['alsoVisible'] {
  const placed = shops.flatMap(({ lat, lon, distance_miles }) =>
    lat === null || lon === null || distance_miles === null ? [] : [{ lat, lon, miles: distance_miles }],
  )
  if (placed.length === 0 || placed.some(({ miles }) => miles <= radiusMiles)) return nowhere
  return placed.toSorted((one, other) => one.miles - other.miles).slice(0, alwaysVisible)
}

/** Escape closes the card, from anywhere in the view. */
function useEscape(section: React.RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const element = section.current
    if (!isOpen || !element) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current()
    }
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  }, [section, isOpen])
}
