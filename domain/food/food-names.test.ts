import { expect, it } from 'vitest'
import { foodNameCases } from './food-name-cases.ts'
import { foodWords, namesFood } from './food-names.ts'

it.each(foodNameCases)('ingredients “%s” and the food “%s”: %s', (ingredients, food, isNamed) => {
  expect(namesFood(foodWords(ingredients), food)).toBe(isNamed)
})

it('finds nothing by a name without letters', () => {
  expect(namesFood(foodWords('a, b'), '!')).toBe(false)
})
