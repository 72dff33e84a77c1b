import { describe, expect, it } from 'vitest'
import { noSuggestionReason, suggest, suggestionText } from './suggestions.ts'

describe('what the picker offers', () => {
  it('is towns for a name', () => {
    expect(suggest('ely', false).map(suggestionText)).toContain('Ely, Cambridgeshire')
    expect(noSuggestionReason('ely', false)).toBeNull()
  })

  it('is the postcode itself where somebody can look it up', () => {
    expect(suggest('se19sg', true)).toEqual([{ kind: 'postcode', postcode: 'SE1 9SG' }])
    expect(noSuggestionReason('se19sg', true)).toBeNull()
    expect(noSuggestionReason('SE1', true)).toBe('Please enter the full postcode, such as SE1 9SG.')
  })

  it.each(['SE1 9SG', 'SE1'])('says of %s that only towns are known where nobody can look it up', (typed) => {
    expect(suggest(typed, false)).toEqual([])
    expect(noSuggestionReason(typed, false)).toBe('Postcode search is not available. Please enter your town instead.')
  })

  it('says when there is no such town, and nothing where nothing was typed', () => {
    expect(noSuggestionReason('Atlantis', false)).toContain('We couldn’t find a town of that name')
    expect(noSuggestionReason('  ', true)).toBeNull()
  })
})
