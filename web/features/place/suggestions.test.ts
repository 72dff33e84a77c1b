import { describe, expect, it } from 'vitest'
import { noSuggestionReason, suggest, suggestionText } from './suggestions.ts'

describe('the suggestions of the place picker', () => {
  it('are towns for a name', () => {
    expect(suggest('ely', false).map(suggestionText)).toContain('Ely, Cambridgeshire')
    expect(noSuggestionReason('ely', false)).toBeNull()
  })

  it('are the postcode itself if there is a geocoder', () => {
    expect(suggest('se19sg', true)).toEqual([{ kind: 'postcode', postcode: 'SE1 9SG' }])
    expect(noSuggestionReason('se19sg', true)).toBeNull()
    expect(noSuggestionReason('SE1', true)).toBe('Please enter the full postcode, such as SE1 9SG.')
  })

  it.each(['SE1 9SG', 'SE1'])('are none for %s without a geocoder, with a message that asks for a town', (typed) => {
    expect(suggest(typed, false)).toEqual([])
    expect(noSuggestionReason(typed, false)).toBe('Postcode search is not available. Please enter your town instead.')
  })

  it('have a message for an unknown town, and none for an empty text', () => {
    expect(noSuggestionReason('Atlantis', false)).toContain('We couldn’t find a town of that name')
    expect(noSuggestionReason('  ', true)).toBeNull()
  })
})
