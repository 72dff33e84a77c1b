/** The suggestions of the place picker for the typed text. */
import { isPartOfPostcode, readPostcode } from '#domain/postcode'
import { postcodeSearchUnavailable } from './look-up-postcode.ts'
import { findTowns, type Town, townLabel } from './towns.ts'

export type Suggestion = { kind: 'town'; town: Town } | { kind: 'postcode'; postcode: string }

export function suggest(typed: string, hasGeocoder: boolean): readonly Suggestion[] {
  const postcode = readPostcode(typed)
  if (postcode !== null) return hasGeocoder ? [{ kind: 'postcode', postcode }] : []
  return findTowns(typed).map((town) => ({ kind: 'town', town }))
}

export function suggestionText(suggestion: Suggestion): string {
  return suggestion.kind === 'town' ? townLabel(suggestion.town) : suggestion.postcode
}

/** Why there are no suggestions; null if there are some, or if the text is empty. */
export function noSuggestionReason(typed: string, hasGeocoder: boolean): string | null {
  const text = typed.trim()
  if (text === '' || suggest(typed, hasGeocoder).length > 0) return null
  if (readPostcode(text) !== null) return postcodeSearchUnavailable
  if (isPartOfPostcode(text))
    return hasGeocoder ? 'Please enter the full postcode, such as SE1 9SG.' : postcodeSearchUnavailable
  return 'We couldn’t find a town of that name. Please check the spelling, or move the pin on the map.'
}
