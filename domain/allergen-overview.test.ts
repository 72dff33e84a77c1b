import { describe, expect, it } from 'vitest'
import { allergenOverview } from './allergen-overview.ts'

const products = [
  { name: 'Walnut loaf', declaration: { gluten: 'contains', wheat: 'contains', walnut: 'contains', milk: 'free' } },
  { name: 'Brownie', declaration: { milk: 'contains', nuts: 'may_contain' } },
  { name: 'Rye roll', declaration: { rye: 'contains' } },
  { name: 'Rye roll', declaration: { rye: 'contains' } },
  { name: 'Mystery', declaration: null },
] as const

const avoided = (...keys: string[]) => {
  const { contains, mayContain } = allergenOverview(products, keys)
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

  it('are highlighted for a buyer who avoids them or one of their kinds', () => {
    expect(avoided()).toEqual([])
    expect(avoided('milk', 'eggs')).toEqual(['Milk'])
    expect(avoided('nuts')).toEqual(['Tree nuts (walnut)', 'Tree nuts'])
    // Unspecified nuts may be walnuts or almonds.
    expect(avoided('walnut')).toEqual(['Tree nuts (walnut)', 'Tree nuts'])
    expect(avoided('almond')).toEqual(['Tree nuts'])
  })
})
