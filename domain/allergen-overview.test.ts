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
  it('are grouped, each with the products it is in', () => {
    const { contains, mayContain } = allergenOverview(products, [])
    expect(contains.map(({ wording, products: names }) => [wording, names])).toEqual([
      ['Cereals containing gluten (wheat, rye)', ['Walnut loaf', 'Rye roll']],
      ['Milk', ['Brownie']],
      ['Tree nuts (walnut)', ['Walnut loaf']],
    ])
    expect(mayContain.map(({ wording, products: names }) => [wording, names])).toEqual([['Tree nuts', ['Brownie']]])
  })

  it('are pointed out to whoever avoids them, the kinds too', () => {
    expect(avoided()).toEqual([])
    expect(avoided('milk', 'eggs')).toEqual(['Milk'])
    expect(avoided('nuts')).toEqual(['Tree nuts (walnut)', 'Tree nuts'])
    // Nuts of which nobody says which they are may be walnuts, or almonds.
    expect(avoided('walnut')).toEqual(['Tree nuts (walnut)', 'Tree nuts'])
    expect(avoided('almond')).toEqual(['Tree nuts'])
  })
})
