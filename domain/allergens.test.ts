import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AllergenDeclaration,
  allergenStates,
  allergens,
  allergenWording,
  containsSummary,
  declaredAllergens,
  isFullyDeclared,
  mayContainSummary,
  readAllergens,
} from './allergens.ts'

const allFree = readAllergens(Object.fromEntries(allergens.map(({ key }) => [key, 'free']))) ?? {}

function wordingOf(declaration: AllergenDeclaration, key: string) {
  const found = declaredAllergens(declaration).find((allergen) => allergen.key === key)
  return found && { state: found.state, wording: allergenWording(found) }
}

describe('the allergen list', () => {
  it('has the fourteen legal allergens, each key once', () => {
    const keys = allergens.flatMap((allergen) => [allergen.key, ...allergen.kinds.map(({ key }) => key)])
    expect(allergens).toHaveLength(14)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('readAllergens', () => {
  it.each([null, undefined, 'milk', 4, [], ['milk'], {}])('reads %j as no declaration', (json) => {
    expect(readAllergens(json)).toBeNull()
  })

  it('keeps known keys and states and drops the rest', () => {
    const json = { milk: 'contains', eggs: 'perhaps', dragonfruit: 'contains', wheat: 'may_contain', fish: null }
    expect(readAllergens(json)).toEqual({ milk: 'contains', wheat: 'may_contain' })
  })

  it('never throws and returns only known states, for any stored JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const states = Object.values(readAllergens(json) ?? {})
        expect(states.every((state) => allergenStates.includes(state))).toBe(true)
      }),
    )
  })
})

describe('declaredAllergens', () => {
  it('lists all fourteen in one order, undeclared ones without a state', () => {
    const listed = declaredAllergens({ milk: 'contains' })
    expect(listed.map(({ key }) => key)).toEqual(allergens.map(({ key }) => key))
    expect(listed.filter(({ state }) => state !== null)).toMatchObject([{ key: 'milk', state: 'contains' }])
  })

  it('names the cereals and nuts, traces last', () => {
    const declaration: AllergenDeclaration = { gluten: 'contains', oats: 'may_contain', wheat: 'contains', rye: 'free' }
    expect(wordingOf(declaration, 'gluten')).toEqual({
      state: 'contains',
      wording: 'Cereals containing gluten (wheat, may contain oats)',
    })
    expect(wordingOf({ nuts: 'may_contain', almond: 'may_contain', brazil: 'may_contain' }, 'nuts')).toEqual({
      state: 'may_contain',
      wording: 'Tree nuts (almond, brazil nut)',
    })
  })

  it('uses the more serious of an allergen and its kinds', () => {
    expect(wordingOf({ gluten: 'free', wheat: 'contains' }, 'gluten')?.state).toBe('contains')
    expect(wordingOf({ nuts: 'may_contain', almond: 'contains' }, 'nuts')?.state).toBe('contains')
    expect(wordingOf({ walnut: 'may_contain' }, 'nuts')?.state).toBe('may_contain')
  })

  it('does not treat all nuts as free when one is', () => {
    expect(wordingOf({ almond: 'free' }, 'nuts')?.state).toBeNull()
  })
})

describe('isFullyDeclared', () => {
  it('is true only when each of the fourteen is declared', () => {
    expect(isFullyDeclared(allFree)).toBe(true)
    expect(isFullyDeclared(null)).toBe(false)
    for (const { key } of allergens) {
      const { [key]: _, ...rest } = allFree
      expect(isFullyDeclared(rest)).toBe(false)
    }
  })
})

describe('containsSummary', () => {
  it('names the cereals and nuts instead of their group', () => {
    expect(
      containsSummary({
        gluten: 'contains',
        wheat: 'contains',
        oats: 'may_contain',
        eggs: 'contains',
        milk: 'contains',
      }),
    ).toBe('Contains wheat, eggs and milk.')
    expect(containsSummary({ nuts: 'contains' })).toBe('Contains tree nuts.')
  })

  it('is not "free from" for a missing or incomplete declaration', () => {
    expect(containsSummary(null)).toBe('Allergens are not declared yet.')
    expect(containsSummary({ milk: 'free' })).toBe('Allergens are not declared yet.')
    expect(containsSummary(allFree)).toBe('Contains none of the 14 allergens.')
  })
})

describe('mayContainSummary', () => {
  it('names the traces, also of one nut beside another that is contained', () => {
    expect(mayContainSummary({ walnut: 'may_contain', almond: 'contains', soya: 'may_contain' })).toBe(
      'May contain walnut and soybeans.',
    )
    expect(mayContainSummary({ nuts: 'may_contain' })).toBe('May contain tree nuts.')
  })

  it('is null without traces', () => {
    expect(mayContainSummary(allFree)).toBeNull()
    expect(mayContainSummary(null)).toBeNull()
  })
})
