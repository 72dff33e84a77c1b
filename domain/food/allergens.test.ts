import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AllergenDeclaration,
  type AllergenGroups,
  allergenGroups,
  allergenSentences,
  allergenStates,
  allergens,
  groupWording,
  missingDeclarations,
  readAllergens,
  stateOf,
} from './allergens.ts'
import { labelWording } from './food-label.ts'
import { anyDeclaration, presentIn } from './random-declarations.ts'

const allFree = readAllergens(Object.fromEntries(allergens.map(({ key }) => [key, 'free']))) ?? {}

const wordings = (declaration: AllergenDeclaration, group: keyof AllergenGroups) =>
  allergenGroups(declaration)[group].map(groupWording)

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

describe('allergenGroups', () => {
  it('keeps the legal order, and lists what is undeclared', () => {
    const { contains, undeclared } = allergenGroups({ milk: 'contains' })
    expect(contains.map(({ key }) => key)).toEqual(['milk'])
    expect(undeclared.map(({ key }) => key)).toEqual(allergens.map(({ key }) => key).filter((key) => key !== 'milk'))
  })

  it('puts an allergen in two groups if it contains one kind and may contain another', () => {
    const declaration: AllergenDeclaration = { nuts: 'contains', almond: 'may_contain', walnut: 'contains' }
    expect(wordings(declaration, 'contains')).toEqual(['Tree nuts (walnut)'])
    expect(wordings(declaration, 'may_contain')).toEqual(['Tree nuts (almond)'])
    expect(wordings({ nuts: 'may_contain', walnut: 'contains' }, 'may_contain')).toEqual(['Tree nuts'])
  })

  it('names the cereals and nuts of each state', () => {
    const declaration: AllergenDeclaration = { gluten: 'contains', oats: 'contains', wheat: 'contains', rye: 'free' }
    expect(wordings(declaration, 'contains')).toEqual(['Cereals containing gluten (wheat, oats)'])
    expect(wordings({ almond: 'may_contain', brazil: 'may_contain' }, 'may_contain')).toEqual([
      'Tree nuts (almond, brazil nut)',
    ])
  })
})

describe('stateOf', () => {
  it('uses the more serious of an allergen and its kinds', () => {
    expect(stateOf({ gluten: 'free', wheat: 'contains' }, 'gluten')).toBe('contains')
    expect(stateOf({ nuts: 'may_contain', almond: 'contains' }, 'nuts')).toBe('contains')
    expect(stateOf({ walnut: 'may_contain' }, 'nuts')).toBe('may_contain')
  })

  it('does not treat all nuts as free when one is', () => {
    expect(stateOf({ almond: 'free' }, 'nuts')).toBeNull()
  })
})

describe('missingDeclarations', () => {
  it('asks for the contained cereals and nuts, even if possible ones are named', () => {
    expect(missingDeclarations(allFree)).toEqual([])
    expect(missingDeclarations({ ...allFree, gluten: 'contains', wheat: 'contains', oats: 'may_contain' })).toEqual([])
    expect(missingDeclarations({ ...allFree, gluten: 'contains', oats: 'may_contain', nuts: 'may_contain' })).toEqual([
      'Which cereals contain gluten',
      'Which tree nuts',
    ])
    expect(missingDeclarations(null)).toHaveLength(14)
  })
})

describe('allergenSentences', () => {
  it('name the cereals and nuts instead of their group', () => {
    expect(
      allergenSentences({ ...allFree, gluten: 'contains', wheat: 'contains', oats: 'may_contain', eggs: 'contains' }),
    ).toEqual(['Contains wheat and eggs.', 'May contain oats.'])
    expect(allergenSentences({ ...allFree, nuts: 'contains' })).toEqual(['Contains tree nuts.'])
  })

  it('name the traces, also of one nut beside another that is contained', () => {
    expect(allergenSentences({ ...allFree, walnut: 'may_contain', almond: 'contains', soya: 'may_contain' })).toEqual([
      'Contains almond.',
      'May contain walnut and soybeans.',
    ])
    expect(allergenSentences({ ...allFree, nuts: 'may_contain' })).toEqual(['May contain tree nuts.'])
  })

  it('say what is missing in an incomplete declaration, and "none" only for a complete one', () => {
    expect(allergenSentences(null)).toEqual(['Allergens are not declared yet.'])
    expect(allergenSentences({ milk: 'free' })).toEqual(['Allergens are not declared yet.'])
    expect(allergenSentences({ milk: 'contains' })).toEqual([
      'Contains milk.',
      'Not all 14 allergens are declared yet.',
    ])
    expect(allergenSentences(allFree)).toEqual(['Contains none of the 14 allergens.'])
  })
})

describe('any declaration', () => {
  it('never has a present allergen among the free ones, nor leaves one out', () => {
    fc.assert(
      fc.property(anyDeclaration, (declaration) => {
        const { contains, may_contain, free, undeclared } = allergenGroups(declaration)
        const present = new Set([...contains, ...may_contain].map(({ key }) => key))
        expect([...present].sort()).toEqual(
          presentIn(declaration)
            .map(({ key }) => key)
            .sort(),
        )
        expect([...free, ...undeclared].filter(({ key }) => present.has(key))).toEqual([])
        expect(present.size + free.length + undeclared.length).toBe(14)
      }),
      { numRuns: 2000 },
    )
  })

  it('has a panel, sentences and a label that name the same kinds, and none says "none" beside an allergen', () => {
    fc.assert(
      fc.property(anyDeclaration, (declaration) => {
        const sentences = allergenSentences(declaration).join(' ')
        const label = labelWording({ ingredients: null, allergens: declaration })
        const names = (group: 'contains' | 'may_contain') =>
          allergenGroups(declaration)[group].flatMap(({ kinds, label: all }) =>
            kinds.length > 0 ? kinds : [all.toLowerCase()],
          )
        for (const { key, kinds } of presentIn(declaration)) {
          for (const { key: kind, label: name } of kinds) {
            const state = declaration[kind]
            if (state !== 'contains' && state !== 'may_contain') continue
            expect(names(state), key).toContain(name.toLowerCase())
            expect(state === 'contains' ? label.contains : label.mayContain).toContain(name.toLowerCase())
            expect(sentences).toContain(name.toLowerCase())
          }
        }
        expect(label.contains ?? '').toBe(names('contains').join(', '))
        expect(label.mayContain ?? '').toBe(names('may_contain').join(', '))
        if (presentIn(declaration).length > 0) expect(sentences).not.toMatch(/\bnone\b|\bfree\b/i)
      }),
      { numRuns: 2000 },
    )
  })
})
