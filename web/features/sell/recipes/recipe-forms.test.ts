import { describe, expect, it } from 'vitest'
import { enteredRecipe, ingredientForm, ingredientFormValues, recipeForm, recipeFormValues } from './recipe-forms.ts'

describe('the ingredient form', () => {
  const flour = { name: ' Plain flour ', unit: 'kg', packSize: '1.5', packPrice: '1.45' } as const

  it('saves kilograms and litres in the smaller unit, exactly', () => {
    const saved = ingredientForm.parse(flour)
    expect(saved).toEqual({ name: 'Plain flour', unit: 'g', pack_size: 1500, pack_price: 1.45 })
    expect(ingredientFormValues(saved)).toEqual({ ...flour, name: 'Plain flour' })
    expect(ingredientForm.parse({ ...flour, unit: 'l', packSize: '1.001' })).toMatchObject({
      unit: 'ml',
      pack_size: 1001,
    })
  })

  it('refuses a pack without a whole number of the smaller unit', () => {
    for (const wrong of [
      { packSize: '0' },
      { packSize: '' },
      { unit: 'g', packSize: '1.5' },
      { unit: 'each', packSize: '0.5' },
    ])
      expect(ingredientForm.safeParse({ ...flour, ...wrong }).error?.issues[0]?.path).toEqual(['packSize'])
  })
})

describe('the recipe form', () => {
  const form = {
    portions: '12',
    otherCosts: '2.50',
    minutes: '45',
    ingredients: [
      { ingredientId: 'a', quantity: '300' },
      { ingredientId: 'b', quantity: '0.5' },
    ],
  }

  it('gives back what it has saved', () => {
    expect(recipeFormValues(recipeForm.parse(form))).toEqual(form)
  })

  it('refuses an ingredient that is listed twice', () => {
    const twice = { ...form, ingredients: form.ingredients.map((line) => ({ ...line, ingredientId: 'a' })) }
    expect(recipeForm.safeParse(twice).error?.issues).toMatchObject([{ path: ['ingredients', 1, 'ingredientId'] }])
    // The cost is still shown.
    expect(enteredRecipe(twice)?.ingredients).toHaveLength(2)
  })

  it('counts what is complete while a recipe is entered', () => {
    expect(enteredRecipe(form)).toEqual(recipeForm.parse(form))
    const ingredients = [
      ...form.ingredients,
      { ingredientId: '', quantity: '5' },
      { ingredientId: 'c', quantity: '1.' },
    ]
    expect(enteredRecipe({ ...form, otherCosts: '2.', minutes: 'x', ingredients })).toEqual({
      ...recipeForm.parse(form),
      other_costs: 0,
      minutes: 0,
    })
    expect(enteredRecipe({ ...form, portions: '' })).toBeNull()
  })
})
