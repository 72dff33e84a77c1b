/** Draws the country without map tiles: its coast, its towns as dots, and the names of the larger towns. */
import L from 'leaflet'
import packedCoast from './gb-coast.generated.json'
import { type Town, towns } from './towns.ts'

/** The polygons of the coast. `isOurs` marks the United Kingdom, as opposed to its neighbours. */
const coast = packedCoast.map(([isOurs, steps]) => ({ isOurs: isOurs === 1, ring: unpack(String(steps)) }))

function unpack(steps: string): L.LatLngTuple[] {
  const numbers = steps.split(',').map(Number)
  const ring: L.LatLngTuple[] = []
  let [lat, lon] = [0, 0]
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    lat += numbers[index] ?? 0
    lon += numbers[index + 1] ?? 0
    ring.push([lat / 100, lon / 100])
  }
  return ring
}

const styles = {
  ours: { fillColor: '#fffcf6', color: '#cdb894' },
  neighbours: { fillColor: '#f4e9d7', color: '#e0cfb2' },
}
/** The number of dots per zoom level: more dots at a closer zoom. */
const dotsPerZoom = 40
const farthestZoom = 3
const maxNames = 45

export interface Coverings {
  /** The map's pin. */
  readonly pin?: L.Marker
  /** What else covers the map, in pixels of its container. */
  readonly others?: () => readonly L.Bounds[]
}

/** No name of a town lies below a covering. @returns a function that draws the towns again, when those have changed */
export function drawCountry(map: L.Map, coverings: Coverings = {}): () => void {
  addPane(map, 'land', 210)
  const land = L.svg({ pane: 'land', padding: 0.4 })
  for (const { isOurs, ring } of coast) {
    const style = isOurs ? styles.ours : styles.neighbours
    L.polygon(ring, { ...style, weight: 1, fillOpacity: 1, interactive: false, renderer: land, smoothFactor: 1 }).addTo(
      map,
    )
  }
  return drawTowns(map, coverings)
}

/** The pane ignores the pointer, so that the map receives its events. */
function addPane(map: L.Map, name: string, depth: number): void {
  const element = map.createPane(name)
  element.style.zIndex = String(depth)
  element.style.pointerEvents = 'none'
  element.setAttribute('aria-hidden', 'true')
}

function drawTowns(map: L.Map, { pin, others }: Coverings): () => void {
  addPane(map, 'dots', 220)
  addPane(map, 'names', 450)
  const renderer = L.svg({ pane: 'dots', padding: 0.2 })
  const layer = L.layerGroup().addTo(map)

  const draw = () => {
    layer.clearLayers()
    const bounds = map.getBounds().pad(0.05)
    const visible = towns
      .filter(({ lat, lon }) => bounds.contains([lat, lon]))
      .slice(0, Math.round(dotsPerZoom * (map.getZoom() - farthestZoom)))
    for (const { lat, lon, size } of visible) {
      L.circleMarker([lat, lon], {
        renderer,
        interactive: false,
        radius: 1 + size / 11,
        stroke: false,
        fillColor: '#6b5346',
        fillOpacity: 0.75,
      }).addTo(layer)
    }
    for (const town of fittingTowns(map, visible, pin?.getLatLng(), others?.() ?? [])) townMarker(town).addTo(layer)
  }
  map.on('moveend', draw)
  let isDragged = false
  pin?.on('dragstart', () => {
    isDragged = true
  })
  pin?.on('dragend', () => {
    isDragged = false
  })
  // Not during a drag. At its end the pin moves once more, to the rounded place.
  pin?.on('move', () => {
    if (!isDragged) draw()
  })
  map.whenReady(draw)
  return draw
}

/** The largest towns whose names fit into the view and overlap no other name, no covering and no zoom button. */
function fittingTowns(
  map: L.Map,
  candidates: readonly Town[],
  pinAt: L.LatLng | undefined,
  others: readonly L.Bounds[],
): Town[] {
  const viewport = L.bounds([0, 0], map.getSize())
  const occupied: L.Bounds[] = [...others]
  if (pinAt) {
    const [corner, foot] = [map.getSize(), map.latLngToContainerPoint(pinAt)]
    occupied.push(L.bounds([corner.x - 62, 0], [corner.x, 104]), L.bounds(foot.subtract([20, 44]), foot.add([20, 2])))
  }
  const named: Town[] = []
  for (const town of candidates) {
    const dot = map.latLngToContainerPoint([town.lat, town.lon])
    const box = L.bounds(dot.subtract([6, 11]), dot.add([14 + town.name.length * 7, 11]))
    if (!viewport.contains(box) || occupied.some((other) => other.intersects(box))) continue
    occupied.push(box)
    named.push(town)
    if (named.length === maxNames) break
  }
  return named
}

function townMarker({ name, lat, lon, size }: Town): L.Marker {
  const text = document.createElement('span')
  text.textContent = name
  return L.marker([lat, lon], {
    pane: 'names',
    interactive: false,
    keyboard: false,
    icon: L.divIcon({
      className: size >= 20 ? 'town-name town-name-large' : 'town-name',
      html: text,
      iconSize: [0, 0],
    }),
  })
}
