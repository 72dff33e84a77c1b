import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allergenOverview } from './allergen-overview.ts'
import type { Person } from './household.ts'
import { anyDeclaration, presentIn } from './random-declarations.ts'

const products = [
  { name: 'Walnut loaf', declaration: { gluten: 'contains', wheat: 'contains', walnut: 'contains', milk: 'free' } },
  { name: 'Brownie', declaration: { milk: 'contains', nuts: 'may_contain' } },
  { name: 'Rye roll', declaration: { rye: 'contains' } },
  { name: 'Rye roll', declaration: { rye: 'contains' } },
  { name: 'Mystery', declaration: null },
] as const

const person = { id: '1', name: 'Me', avoid_contains: [], avoid_traces: [], avoid_others: [], diets: [] }
const avoided = (needs: Partial<Person>) => {
  const { contains, mayContain } = allergenOverview(products, [{ ...person, ...needs }])
  return [...contains, ...mayContain].filter(({ isAvoided }) => isAvoided).map(({ wording }) => wording)
}

describe('the allergens of several products', () => {
  it('are grouped, each with its products', () => {
    const { contains, mayContain } = allergenOverview(products, [])
    expect(contains.map(({ wording, products: names }) => [wording, names])).toEqual([
      ['Cereals containing gluten (wheat, rye)', ['Walnut loaf', 'Rye roll']],
      ['Milk', ['Brownie']],
      ['Tree nuts (walnut)', ['Walnut loaf']],
    ])
    expect(mayContain.map(({ wording, products: names }) => [wording, names])).toEqual([['Tree nuts', ['Brownie']]])
  })

  it('are highlighted for a household that avoids them or one of their kinds', () => {
    expect(avoided({})).toEqual([])
    expect(avoided({ avoid_contains: ['milk', 'eggs'] })).toEqual(['Milk'])
    expect(avoided({ avoid_contains: ['nuts'] })).toEqual(['Tree nuts (walnut)'])
    expect(avoided({ avoid_traces: ['nuts'] })).toEqual(['Tree nuts (walnut)', 'Tree nuts'])
    // Unspecified nuts may be almonds, and named ones do not say what else there are traces of.
    expect(avoided({ avoid_traces: ['almond'] })).toEqual(['Tree nuts (walnut)', 'Tree nuts'])
    expect(avoided({ avoid_contains: ['walnut'] })).toEqual(['Tree nuts (walnut)'])
    expect(avoided({ avoid_contains: ['almond'] })).toEqual([])
  })

  it('include every present allergen of every product, and each possible kind beside a contained one', () => {
    fc.assert(
      fc.property(fc.array(anyDeclaration, { maxLength: 4 }), (declarations) => {
        const named = declarations.map((declaration, n) => ({ name: `Cake ${n}`, declaration }))
        const { contains, mayContain } = allergenOverview(named, [])
        for (const { name, declaration } of named)
          for (const { key } of presentIn(declaration))
            expect(
              [...contains, ...mayContain].some((group) => group.key === key && group.products.includes(name)),
            ).toBe(true)
      }),
    )
    const walnutCake = { name: 'Walnut cake', declaration: { walnut: 'contains', almond: 'may_contain' } } as const
    expect(allergenOverview([walnutCake], []).mayContain.map(({ wording }) => wording)).toEqual(['Tree nuts (almond)'])
  })
})
