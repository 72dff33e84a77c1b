import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AllergenDeclaration } from '#domain/food/allergens'
import { avoidableAllergens, avoidableKinds } from '#domain/food/avoided-allergens'
import { fitOf } from '#domain/food/fit'
import type { Person } from '#domain/food/household'
import { anyDeclaration, presentIn } from '#domain/food/random-declarations'
import { type AllergenOverview, allergenOverview } from './allergen-overview.ts'

const avoidableKeys = [...avoidableAllergens, ...avoidableKinds].map(({ key }) => key)
const texts = ['Baked by hand']
const products = [
  {
    name: 'Walnut loaf',
    declaration: { gluten: 'contains', wheat: 'contains', walnut: 'contains', milk: 'free' },
    kitchen: null,
    texts: ['Walnut loaf', 'With kiwifruit jam'],
  },
  {
    name: 'Brownie',
    declaration: { milk: 'contains', nuts: 'may_contain' },
    kitchen: null,
    texts: ['Brownie', 'Topping: Kiwi'],
  },
  { name: 'Rye roll', declaration: { rye: 'contains' }, kitchen: null, texts },
  { name: 'Rye roll', declaration: { rye: 'contains' }, kitchen: null, texts },
  { name: 'Mystery', declaration: null, kitchen: null, texts },
] as const

const person: Person = { id: '1', name: 'Me', avoid_contains: [], avoid_traces: [], avoid_others: [], diets: [] }
const rowsOf = ({ contains, mayContain, undeclared }: AllergenOverview) => [...contains, ...mayContain, ...undeclared]

/** The marked rows of declared products. */
const avoided = (needs: Partial<Person>) => {
  const { contains, mayContain } = allergenOverview(products, [{ ...person, ...needs }])
  return [...contains, ...mayContain].filter((group) => group.avoided.length > 0).map(({ wording }) => wording)
}

describe('the allergens of several products', () => {
  it('are grouped, each with its products', () => {
    const { contains, mayContain, ...others } = allergenOverview(products, [])
    expect(contains.map(({ wording, products: names }) => [wording, names])).toEqual([
      ['Cereals containing gluten (wheat, rye)', ['Walnut loaf', 'Rye roll']],
      ['Milk', ['Brownie']],
      ['Tree nuts (walnut)', ['Walnut loaf']],
    ])
    expect(mayContain.map(({ wording, products: names }) => [wording, names])).toEqual([['Tree nuts', ['Brownie']]])
    expect(others).toEqual({ undeclared: [], kitchens: [], mentioned: [], unchecked: [] })
  })

  it('are marked for a household that avoids them or one of their kinds', () => {
    expect(avoided({})).toEqual([])
    expect(avoided({ avoid_contains: ['milk', 'eggs'] })).toEqual(['Milk'])
    expect(avoided({ avoid_contains: ['nuts'] })).toEqual(['Tree nuts (walnut)'])
    expect(avoided({ avoid_traces: ['nuts'] })).toEqual(['Tree nuts (walnut)', 'Tree nuts'])
    // Unspecified nuts may be almonds, and named ones do not say what else there are traces of.
    expect(avoided({ avoid_traces: ['almond'] })).toEqual(['Tree nuts (walnut)', 'Tree nuts'])
    expect(avoided({ avoid_contains: ['walnut'] })).toEqual(['Tree nuts (walnut)'])
    expect(avoided({ avoid_contains: ['almond'] })).toEqual([])
    expect(avoided({ avoid_contains: ['rye'] })).toEqual(['Cereals containing gluten (wheat, rye)'])
  })

  it('name the shared kitchens of what is declared free, for those who avoid traces', () => {
    const kitchen = { handles: { milk: true }, shares_equipment: null }
    const made = ['Roll', 'Bun'].map((name) => ({ name, declaration: { milk: 'free' } as const, kitchen, texts }))
    const kitchensFor = (needs: Partial<Person>) => allergenOverview(made, [{ ...person, ...needs }]).kitchens
    expect(kitchensFor({ avoid_traces: ['milk'] })).toEqual([
      {
        what: 'is made in a kitchen that handles milk',
        products: ['Roll', 'Bun'],
        avoided: ['You avoid even traces of milk.'],
      },
    ])
    expect(kitchensFor({ avoid_contains: ['milk'] })).toEqual([])
  })

  it('name the single cereal or nut that somebody avoids, and who', () => {
    const sentences = (needs: Partial<Person>, declaration: AllergenDeclaration) =>
      rowsOf(
        allergenOverview([{ name: 'Cake', declaration, kitchen: null, texts }], [{ ...person, name: 'Mia', ...needs }]),
      ).map(({ wording, avoided: who }) => [wording, ...who])
    const nuts = { nuts: 'contains', walnut: 'contains', almond: 'may_contain' } as const
    expect(sentences({ avoid_traces: ['almond'] }, nuts)).toEqual([
      ['Tree nuts (walnut)'],
      ['Tree nuts (almond)', 'Mia avoids almond.'],
    ])
    expect(sentences({ avoid_contains: ['walnut'], avoid_traces: ['pecan'] }, nuts)).toEqual([
      ['Tree nuts (walnut)', 'Mia avoids walnut.', 'Mia avoids pecan. This is not ruled out.'],
      ['Tree nuts (almond)', 'Mia avoids pecan. This is not ruled out.'],
    ])
    expect(sentences({ avoid_contains: ['nuts'] }, nuts)).toEqual([
      ['Tree nuts (walnut)', 'Mia avoids tree nuts.'],
      ['Tree nuts (almond)'],
    ])
    expect(sentences({ avoid_traces: ['nuts', 'peanuts'] }, { ...nuts, peanuts: 'free' })).toEqual([
      ['Tree nuts (walnut)', 'Mia avoids nuts.'],
      ['Tree nuts (almond)', 'Mia avoids nuts.'],
    ])
  })

  it('include what somebody avoids and a seller has not declared', () => {
    const { undeclared } = allergenOverview(products, [{ ...person, avoid_contains: ['eggs'] }])
    expect(undeclared).toEqual([
      {
        key: 'eggs',
        wording: 'Eggs',
        products: ['Walnut loaf', 'Brownie', 'Rye roll', 'Mystery'],
        avoided: ['You avoid eggs. This is not ruled out.'],
      },
    ])
  })

  it('are followed by other foods that somebody avoids, where a text or a chosen option names them', () => {
    const mia = { ...person, id: '2', name: 'Mia', avoid_others: ['kiwis', 'mango'] }
    const { mentioned, unchecked } = allergenOverview(products, [{ ...person, avoid_others: ['mango'] }, mia])
    expect(mentioned).toEqual([{ food: 'kiwis', products: ['Walnut loaf', 'Brownie'], avoided: ['Mia avoids kiwis.'] }])
    expect(unchecked).toEqual(['mango'])
  })

  it('mark every product that does not fit, and no other', () => {
    fc.assert(
      fc.property(
        anyDeclaration,
        fc.subarray([...avoidableKeys]),
        fc.subarray([...avoidableKeys]),
        (declaration, traces, others) => {
          const mia = { ...person, avoid_traces: traces, avoid_contains: others.filter((key) => !traces.includes(key)) }
          const rows = rowsOf(allergenOverview([{ name: 'Cake', declaration, kitchen: null, texts: [] }], [mia]))
          const { reasons } = fitOf([mia], { allergens: declaration, diets: [], kitchen: null, texts: [] })
          expect(rows.some((row) => row.avoided.length > 0)).toBe(reasons.length > 0)
        },
      ),
    )
  })

  it('include every present allergen of every product, and each possible kind beside a contained one', () => {
    fc.assert(
      fc.property(fc.array(anyDeclaration, { maxLength: 4 }), (declarations) => {
        const named = declarations.map((declaration, n) => ({
          name: `Cake ${n}`,
          declaration,
          kitchen: null,
          texts: [],
        }))
        const { contains, mayContain } = allergenOverview(named, [])
        for (const { name, declaration } of named)
          for (const { key } of presentIn(declaration))
            expect(
              [...contains, ...mayContain].some((group) => group.key === key && group.products.includes(name)),
            ).toBe(true)
      }),
    )
    const walnutCake = {
      name: 'Walnut cake',
      declaration: { walnut: 'contains', almond: 'may_contain' },
      kitchen: null,
      texts,
    } as const
    expect(allergenOverview([walnutCake], []).mayContain.map(({ wording }) => wording)).toEqual(['Tree nuts (almond)'])
  })
})
