import { describe, expect, it } from 'vitest'
import { allergens } from './allergens.ts'
import { labelWording, lastDayOf } from './food-label.ts'

const free = Object.fromEntries(allergens.map(({ key }) => [key, 'free']))

describe('a food label', () => {
  it('names the specific cereals and nuts, and possible traces', () => {
    const label = labelWording({
      ingredients: ' Wheat flour, milk ',
      allergens: {
        ...free,
        gluten: 'contains',
        wheat: 'contains',
        oats: 'may_contain',
        milk: 'contains',
        nuts: 'may_contain',
      },
    })
    expect(label).toEqual({
      ingredients: [
        { text: 'Wheat flour', isAllergen: true, unsaid: [] },
        { text: ', ', isAllergen: false, unsaid: [] },
        { text: 'milk', isAllergen: true, unsaid: [] },
      ],
      contains: null,
      mayContain: 'oats, tree nuts',
      isComplete: true,
      isFree: false,
      unnamed: [],
      withLegalNames: null,
    })
  })

  it('reports contained allergens that the ingredients do not name', () => {
    const food = { ingredients: 'Secret mix, cream', allergens: { ...free, milk: 'contains', nuts: 'contains' } }
    expect(labelWording(food)).toMatchObject({ unnamed: ['tree nuts'], contains: 'tree nuts' })
    expect(labelWording({ ...food, ingredients: 'Cream, pecans' })).toMatchObject({ unnamed: [], contains: null })
  })

  it('states what is contained only without a list of ingredients, where bold words would repeat it', () => {
    const allergens = { ...free, milk: 'contains', sesame: 'contains' }
    expect(labelWording({ ingredients: null, allergens }).contains).toBe('milk, sesame')
    expect(labelWording({ ingredients: 'Cream, tahini', allergens })).toMatchObject({
      contains: null,
      withLegalNames: 'Cream, tahini (sesame)',
    })
  })

  it('is incomplete without all fourteen, and adds nothing undeclared', () => {
    expect(labelWording({ ingredients: null, allergens: null })).toEqual({
      ingredients: null,
      contains: null,
      mayContain: null,
      isComplete: false,
      isFree: true,
      unnamed: [],
      withLegalNames: null,
    })
    expect(labelWording({ ingredients: '  ', allergens: free })).toMatchObject({
      ingredients: null,
      contains: null,
      isComplete: true,
    })
  })
})

it('a use-by date is the day of making plus the shelf life, if both are known', () => {
  expect(lastDayOf('2026-11-28', { shelf_life_days: 3 })).toBe('2026-12-01')
  expect(lastDayOf('2026-11-28', { shelf_life_days: 0 })).toBe('')
  expect(lastDayOf('', { shelf_life_days: 3 })).toBe('')
})
