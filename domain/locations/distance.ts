/** Miles between places, and the default place. The database's search decides which products are near. */

export interface Place {
  readonly lat: number
  readonly lon: number
}

const earthRadiusMiles = 3958.8

/** The place of a shopper who has not chosen one. */
export const defaultPlace: Place = { lat: 51.505, lon: -0.09 }
export const defaultRadiusMiles = 10

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

/** Great-circle distance (haversine). */
export function milesBetween(from: Place, to: Place): number {
  const latitude = Math.sin(radians(to.lat - from.lat) / 2) ** 2
  const longitude = Math.sin(radians(to.lon - from.lon) / 2) ** 2
  const chord = latitude + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * longitude
  // Rounding can push the chord of opposite points just above 1, where asin is NaN.
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** A rectangle in degrees that contains every place within some miles: a cheap filter before distances. */
export function boundsAround({ lat, lon }: Place, miles: number) {
  const north = (miles / earthRadiusMiles) * (180 / Math.PI)
  const east = north / Math.cos(radians(lat))
  return { minLat: lat - north, maxLat: lat + north, minLon: lon - east, maxLon: lon + east }
}

/** '1 mile', '2.6 miles', '1,234.5 miles'. */
export function milesText(miles: number): string {
  return miles === 1 ? '1 mile' : `${miles.toLocaleString('en-GB')} miles`
}

export function noneWithinNotice(radiusMiles: number, place = 'your location'): string {
  return `We're showing you all available products since there are currently no items within ${milesText(radiusMiles)} of ${place}.`
}
