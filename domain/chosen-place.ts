/** The place a shopper looks around: its default, its bounds, and how it is written in a cookie that both server and browser read. */
import { defaultPlace, defaultRadiusMiles, type Place } from './distance.ts'

export interface ChosenPlace extends Place {
  /** What people call it, on one line. */
  readonly label: string
  readonly radiusMiles: number
}

export const defaultChosenPlace: ChosenPlace = {
  ...defaultPlace,
  label: 'Southwark, London SE1',
  radiusMiles: defaultRadiusMiles,
}

export const placeCookieName = 'tuckbox-place'
export const placeCookieSeconds = 365 * 24 * 60 * 60

const longestLabel = 60
/** Nothing that our own picker writes comes near this. */
const longestCookieValue = 1_000
const fewestMiles = 1
const mostMiles = 100

/** Whether this is where everybody starts; the radius does not matter. */
export function isDefaultPlace({ lat, lon }: Place): boolean {
  return lat === defaultPlace.lat && lon === defaultPlace.lon
}

/** Two decimals are within about half a mile: near enough to find food, too coarse to say which house. */
export function blurred({ lat, lon }: Place): Place {
  return { lat: Math.round(lat * 100) / 100, lon: Math.round(lon * 100) / 100 }
}

export function clampRadius(miles: number): number {
  return Math.min(Math.max(Math.round(miles), fewestMiles), mostMiles)
}

/** A name as it can be kept: one line, nothing invisible, no more than 60 characters. */
export function placeLabel(name: string): string {
  const line = name
    .replace(/[\p{C}<>]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return [...line].slice(0, longestLabel).join('').trim()
}

/** What follows `tuckbox-place=`. The default's place is kept as precisely as it is known: it is nobody's home. */
export function writePlaceCookie(place: ChosenPlace): string {
  const { lat, lon } = isDefaultPlace(place) ? place : blurred(place)
  const kept = { lat, lon, label: placeLabel(place.label), radiusMiles: clampRadius(place.radiusMiles) }
  return encodeURIComponent(JSON.stringify(kept))
}

/**
 * @param cookies the Cookie header of a request, or `document.cookie`
 * @returns null where no place is kept, or not one that our picker could have written
 */
export function readPlaceCookie(cookies: string): ChosenPlace | null {
  const prefix = `${placeCookieName}=`
  const value = cookies
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length)
  if (value === undefined || value.length > longestCookieValue) return null
  return readPlace(parsed(value))
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(value))
  } catch {
    return null
  }
}

function readPlace(value: unknown): ChosenPlace | null {
  if (!isRecord(value)) return null
  const { lat, lon, label, radiusMiles } = value
  if (!isWithin(lat, 90) || !isWithin(lon, 180)) return null
  if (typeof radiusMiles !== 'number' || !Number.isFinite(radiusMiles)) return null
  if (typeof label !== 'string' || label === '' || placeLabel(label) !== label) return null
  const place = isDefaultPlace({ lat, lon }) ? { lat, lon } : blurred({ lat, lon })
  return { ...place, label, radiusMiles: clampRadius(radiusMiles) }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isWithin(value: unknown, limit: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= limit
}
