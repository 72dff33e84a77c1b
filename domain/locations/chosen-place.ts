/** A shopper's chosen place: its default, its bounds, and the cookie that server and browser read. */

import { isRecord } from '../values/is-record.ts'
import { defaultPlace, defaultRadiusMiles, type Place } from './distance.ts'

export interface ChosenPlace extends Place {
  /** Its label, on one line. */
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
/** The place picker never writes a longer value. */
const longestCookieValue = 1_000
const minMiles = 1
const maxMiles = 100

/** Whether this is the default place; the radius does not matter. */
export function isDefaultPlace({ lat, lon }: Place): boolean {
  return lat === defaultPlace.lat && lon === defaultPlace.lon
}

/** Two decimals are about half a mile: enough to find food, too coarse to identify a house. */
export function blurred({ lat, lon }: Place): Place {
  return { lat: Math.round(lat * 100) / 100, lon: Math.round(lon * 100) / 100 }
}

export function clampRadius(miles: number): number {
  return Math.min(Math.max(Math.round(miles), minMiles), maxMiles)
}

/** A label safe to store: one line, no invisible characters, at most 60 characters. */
export function placeLabel(name: string): string {
  const line = name
    .replace(/[\p{C}<>]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return [...line].slice(0, longestLabel).join('').trim()
}

/** 'SE1' of 'Southwark, London SE1', 'Ely' of 'Ely, Cambridgeshire'. */
export function shortPlaceLabel(label: string): string {
  return label.replace(/^.* (?=\w*\d\w*$)|,.*/, '')
}

/** The value after `tuckbox-place=`. The default place is not rounded, because it is nobody's home. */
export function writePlaceCookie(place: ChosenPlace): string {
  const { lat, lon } = isDefaultPlace(place) ? place : blurred(place)
  const stored = { lat, lon, label: placeLabel(place.label), radiusMiles: clampRadius(place.radiusMiles) }
  return encodeURIComponent(JSON.stringify(stored))
}

/**
 * @param cookies the Cookie header of a request, or `document.cookie`
 * @returns null without a place, or with one that the picker could not have written
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

function isWithin(value: unknown, limit: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= limit
}
