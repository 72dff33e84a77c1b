/** Finds the approximate coordinates of an address: by postcode, otherwise by town if only one has the name. */
import { milesBetween, type Place } from '#domain/distance'
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
  const place = hasGeocoder ? await findPostcodePlace(postalCode) : null
  if (place) return place
  const { findTowns, fold } = await loadTowns()
  return unambiguousPlace(findTowns(city, 50).filter(({ folded }) => folded === fold(city)))
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

/** The town that was chosen from the list or typed in full; null without one. */
export async function findTownPlace(text: string): Promise<Place | null> {
  const { findTowns, fold, townLabel } = await loadTowns()
  const matches = findTowns(text, 50)
  const chosen = matches.filter((town) => fold(townLabel(town)) === fold(text))
  return unambiguousPlace(chosen) ?? unambiguousPlace(matches.filter(({ folded }) => folded === fold(text)))
}

/** Null for no town, or for several far apart. A wrong one could send a seller to the other end of the country. */
function unambiguousPlace([first, ...others]: readonly Place[]): Place | null {
  if (!first || others.some((other) => milesBetween(first, other) > nearbyMiles)) return null
  return { lat: first.lat, lon: first.lon }
}
