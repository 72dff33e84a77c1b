/** The Leaflet map of the place picker: a pin and a circle, above map tiles or our own drawing of the country. */
import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import './place-map.css'
import { blurred, type ChosenPlace } from '#domain/locations/chosen-place'
import type { Place } from '#domain/locations/distance'
import { drawCountry } from './country-map.ts'

export interface PinMapOptions {
  /** The URL template of map tiles. Without it the country is drawn. */
  readonly tilesUrl: string | undefined
  /** Called when the shopper has moved the pin. */
  readonly onMove: (place: Place) => void
}

export interface PinMap {
  show(place: ChosenPlace): void
  zoomIn(): void
  zoomOut(): void
  remove(): void
}

const metresPerMile = 1_609.344
/** The step of an arrow key, five times as much with Shift. The minimum is the rounding of a place. */
const stepPixels = 12
const minStepDegrees = 0.01
const maxBounds = L.latLngBounds([47.5, -14.5], [62, 7])
const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

export function createMap(container: HTMLElement, { tilesUrl, onMove }: PinMapOptions): PinMap {
  const animate = !prefersReducedMotion()
  const map = L.map(container, {
    zoomControl: false,
    attributionControl: false,
    // The arrow keys move the pin, not the view.
    keyboard: false,
    maxBounds: maxBounds,
    maxBoundsViscosity: 1,
    minZoom: 5,
    maxZoom: tilesUrl ? 15 : 12,
    zoomSnap: 0.5,
    zoomAnimation: animate,
    fadeAnimation: animate,
    markerZoomAnimation: animate,
  })
  const circle = L.circle([0, 0], { radius: 0, interactive: false, className: 'place-circle' })
  const pin = L.marker([0, 0], {
    draggable: true,
    autoPan: true,
    icon: L.divIcon({ className: 'place-pin', html: pinPicture, iconSize: [36, 44], iconAnchor: [18, 42] }),
  })
  let shown: ChosenPlace | null = null

  const moveMarker = (place: ChosenPlace) => {
    pin.setLatLng([place.lat, place.lon])
    circle.setLatLng([place.lat, place.lon]).setRadius(place.radiusMiles * metresPerMile)
  }
  const move = ({ lat, lng }: L.LatLng) => {
    const place = blurred({ lat, lon: lng })
    if (maxBounds.contains([place.lat, place.lon])) onMove(place)
    else if (shown) moveMarker(shown)
  }
  const start = (place: ChosenPlace) => {
    showCircle(map, place)
    if (tilesUrl) L.tileLayer(tilesUrl, { maxZoom: 19 }).addTo(map)
    else drawCountry(map, { pin })
    circle.addTo(map)
    pin.addTo(map)
    pin.on('drag', () => circle.setLatLng(pin.getLatLng()))
    pin.on('dragend', () => move(pin.getLatLng()))
    pin.getElement()?.addEventListener('keydown', (event) => {
      const next = keyboardTarget(map, pin.getLatLng(), event)
      if (!next) return
      event.preventDefault()
      move(next)
    })
    map.on('click', ({ latlng }) => move(latlng))
    // The screen was rotated, or a phone's keyboard opened or closed.
    map.on('resize', () => shown && showCircle(map, shown))
  }

  return {
    show(place) {
      const radiusChanged = shown !== null && shown.radiusMiles !== place.radiusMiles
      moveMarker(place)
      if (shown === null) start(place)
      else if (radiusChanged || !isComfortablyVisible(map, place)) showCircle(map, place)
      labelPin(pin, place)
      shown = place
    },
    zoomIn: () => void map.zoomIn(1),
    zoomOut: () => void map.zoomOut(1),
    remove() {
      // Otherwise an unfinished zoom would end after the map was removed, and call its listeners.
      map.off()
      map.remove()
    },
  }
}

function areaOf({ lat, lon, radiusMiles }: ChosenPlace): L.LatLngBounds {
  return L.latLng(lat, lon).toBounds(radiusMiles * metresPerMile * 2)
}

function isComfortablyVisible(map: L.Map, place: ChosenPlace): boolean {
  const area = areaOf(place)
  return map.getBounds().contains(area) && map.getBoundsZoom(area) - map.getZoom() < 1.5
}

/** Without animation: an interrupted animation would end at an arbitrary view. */
function showCircle(map: L.Map, place: ChosenPlace): void {
  map.fitBounds(areaOf(place), { padding: [14, 14], animate: false })
}

function labelPin(pin: L.Marker, { label }: ChosenPlace): void {
  pin.getElement()?.setAttribute('aria-label', `Your location: ${label}. Use the arrow keys to move the pin.`)
}

/** The target of an arrow key; undefined for other keys. */
function keyboardTarget(map: L.Map, from: L.LatLng, { key, shiftKey }: KeyboardEvent): L.LatLng | undefined {
  const direction = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[key]
  if (!direction) return undefined
  const [x = 0, y = 0] = direction
  const pixels = stepPixels * (shiftKey ? 5 : 1)
  const to = map.containerPointToLatLng(map.latLngToContainerPoint(from).add([x * pixels, y * pixels]))
  return L.latLng(
    from.lat - y * Math.max(Math.abs(to.lat - from.lat), minStepDegrees),
    from.lng + x * Math.max(Math.abs(to.lng - from.lng), minStepDegrees),
  )
}

const pinPicture = `<svg viewBox="0 0 36 44" width="36" height="44" aria-hidden="true">
  <path d="M18 42C9 31.5 4 24.4 4 17.5a14 14 0 0 1 28 0C32 24.4 27 31.5 18 42z" fill="#a3153f" stroke="#fff" stroke-width="2.5"/>
  <circle cx="18" cy="17.5" r="5.5" fill="#fff"/></svg>`
