/** The bundled towns of Great Britain and Northern Ireland, searchable by name and by coordinates. */
import type { Place } from '#domain/locations/distance'
import { milesBetween } from '#domain/locations/distance'
import packed from './gb-places.generated.json'

export interface Town extends Place {
  readonly name: string
  /** County, council or 'London'; equal to the name for towns that are a council area of their own. */
  readonly area: string
  readonly country: string
  /** The population on a scale from 0 (unknown) to 36. Each step is a third more. */
  readonly size: number
  /** The name in the form used for comparisons. */
  readonly folded: string
}

/** The largest first. */
export const towns: readonly Town[] = packed
  .flatMap(([area, country, south, west, names, measures]) =>
    unpack(String(area), String(country), Number(south), Number(west), String(names).split(','), String(measures)),
  )
  .sort((one, other) => other.size - one.size || compare(one.name, other.name))

function unpack(area: string, country: string, south: number, west: number, names: string[], measures: string): Town[] {
  return names.map((name, index) => {
    const digits = (from: number, to: number) => Number.parseInt(measures.slice(index * 5 + from, index * 5 + to), 36)
    const [lat, lon] = [(south + digits(0, 2)) / 100, (west + digits(2, 4)) / 100]
    return { name, area, country, lat, lon, size: digits(4, 5), folded: fold(name) }
  })
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** Ignores accents, case, apostrophes, hyphens and the spelling of 'Saint'. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’‘.]/gu, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N},]+/gu, ' ')
    .replace(/\bsaint\b/g, 'st')
    .trim()
}

/** The region of a town, which distinguishes towns of the same name. */
export function townRegion({ name, area, country }: Town): string {
  return area === name ? country : area
}

/** 'Ely, Cambridgeshire', but 'Bath' alone, because its area already contains the name. */
export function townLabel({ name, area }: Town): string {
  return ` ${area} `.includes(` ${name} `) ? name : `${name}, ${area}`
}

/** Other names in use. */
const aliases: Readonly<Record<string, string>> = { londonderry: 'derry' }

/**
 * Finds towns with a word that begins with the text. Larger towns and whole words come first. Text after a comma must
 * begin the area or the country: 'Newport, Telf'.
 */
export function findTowns(typed: string, limit = 8): readonly Town[] {
  const [first = '', ...rest] = fold(typed.slice(0, 100))
    .split(',')
    .map((part) => part.trim())
  const query = aliases[first] ?? first
  if (query === '') return []
  const area = rest.filter(Boolean).join(' ')
  const matches = towns
    .map((town) => ({ town, score: nameScore(town.folded, query) }))
    .filter(({ town, score }) => score > 0 && isIn(town, area))
    .map(({ town, score }) => ({ town, score: score + town.size }))
  return matches
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ town }) => town)
}

/**
 * 0 for no match. The score is on the scale of sizes: a match in a later word costs 12 steps, about a thirtieth of
 * the population.
 */
function nameScore(name: string, query: string): number {
  const index = ` ${name}`.indexOf(` ${query}`)
  if (index < 0) return 0
  const isWhole = index + query.length === name.length || name[index + query.length] === ' '
  return 1 + (index === 0 ? 12 : 0) + (isWhole ? 8 : 0)
}

function isIn({ area, country }: Town, query: string): boolean {
  return query === '' || [area, country].some((name) => ` ${fold(name)}`.includes(` ${query}`))
}

export function nearestTown(place: Place): Town {
  const [first, ...others] = towns
  if (!first) throw new Error('The list of towns is empty')
  let nearest = first
  let fewest = milesBetween(place, first)
  for (const town of others) {
    // A degree of latitude is 69 miles, so most towns need no trigonometry.
    if (Math.abs(town.lat - place.lat) * 69 > fewest) continue
    const miles = milesBetween(place, town)
    if (miles < fewest) [nearest, fewest] = [town, miles]
  }
  return nearest
}
