/** A Leaflet map of markers around a place. Markers that would overlap are grouped. */
import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import './place-map.css'
import { blurred, type ChosenPlace, clampRadius } from '#domain/locations/chosen-place'
import type { Place } from '#domain/locations/distance'
import { clusterMarkers } from './cluster-markers.ts'
import { drawCountry } from './country-map.ts'
import { nearestTown, townLabel } from './towns.ts'

export interface MapMarker extends Place {
  readonly id: string
  /** What stands on the marker: '£12'. */
  readonly text: string
  /** The accessible name, which begins with the text. */
  readonly label: string
  readonly isMuted: boolean
}

export interface MarkerMapOptions {
  /** The URL template of map tiles. Without it the country is drawn. */
  readonly tilesUrl: string | undefined
  /** What the markers are: 'shops'. */
  readonly noun: string
  /** Called with the marker, or with all at one place. With none for a press beside them. */
  readonly onPress: (ids: readonly string[]) => void
  /** Called with the markers below the pointer or with the focus. */
  readonly onPoint: (ids: readonly string[]) => void
  /** Called with the visible area once it differs from the shown one, and with null when it is shown again. */
  readonly onMove: (area: ChosenPlace | null) => void
}

export interface MarkerMap {
  /** Shows a circle. @param alsoVisible places that the first view includes */
  showArea(place: ChosenPlace, alsoVisible: readonly Place[]): void
  setMarkers(markers: readonly MapMarker[]): void
  /** Marks a marker as the current one. */
  highlight(id: string | null): void
  /** Moves the map so that a marker is visible above its card. */
  reveal(id: string): void
  focus(id: string): void
  zoomIn(): void
  zoomOut(): void
  remove(): void
}

const metresPerMile = 1_609.344
/** Above every other marker, whose offset is its position on the screen. */
const frontOffset = 10_000
/** A marker's width, so that two never overlap. */
const clusterPixels = 58
const markerHalf: L.PointTuple = [clusterPixels / 2, 20]
const padding: L.PointTuple = [36, 36]
/** What remains around the markers of a group when the map moves to them. */
const groupPadding = L.point(90, 90)
const maxBounds = L.latLngBounds([47.5, -14.5], [62, 7])

export function createMarkerMap(container: HTMLElement, options: MarkerMapOptions): MarkerMap {
  const { tilesUrl, noun, onPress, onPoint, onMove } = options
  const animate = !window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = L.map(container, {
    zoomControl: false,
    attributionControl: false,
    maxBounds: maxBounds,
    maxBoundsViscosity: 1,
    minZoom: 5,
    // Shops are placed to about half a mile, so a closer view would show nothing more.
    maxZoom: tilesUrl ? 15 : 13,
    zoomSnap: 0.5,
    inertia: animate,
    zoomAnimation: animate,
    fadeAnimation: animate,
    markerZoomAnimation: animate,
  })
  const circle = L.circle([0, 0], { radius: 0, interactive: false, className: 'place-circle' })
  const centre = L.circleMarker([0, 0], { radius: 6, interactive: false, className: 'place-centre' })
  const layer = L.layerGroup()
  let shown: ChosenPlace | null = null
  let shownView = { centre: L.latLng(0, 0), zoom: 0 }
  let markers: readonly MapMarker[] = []
  let buttons = new Map<HTMLButtonElement, L.Marker>()
  let highlighted: string | null = null
  let isDragging = false
  let drawTowns = () => {}

  const buttonOf = (id: string) => [...buttons.keys()].find((button) => idsOf(button).includes(id))
  const drawHighlight = () => {
    for (const [button, marker] of buttons) {
      const isCurrent = highlighted !== null && idsOf(button).includes(highlighted)
      button.classList.toggle('map-marker-current', isCurrent)
      marker.setZIndexOffset(isCurrent ? frontOffset : 0)
    }
  }
  const coveredBounds = () =>
    [...buttons.values()].map((marker) => {
      const at = map.latLngToContainerPoint(marker.getLatLng())
      return L.bounds(at.subtract(markerHalf), at.add(markerHalf))
    })
  const draw = () => {
    const zoom = map.getZoom()
    const focused = [...buttons.keys()].find((button) => button === document.activeElement)
    const groups = clusterMarkers(markers, ({ lat, lon }) => map.project([lat, lon], zoom), clusterPixels)
    layer.clearLayers()
    buttons = new Map()
    for (const group of groups) {
      const button = markerButton(group, noun)
      button.addEventListener('click', (event) => {
        // Otherwise the map would take it as a press beside the markers.
        event.stopPropagation()
        if (!isDragging) press(group)
      })
      for (const name of ['pointerenter', 'focus']) button.addEventListener(name, () => onPoint(idsOf(button)))
      for (const name of ['pointerleave', 'blur']) button.addEventListener(name, () => onPoint([]))
      const [first = { lat: 0, lon: 0 }] = group
      const marker = L.marker([first.lat, first.lon], {
        interactive: false,
        keyboard: false,
        icon: L.divIcon({ className: 'map-marker-place', html: button, iconSize: [0, 0] }),
      })
      buttons.set(button, marker.addTo(layer))
    }
    drawTowns()
    drawHighlight()
    // The button that had the focus is replaced.
    const [id] = focused ? idsOf(focused) : []
    if (id !== undefined) buttonOf(id)?.focus({ preventScroll: true })
  }
  const press = (group: readonly MapMarker[]) => {
    const bounds = L.latLngBounds(group.map(({ lat, lon }) => [lat, lon]))
    const canSplit = !bounds.getNorthEast().equals(bounds.getSouthWest()) && map.getZoom() < map.getMaxZoom()
    if (!canSplit) return onPress(group.map(({ id }) => id))
    const zoom = Math.max(map.getZoom() + 1, map.getBoundsZoom(bounds, false, groupPadding))
    map.setView(bounds.getCenter(), Math.min(zoom, map.getMaxZoom()), { animate })
  }
  const reportMove = () => {
    if (!shown) return
    const isElsewhere =
      map.getZoom() !== shownView.zoom ||
      map.latLngToContainerPoint(shownView.centre).distanceTo(map.getSize().divideBy(2)) > map.getSize().x / 6
    onMove(isElsewhere ? visibleArea(map) : null)
  }

  return {
    showArea(place, alsoVisible) {
      const isFirst = shown === null
      shown = place
      circle.setLatLng([place.lat, place.lon]).setRadius(place.radiusMiles * metresPerMile)
      centre.setLatLng([place.lat, place.lon])
      const area = L.latLng(place.lat, place.lon).toBounds(place.radiusMiles * metresPerMile * 2)
      for (const { lat, lon } of alsoVisible) area.extend([lat, lon])
      map.fitBounds(area, { padding: alsoVisible.length > 0 ? padding : [8, 8], animate: false })
      shownView = { centre: map.getCenter(), zoom: map.getZoom() }
      onMove(null)
      if (!isFirst) return
      if (tilesUrl) L.tileLayer(tilesUrl, { maxZoom: 19 }).addTo(map)
      else drawTowns = drawCountry(map, { others: coveredBounds })
      circle.addTo(map)
      centre.addTo(map)
      layer.addTo(map)
      map.on('zoomend', draw)
      map.on('moveend', reportMove)
      map.on('dragstart', () => {
        isDragging = true
      })
      // After the click that ends a drag.
      map.on('dragend', () =>
        setTimeout(() => {
          isDragging = false
        }),
      )
      map.on('click', () => onPress([]))
    },
    setMarkers(next) {
      markers = next
      if (shown) draw()
    },
    highlight(id) {
      highlighted = id
      drawHighlight()
    },
    reveal(id) {
      const marker = markers.find((one) => one.id === id)
      if (!marker) return
      const { x, y } = map.getSize()
      // The card lies above the lower part.
      const options = { paddingTopLeft: L.point(padding), paddingBottomRight: L.point(x / 8, y * 0.6), animate }
      map.panInside([marker.lat, marker.lon], options)
    },
    focus: (id) => buttonOf(id)?.focus({ preventScroll: true }),
    zoomIn: () => void map.zoomIn(1),
    zoomOut: () => void map.zoomOut(1),
    remove() {
      // Otherwise an unfinished zoom would end after the map was removed, and call its listeners.
      map.off()
      map.remove()
    },
  }
}

function idsOf(button: HTMLElement): string[] {
  return (button.dataset.ids ?? '').split(' ')
}

function markerButton(group: readonly MapMarker[], noun: string): HTMLButtonElement {
  const [first] = group
  const button = document.createElement('button')
  button.type = 'button'
  button.dataset.ids = group.map(({ id }) => id).join(' ')
  const isMuted = group.every((marker) => marker.isMuted)
  button.className = ['map-marker', group.length > 1 && 'map-cluster', isMuted && 'map-marker-muted']
    .filter(Boolean)
    .join(' ')
  button.textContent = group.length > 1 ? String(group.length) : (first?.text ?? '')
  button.setAttribute('aria-label', group.length > 1 ? `${group.length} ${noun} close together` : (first?.label ?? ''))
  return button
}

/** The circle that fits into the view, named after the nearest town. */
function visibleArea(map: L.Map): ChosenPlace {
  const { lat, lng } = map.getCenter()
  const bounds = map.getBounds()
  const width = map.distance([lat, bounds.getWest()], [lat, bounds.getEast()])
  const height = map.distance([bounds.getSouth(), lng], [bounds.getNorth(), lng])
  const place = blurred({ lat, lon: lng })
  return {
    ...place,
    label: townLabel(nearestTown(place)),
    radiusMiles: clampRadius(Math.min(width, height) / 2 / metresPerMile),
  }
}
