/** Where an address is, as well as we can tell: by its postcode, else by its town where there is but one of that name. */
import { milesBetween, type Place } from '#domain/distance'
import { lookUpPostcode, PostcodeError } from './look-up-postcode.ts'

const loadTowns = () => import('./towns.ts')

/** Namesakes closer than this are as good as one place. */
const nearbyMiles = 10

export interface PostalAddress {
  readonly postalCode: string
  readonly city: string
}

/** Null where somebody has to be asked. */
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
    // Unknown, or not to be asked just now: the town has to do.
    if (error instanceof PostcodeError) return null
    throw error
  }
}

/** The town somebody chose from `suggestTowns`, or wrote as it is called there; null for none. */
export async function findTownPlace(text: string): Promise<Place | null> {
  const { findTowns, fold, townLabel } = await loadTowns()
  const matches = findTowns(text, 50)
  const chosen = matches.filter((town) => fold(townLabel(town)) === fold(text))
  return unambiguousPlace(chosen) ?? unambiguousPlace(matches.filter(({ folded }) => folded === fold(text)))
}

/** Null for none, and for one of several far apart: a wrong one would send a baker to the other end of the country. */
function unambiguousPlace([first, ...others]: readonly Place[]): Place | null {
  if (!first || others.some((other) => milesBetween(first, other) > nearbyMiles)) return null
  return { lat: first.lat, lon: first.lon }
}

/** What to choose from, for what has been typed. */
export async function suggestTowns(typed: string): Promise<readonly string[]> {
  const { findTowns, townLabel } = await loadTowns()
  return [...new Set(findTowns(typed).map(townLabel))]
}
