import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeSentences } from './allergen-changes.ts'
import { type AllergenDeclaration, allergenSentences, allergens } from './allergens.ts'
import { anyDeclaration } from './random-declarations.ts'

const free: AllergenDeclaration = Object.fromEntries(allergens.map(({ key }) => [key, 'free']))
const changed = (before: AllergenDeclaration | null, after: AllergenDeclaration | null) =>
  changeSentences('It', before, after)

describe('a change of a declaration', () => {
  it('names what is new, what may be present and what is no longer listed', () => {
    expect(
      changed(
        { ...free, milk: 'contains', eggs: 'contains' },
        { ...free, eggs: 'may_contain', nuts: 'contains', walnut: 'contains', almond: 'may_contain' },
      ),
    ).toEqual(['It now contains walnut.', 'It may now contain eggs and almond.', 'It no longer lists milk.'])
  })

  it('is empty for another way to state the same', () => {
    expect(
      changed({ ...free, nuts: 'contains', walnut: 'contains' }, { ...free, nuts: undefined, walnut: 'contains' }),
    ).toEqual([])
    expect(changed({ ...free, almond: 'free' }, free)).toEqual([])
  })

  it('never says that a named nut is gone while nuts in general may be present', () => {
    expect(changed({ ...free, walnut: 'may_contain' }, { ...free, nuts: 'may_contain' })).toEqual([
      'It may now contain tree nuts.',
    ])
    expect(changed({ ...free, nuts: 'may_contain' }, { ...free, walnut: 'may_contain' })).toEqual([
      'It may now contain walnut.',
    ])
    expect(changed({ ...free, nuts: 'may_contain', walnut: 'contains' }, { ...free, walnut: 'contains' })).toEqual([
      'It no longer lists other tree nuts.',
    ])
  })

  it('says what is no longer declared, which is not the same as free', () => {
    expect(changed({ ...free, milk: 'contains' }, { ...free, milk: undefined })).toEqual([
      'It no longer declares milk.',
    ])
    expect(changed({ milk: 'free' }, null)).toEqual(['It no longer declares milk.'])
    expect(changed(null, { milk: 'free' })).toEqual(['It is now declared free from milk.'])
  })

  it('is never silent when the sentences of a declaration change', () => {
    fc.assert(
      fc.property(anyDeclaration, anyDeclaration, (before, after) => {
        const isSame = allergenSentences(before).join() === allergenSentences(after).join()
        if (!isSame) expect(changed(before, after)).not.toEqual([])
        expect(changed(before, before)).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })
})
