/** Finds the approximate coordinates of an address: by postcode, otherwise by town if only one has the name. */
import { milesBetween, type Place } from '#domain/locations/distance'
import { postcodeDistrict } from '#domain/locations/postcode'
import { lookUpPostcode, PostcodeError } from './look-up-postcode.ts'

/** The list of towns, loaded on demand. */
export const loadTowns = () => import('./towns.ts')

/** Towns of the same name within this distance count as one place. */
const nearbyMiles = 10

export interface PostalAddress {
  readonly postalCode: string
  readonly city: string
}

/** Null if the member has to choose a town. */
export async function findAddressPlace(
  { postalCode, city }: PostalAddress,
  hasGeocoder: boolean,
): Promise<Place | null> {
  const place = (hasGeocoder ? await findPostcodePlace(postalCode) : null) ?? (await findDistrictPlace(postalCode))
  if (place) return place
  const { findTowns, fold } = await loadTowns()
  return unambiguousPlace(findTowns(city, 50).filter(({ folded }) => folded === fold(city)))
}

async function findDistrictPlace(postcode: string): Promise<Place | null> {
  const { findDistricts } = await import('./postcode-districts.ts')
  const [district] = findDistricts(postcode)
  return district ? { lat: district.lat, lon: district.lon } : null
}

async function findPostcodePlace(postcode: string): Promise<Place | null> {
  try {
    const { lat, lon } = await lookUpPostcode(postcode)
    return { lat, lon }
  } catch (error) {
    // The postcode is unknown, or the search is unavailable. The town is used instead.
    if (error instanceof PostcodeError) return null
    throw error
  }
}

/** A postcode farther than this from every town of the name does not belong to it. An area reaches up to 100 miles. */
const maxMiles = { district: 25, area: 100 }

/**
 * A question if a postcode cannot belong to its town: 'SE1 is in London, about 169 miles from Leeds.' Null if they fit,
 * or if either is not known.
 */
export async function questionPostcode({ postalCode, city }: PostalAddress): Promise<string | null> {
  const { findDistricts, mainTownOf } = await import('./postcode-districts.ts')
  const [district] = findDistricts(postalCode)
  const expected = district ?? mainTownOf(postalCode)
  if (!expected) return null
  const { findTowns, fold } = await loadTowns()
  const named = findTowns(city, 50).filter(({ folded }) => folded === fold(city))
  const miles = Math.min(...named.map((town) => milesBetween(town, expected)))
  if (named.length === 0 || miles <= (district ? maxMiles.district : maxMiles.area)) return null
  const code = postcodeDistrict(postalCode) ?? postalCode
  const where = 'postTown' in expected ? `in ${expected.postTown}` : `around ${expected.name}`
  return `${code} is ${where}, about ${Math.round(miles)} miles from ${city.trim()}.`
}

/** The town that was chosen from the list or typed in full; null without one. */
export async function findTownPlace(text: string): Promise<Place | null> {
  const { findTowns, fold, townLabel } = await loadTowns()
  const matches = findTowns(text, 50)
  const chosen = matches.filter((town) => fold(townLabel(town)) === fold(text))
  return unambiguousPlace(chosen) ?? unambiguousPlace(matches.filter(({ folded }) => folded === fold(text)))
}

/** The place that a search names, 'leeds' or 'SE1': a postcode district, or the largest town of exactly this name. */
export async function findNamedPlace(text: string): Promise<(Place & { label: string }) | null> {
  const { findDistricts, districtLabel } = await import('./postcode-districts.ts')
  const [district] = findDistricts(text)
  if (district) return { lat: district.lat, lon: district.lon, label: districtLabel(district) }
  const { findTowns, fold, townLabel } = await loadTowns()
  const town = findTowns(text, 50).find(({ folded }) => folded === fold(text))
  return town ? { lat: town.lat, lon: town.lon, label: townLabel(town) } : null
}

/** Null for no town, or for several far apart. A wrong one could send a seller to the other end of the country. */
function unambiguousPlace([first, ...others]: readonly Place[]): Place | null {
  if (!first || others.some((other) => milesBetween(first, other) > nearbyMiles)) return null
  return { lat: first.lat, lon: first.lon }
}
