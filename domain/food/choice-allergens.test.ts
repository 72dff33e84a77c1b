import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AllergenDeclaration, allergenSentences, allergens, parentOf, stateOf } from './allergens.ts'
import { withChoice, withChoices, withRequired } from './choice-allergens.ts'
import { isFreeOf } from './fit.ts'
import { anyDeclaration } from './random-declarations.ts'

const free: AllergenDeclaration = Object.fromEntries(allergens.map(({ key }) => [key, 'free']))
const anyAddition = anyDeclaration.map(
  (any): AllergenDeclaration => Object.fromEntries(Object.entries(any).filter(([, state]) => state !== 'free')),
)

describe('a declaration with a choice', () => {
  it('contains what the choice contains, and its group', () => {
    expect(withChoice(free, { walnut: 'contains' })).toEqual({ ...free, nuts: 'contains', walnut: 'contains' })
    expect(withChoice({ ...free, milk: 'contains' }, { milk: 'may_contain' })).toMatchObject({ milk: 'contains' })
  })

  it('still says that it may contain other nuts', () => {
    const traces = withChoice({ ...free, nuts: 'may_contain' }, { walnut: 'contains' })
    expect(allergenSentences(traces)).toEqual(['Contains walnut.', 'May contain tree nuts.'])
  })

  it('stays undeclared, whatever the choice states', () => {
    expect(withChoices(null, [{ milk: 'contains' }])).toBeNull()
  })

  it('names the nut once it is chosen, and until then that every choice adds one', () => {
    const hazelnut = { nuts: 'contains', hazelnut: 'contains' }
    const sentences = (declared: object, chosen: object[], required: object) =>
      allergenSentences(withRequired(declared, chosen, required))
    expect(sentences(free, [], { nuts: 'contains' })).toEqual(['Contains tree nuts.'])
    expect(sentences(free, [hazelnut], { nuts: 'contains' })).toEqual(['Contains hazelnut.'])
    expect(sentences(free, [hazelnut], { nuts: 'contains', almond: 'contains' })).toEqual([
      'Contains almond and hazelnut.',
    ])
    // The walnut of the product is not the nut that a choice adds.
    expect(sentences({ ...free, walnut: 'contains', nuts: 'contains' }, [], { nuts: 'contains' })).toEqual(
      allergenSentences(withChoices({ ...free, walnut: 'contains', nuts: 'contains' }, [{ nuts: 'contains' }])),
    )
    expect(sentences(free, [{ milk: 'may_contain' }], { milk: 'contains' })).toEqual(['Contains milk.'])
    expect(withRequired(null, [hazelnut], { nuts: 'contains' })).toBeNull()
  })

  it('never loses an allergen, and is free from nothing that either has', () => {
    fc.assert(
      fc.property(anyDeclaration, anyAddition, (declared, added) => {
        const both = withChoice(declared, added) ?? {}
        for (const { key, kinds } of allergens) {
          for (const source of [declared, added]) {
            const state = stateOf(source, key)
            if (state === 'contains') expect(stateOf(both, key)).toBe('contains')
            if (state === 'may_contain') expect(stateOf(both, key)).not.toBe('free')
            for (const one of [key, ...kinds.map((kind) => kind.key)])
              if (added[one] !== undefined) expect(isFreeOf(both, one), `${one} of ${parentOf(one)}`).toBe(false)
          }
        }
      }),
    )
  })
})
