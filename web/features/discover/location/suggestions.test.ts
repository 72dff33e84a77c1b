import { describe, expect, it } from 'vitest'
import { suggest, suggestionProblem, suggestionText } from './suggestions.ts'

describe('the suggestions of the place picker', () => {
  it('are towns for a name', () => {
    expect(suggest('ely', false).map(suggestionText)).toContain('Ely, Cambridgeshire')
    expect(suggestionProblem('ely', false)).toBeNull()
  })

  it('are the postcode itself if there is a geocoder', () => {
    expect(suggest('se19sg', true)).toEqual([{ kind: 'postcode', postcode: 'SE1 9SG' }])
    expect(suggestionProblem('se19sg', true)).toBeNull()
    expect(suggestionProblem('LS1', true)).toBe('Please enter the full postcode, such as SE1 9SG.')
  })

  it.each(['SE1 9SG', 'se1', 'SE1 9'])('are the district in London for %s without a geocoder', (typed) => {
    expect(suggest(typed, false).map(suggestionText)[0]).toBe('London SE1')
    expect(suggestionProblem(typed, false)).toBeNull()
  })

  it('are the districts that begin with the text', () => {
    expect(suggest('E1', false).map(suggestionText).slice(0, 3)).toEqual(['London E1', 'London E10', 'London E11'])
    expect(suggest('EC1A 1BB', false).map(suggestionText)).toEqual(['London EC1'])
  })

  it.each([
    ['LS8 2AB', 'LS8', 'Leeds'],
    ['ta9', 'TA9', 'Taunton, Somerset'],
  ])('are the towns of the area for %s without a geocoder, of which one has to be chosen', (typed, district, town) => {
    expect(suggest(typed, false).map(suggestionText)[0]).toBe(town)
    expect(suggestionProblem(typed, false)).toBe(
      `We can’t find ${district} exactly. Please choose the town nearest to you.`,
    )
  })

  it('are none for a postcode of no area', () => {
    expect(suggest('ZZ9 9ZZ', false)).toEqual([])
    expect(suggestionProblem('zz9 9zz', false)).toBe('We couldn’t find ZZ9 9ZZ. Please check it, or enter your town.')
  })

  it('have a message for an unknown town, and none for an empty text', () => {
    expect(suggestionProblem('Atlantis', false)).toContain('We couldn’t find a town of that name')
    expect(suggestionProblem('  ', true)).toBeNull()
  })
})
