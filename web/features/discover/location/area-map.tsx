/** A static map of an area with a circle. It has no controls. */
import L from 'leaflet'
import { useEffect, useRef } from 'react'
import 'leaflet/dist/leaflet.css'
import './place-map.css'
import type { Place } from '#domain/locations/distance'
import type { PublicConfig } from '#platform/app-context.ts'
import { drawCountry } from './country-map.ts'

const metresPerMile = 1_609.344

export interface AreaMapProps {
  place: Place & { readonly radiusMiles: number }
  tiles: PublicConfig['mapTiles']
}

export function AreaMap({ place: { lat, lon, radiusMiles }, tiles }: AreaMapProps) {
  const container = useRef<HTMLDivElement>(null)
  const tilesUrl = tiles?.url
  useEffect(() => {
    if (!container.current) return
    const map = L.map(container.current, {
      zoomControl: false,
      attributionControl: false,
      dragging: false,
      keyboard: false,
      scrollWheelZoom: false,
      doubleClickZoom: false,
      touchZoom: false,
      boxZoom: false,
      maxZoom: tilesUrl ? 14 : 11,
    })
    const metres = radiusMiles * metresPerMile
    map.fitBounds(L.latLng(lat, lon).toBounds(metres * 4), { animate: false })
    if (tilesUrl) L.tileLayer(tilesUrl, { maxZoom: 19 }).addTo(map)
    else drawCountry(map)
    L.circle([lat, lon], { radius: metres, interactive: false, className: 'place-circle' }).addTo(map)
    return () => {
      map.off()
      map.remove()
    }
  }, [lat, lon, radiusMiles, tilesUrl])
  return (
    <div className="mt-3">
      <div
        ref={container}
        role="img"
        aria-label="Map of the pickup area"
        className="place-map relative isolate h-44 overflow-hidden rounded-card border border-line"
      />
      {tiles?.attribution && <p className="mt-1.5 text-xs text-ink-soft">{tiles.attribution}</p>}
    </div>
  )
}
