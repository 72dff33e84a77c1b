/** Miles between places, and which products count as near. */

export interface Place {
  readonly lat: number
  readonly lon: number
}

const earthRadiusMiles = 3958.8

/** Where a shopper is taken to be until they choose a place. */
export const defaultPlace: Place = { lat: 51.505, lon: -0.09 }
export const defaultRadiusMiles = 10
/** With fewer than this many near, everything is shown instead. */
export const fewestNear = 4

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

/** Great-circle distance (haversine). */
export function milesBetween(from: Place, to: Place): number {
  const latitude = Math.sin(radians(to.lat - from.lat) / 2) ** 2
  const longitude = Math.sin(radians(to.lon - from.lon) / 2) ** 2
  const chord = latitude + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * longitude
  // Rounding can push the chord of opposite points a hair above 1, where asin is NaN.
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(chord)))
}

export interface Nearby<T> {
  readonly items: readonly T[]
  /** Nothing with a known place lay within the radius: tell the shopper why they see everything. */
  readonly noneWithin: boolean
}

/** Keeps what lies within the radius or has no place; with fewer than four left, keeps everything. */
export function nearby<T extends { readonly location: Place | null }>(
  items: readonly T[],
  from: Place,
  radiusMiles: number,
): Nearby<T> {
  const near = items.filter(({ location }) => location === null || milesBetween(from, location) <= radiusMiles)
  return { items: near.length < fewestNear ? items : near, noneWithin: near.length === 0 }
}

export function noneWithinNotice(radiusMiles: number): string {
  return `We're showing you all available products since there are currently no items within ${radiusMiles} miles of your location.`
}
