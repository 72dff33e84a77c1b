/** The recipe costs of Maya's shop, as table rows. Two cakes reach the margin that she aims for, and one does not. */
import { sampleId } from './ids.ts'
import type { ProductKey } from './products.ts'
import type { Insert } from './tables.ts'

const shop_id = sampleId('shop', 'honey')
const ingredientId = (name: string) => sampleId('ingredient', name)

/** Name, unit, size and price of a pack. */
const packs = [
  ['Butter, unsalted', 'g', 250, 2.2],
  ['Caster sugar', 'g', 1000, 1.35],
  ['Free-range eggs', 'each', 12, 3.1],
  ['Self-raising flour', 'g', 1500, 1.45],
  ['Icing sugar', 'g', 500, 1.1],
  ['Raspberries', 'g', 300, 3.5],
  ['Lemons, unwaxed', 'each', 4, 1.4],
  ['Ground almonds', 'g', 200, 2.6],
  ['Carrots', 'g', 1000, 0.8],
  ['Walnuts', 'g', 200, 2.9],
  ['Soft cheese', 'g', 280, 2.4],
  ['Sunflower oil', 'ml', 1000, 2.1],
  ['Cake box, 10 inch', 'each', 25, 17.5],
] as const
type IngredientName = (typeof packs)[number][0]

interface SampleRecipe {
  readonly portions: number
  readonly minutes: number
  readonly other: number
  readonly takes: Readonly<Partial<Record<IngredientName, number>>>
}

const recipes: Readonly<Partial<Record<ProductKey, SampleRecipe>>> = {
  victoria: {
    portions: 1,
    minutes: 30,
    other: 0.6,
    takes: {
      'Butter, unsalted': 350,
      'Caster sugar': 225,
      'Free-range eggs': 4,
      'Self-raising flour': 225,
      'Icing sugar': 250,
      Raspberries: 150,
      'Cake box, 10 inch': 1,
    },
  },
  lemonLoaf: {
    portions: 2,
    minutes: 60,
    other: 0.8,
    takes: {
      'Butter, unsalted': 450,
      'Caster sugar': 500,
      'Free-range eggs': 8,
      'Self-raising flour': 400,
      'Ground almonds': 100,
      'Lemons, unwaxed': 8,
    },
  },
  carrot: {
    portions: 1,
    minutes: 40,
    other: 0.6,
    takes: {
      'Sunflower oil': 200,
      'Caster sugar': 250,
      'Free-range eggs': 4,
      'Self-raising flour': 300,
      Carrots: 350,
      Walnuts: 120,
      'Soft cheese': 280,
      'Icing sugar': 150,
      'Cake box, 10 inch': 1,
    },
  },
}
const entries = Object.entries(recipes)

export function ingredientRows(): Insert<'shop_ingredients'>[] {
  return packs.map(([name, unit, pack_size, pack_price]) => ({
    id: ingredientId(name),
    shop_id,
    name,
    unit,
    pack_size,
    pack_price,
  }))
}

export function costingRows(): Insert<'shop_costing'>[] {
  return [{ shop_id, hourly_rate: 13, margin_percent: 35 }]
}

export function recipeRows(): Insert<'recipes'>[] {
  return entries.map(([key, { portions, minutes, other }]) => ({
    product_id: sampleId('product', key),
    shop_id,
    portions,
    minutes,
    other_costs: other,
  }))
}

export function recipeIngredientRows(): Insert<'recipe_ingredients'>[] {
  return entries.flatMap(([key, { takes }]) =>
    Object.entries(takes).map(([name, quantity], position) => ({
      product_id: sampleId('product', key),
      shop_id,
      ingredient_id: ingredientId(name),
      quantity,
      position,
    })),
  )
}
