/** The suggestions of the place picker for the typed text. */
import { isPartOfPostcode, postcodeDistrict, readPostcode } from '#domain/locations/postcode'
import { type District, districtLabel, findDistricts, townsOfArea } from './postcode-districts.ts'
import { findTowns, type Town, townLabel } from './towns.ts'

export type Suggestion =
  | { kind: 'town'; town: Town }
  | { kind: 'district'; district: District }
  | { kind: 'postcode'; postcode: string }

export function suggest(typed: string, hasGeocoder: boolean): readonly Suggestion[] {
  const postcode = readPostcode(typed)
  if (postcode !== null && hasGeocoder) return [{ kind: 'postcode', postcode }]
  const districts = findDistricts(typed)
  if (districts.length > 0) return districts.map((district) => ({ kind: 'district', district }))
  const towns = findTowns(typed)
  return (towns.length > 0 || hasGeocoder ? towns : townsOfArea(typed)).map((town) => ({ kind: 'town', town }))
}

export function suggestionText(suggestion: Suggestion): string {
  if (suggestion.kind === 'district') return districtLabel(suggestion.district)
  return suggestion.kind === 'town' ? townLabel(suggestion.town) : suggestion.postcode
}

/** Why no suggestion is the place that the text names. Null if one is, or if the text is empty. */
export function suggestionProblem(typed: string, hasGeocoder: boolean): string | null {
  const text = typed.trim()
  if (text === '') return null
  const isPostcode = readPostcode(text) !== null || isPartOfPostcode(text)
  if (isPostcode && findDistricts(text).length === 0) {
    if (hasGeocoder) return readPostcode(text) ? null : 'Please enter the full postcode, such as SE1 9SG.'
    return townsOfArea(text).length > 0
      ? `We can’t find ${postcodeDistrict(text)} exactly. Please choose the town nearest to you.`
      : `We couldn’t find ${text.toUpperCase()}. Please check it, or enter your town.`
  }
  if (suggest(typed, hasGeocoder).length > 0) return null
  return 'We couldn’t find a town of that name. Please check the spelling, or move the pin on the map.'
}
