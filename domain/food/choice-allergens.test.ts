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

  it('loses what the choice takes away, unless another choice adds it', () => {
    const latte = { ...free, milk: 'contains', gluten: 'contains', wheat: 'contains', oats: 'contains' }
    expect(withChoices(latte, [{ milk: 'removed' }])).toEqual({ ...latte, milk: 'free' })
    expect(withChoices(latte, [{ milk: 'removed' }, { milk: 'may_contain' }])).toEqual(latte)
    expect(withChoices(latte, [{ wheat: 'removed' }])).toEqual({
      ...free,
      milk: 'contains',
      gluten: 'contains',
      oats: 'contains',
    })
    expect(withChoices(latte, [{ gluten: 'removed' }])).toEqual({ ...free, milk: 'contains' })
    expect(withChoices({ milk: 'contains' }, [{ eggs: 'removed' }])).toEqual({ milk: 'contains' })
  })

  it('changes nothing by an answer that the choice does not have what it mentions', () => {
    expect(withChoices({ ...free, nuts: 'contains', walnut: 'contains' }, [{ nuts: 'free', walnut: 'free' }])).toEqual({
      ...free,
      nuts: 'contains',
      walnut: 'contains',
    })
    expect(withChoice({}, { nuts: 'free' })).toEqual({})
  })

  it('has what every buyer gets before the choice is made', () => {
    const [hazelnut, almond] = [
      { nuts: 'contains', hazelnut: 'contains' },
      { nuts: 'contains', almond: 'contains' },
    ]
    const sentences = (chosen: object[], open: object[][]) => allergenSentences(withRequired(free, chosen, open))
    expect(sentences([], [[hazelnut]])).toEqual(['Contains hazelnut.'])
    expect(sentences([], [[hazelnut, almond]])).toEqual(['Contains tree nuts.'])
    expect(sentences([], [[hazelnut, {}]])).toEqual(['May contain hazelnut.'])
    expect(sentences([hazelnut], [])).toEqual(['Contains hazelnut.'])
    expect(sentences([{ milk: 'may_contain' }], [[{ milk: 'contains' }]])).toEqual(['Contains milk.'])
    expect(withRequired(null, [hazelnut], [[almond]])).toBeNull()
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
