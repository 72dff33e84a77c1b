/** The forms for recipe costs: an ingredient, the rates of the shop, and a recipe. */
import { z } from 'zod'
import { optionalPoundsField, wholeNumberField } from '#domain/values/amounts'
import { poundsText } from '#domain/values/money'
import { characters, oneLine } from '#domain/values/text-fields'
import { defaultMarginPercent, type IngredientUnit } from './recipe-costs.ts'

/** How packs are measured, and what the database stores: a whole number of the smaller unit. */
export const packUnits = [
  { value: 'g', label: 'grams (g)', unit: 'g', factor: 1 },
  { value: 'kg', label: 'kilograms (kg)', unit: 'g', factor: 1000 },
  { value: 'ml', label: 'millilitres (ml)', unit: 'ml', factor: 1 },
  { value: 'l', label: 'litres', unit: 'ml', factor: 1000 },
  { value: 'each', label: 'pieces', unit: 'each', factor: 1 },
] as const satisfies readonly { value: string; label: string; unit: IngredientUnit; factor: number }[]

const maxPackSize = 1_000_000
export const maxRecipeLines = 100

const poundsUpTo = (most: number, message: string) =>
  optionalPoundsField(message).refine((pounds) => pounds === null || pounds <= most, message)

export const ingredientForm = z
  .object({
    name: oneLine
      .refine((text) => characters(text) > 0, 'Please name this ingredient.')
      .refine((text) => characters(text) <= 80, 'Please use at most 80 characters.'),
    unit: z.enum(['g', 'kg', 'ml', 'l', 'each']),
    packSize: z.string().trim(),
    packPrice: poundsUpTo(9999.99, 'Please enter a price up to £9,999.99.').refine(
      (price) => price !== null,
      'Please enter what a pack costs.',
    ),
  })
  .transform(({ name, unit: shown, packSize, packPrice }, context) => {
    const { unit, factor } = packUnits.find(({ value }) => value === shown) ?? packUnits[0]
    const size = /^\d{1,7}(\.\d{1,3})?$/.test(packSize) ? Math.round(Number(packSize) * factor * 1000) / 1000 : 0
    if (!Number.isInteger(size) || size < 1 || size > maxPackSize) {
      context.addIssue({
        code: 'custom',
        path: ['packSize'],
        message: `Please enter a ${factor === 1 ? 'whole number' : 'number'} above 0, such as ${factor === 1 ? '500' : '1.5'}.`,
      })
      return z.NEVER
    }
    return { name, unit, pack_size: size, pack_price: packPrice ?? 0 }
  })
export type IngredientFormInput = z.input<typeof ingredientForm>
/** The row to save. */
export type IngredientRecord = z.output<typeof ingredientForm>

/** @param row a saved ingredient, or null for a new one */
export function ingredientFormValues(
  row: { name: string; unit: IngredientUnit; pack_size: number; pack_price: number } | null,
  name = '',
): IngredientFormInput {
  if (row === null) return { name, unit: 'g', packSize: '', packPrice: '' }
  const larger = row.pack_size >= 1000 && row.unit !== 'each'
  return {
    name: row.name,
    unit: larger ? (row.unit === 'g' ? 'kg' : 'l') : row.unit,
    packSize: String(larger ? row.pack_size / 1000 : row.pack_size),
    packPrice: poundsText(row.pack_price),
  }
}

export const ratesForm = z
  .object({
    hourlyRate: poundsUpTo(999.99, 'Please enter an amount up to £999.99.'),
    marginPercent: wholeNumberField({
      least: 0,
      blank: defaultMarginPercent,
      message: 'Please enter a whole number from 0 to 90.',
    }).refine((percent) => percent <= 90, 'Please enter a whole number from 0 to 90.'),
  })
  .transform(({ hourlyRate, marginPercent }) => ({ hourly_rate: hourlyRate ?? 0, margin_percent: marginPercent }))
export type RatesRecord = z.output<typeof ratesForm>

const quantityMessage = 'Please enter how much a batch takes.'

export const recipeForm = z
  .object({
    portions: wholeNumberField({ least: 1, blank: null, message: 'Please enter a whole number from 1.' })
      .refine((portions) => portions !== null, 'Please enter how many a batch makes.')
      .refine((portions) => portions === null || portions <= 10_000, 'Please enter 10,000 at most.'),
    otherCosts: poundsUpTo(9999.99, 'Please enter an amount up to £9,999.99.'),
    minutes: wholeNumberField({ least: 0, blank: 0, message: 'Please enter whole minutes.' }).refine(
      (minutes) => minutes <= 10_000,
      'Please enter 10,000 at most.',
    ),
    ingredients: z
      .array(
        z.object({
          ingredientId: z.string().min(1, 'Please choose an ingredient.'),
          quantity: z
            .string()
            .trim()
            .refine((text) => /^\d{1,6}(\.\d{1,2})?$/.test(text), quantityMessage)
            .refine((text) => Number(text) > 0 && Number(text) <= 100_000, quantityMessage),
        }),
      )
      .max(maxRecipeLines, `A recipe can have at most ${maxRecipeLines} ingredients.`),
  })
  .superRefine(({ ingredients }, context) => {
    for (const [index, { ingredientId }] of ingredients.entries())
      if (ingredientId && ingredients.findIndex((other) => other.ingredientId === ingredientId) < index)
        context.addIssue({
          code: 'custom',
          path: ['ingredients', index, 'ingredientId'],
          message: 'This ingredient is listed twice.',
        })
  })
  .transform(({ portions, otherCosts, minutes, ingredients }) => ({
    portions: portions ?? 1,
    other_costs: otherCosts ?? 0,
    minutes,
    ingredients: ingredients.map(({ ingredientId, quantity }) => ({
      ingredient_id: ingredientId,
      quantity: Number(quantity),
    })),
  }))
export type RecipeFormInput = z.input<typeof recipeForm>
/** The argument of `save_recipe`, without the product. */
export type RecipeRecord = z.output<typeof recipeForm>

export const emptyRecipeLine = { ingredientId: '', quantity: '' } as const

/** @param recipe a saved recipe, or null for a new one */
export function recipeFormValues(recipe: RecipeRecord | null): RecipeFormInput {
  if (recipe === null) return { portions: '', otherCosts: '', minutes: '', ingredients: [emptyRecipeLine] }
  return {
    portions: String(recipe.portions),
    otherCosts: recipe.other_costs === 0 ? '' : poundsText(recipe.other_costs),
    minutes: recipe.minutes === 0 ? '' : String(recipe.minutes),
    ingredients: recipe.ingredients.map(({ ingredient_id, quantity }) => ({
      ingredientId: ingredient_id,
      quantity: String(quantity),
    })),
  }
}

/** The recipe as far as it is entered: what is incomplete counts as nothing. Null without portions. */
export function enteredRecipe({ portions, otherCosts, minutes, ingredients }: RecipeFormInput): RecipeRecord | null {
  const read = (fields: Partial<RecipeFormInput>) =>
    recipeForm.safeParse({ portions, otherCosts: '', minutes: '', ingredients: [], ...fields }).data
  const batch = read({})
  if (!batch) return null
  return {
    portions: batch.portions,
    other_costs: read({ otherCosts })?.other_costs ?? 0,
    minutes: read({ minutes })?.minutes ?? 0,
    ingredients: ingredients.flatMap((line) => read({ ingredients: [line] })?.ingredients ?? []),
  }
}
