import { expect, it } from 'vitest'
import { undeclaredWords } from './choice-mentions.ts'

it('A choice whose name mentions an allergen is noticed until the choice or its product contains it', () => {
  const walnuts = { name: 'Add Walnuts and cream', allergens: {} }
  expect(undeclaredWords(walnuts, null)).toEqual(['walnuts', 'cream'])
  expect(undeclaredWords(walnuts, { nuts: 'free', milk: 'contains' })).toEqual(['walnuts'])
  expect(undeclaredWords({ ...walnuts, allergens: { walnut: 'may_contain' } }, { milk: 'contains' })).toEqual([
    'walnuts',
  ])
  expect(undeclaredWords({ ...walnuts, allergens: { walnut: 'contains' } }, { milk: 'contains' })).toEqual([])
  expect(undeclaredWords(walnuts, { nuts: 'contains', walnut: 'contains', milk: 'contains' })).toEqual([])
  expect(undeclaredWords({ name: '8 inch, serves 14' }, null)).toEqual([])
})
