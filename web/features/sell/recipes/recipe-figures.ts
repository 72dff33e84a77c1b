/** What a recipe and a price come to, with the ingredients and the rates of the shop. */

import { formatPounds, toPence } from '#domain/values/money'
import {
  amountText,
  type Charges,
  type PortionCost,
  type PortionSale,
  portionCost,
  type RecipeLine,
  saleOf,
  suggestedPence,
} from './recipe-costs.ts'
import type { RecipeRecord } from './recipe-forms.ts'
import type { Costing, Ingredient, RecipeProduct } from './recipes.ts'

export interface RecipeFigures {
  readonly cost: PortionCost
  /** At the price of the product; for a bespoke one the lowest. Null without a price. */
  readonly sale: PortionSale | null
  /** Null if nothing costs anything, or no price reaches the margin. */
  readonly suggested: number | null
}

/** A line whose ingredient is gone costs nothing. */
export function lineOf({ ingredients }: Costing, line: RecipeRecord['ingredients'][number]): RecipeLine | null {
  const ingredient = ingredients.find(({ id }) => id === line.ingredient_id)
  if (!ingredient) return null
  return { pack: { size: ingredient.pack_size, pricePence: toPence(ingredient.pack_price) }, quantity: line.quantity }
}

export function costed(
  recipe: RecipeRecord,
  product: RecipeProduct,
  costing: Costing,
  feePercent: number,
): RecipeFigures {
  const { rates } = costing
  const cost = portionCost({
    lines: recipe.ingredients.map((line) => lineOf(costing, line)).filter((line) => line !== null),
    portions: recipe.portions,
    otherPence: toPence(recipe.other_costs),
    minutes: recipe.minutes,
    hourlyPence: toPence(rates.hourly_rate),
  })
  const charges = chargesOf(product, costing, feePercent)
  const pricePence = pricePenceOf(product)
  return {
    cost,
    sale: pricePence === null ? null : saleOf(pricePence, cost.totalPence, charges),
    suggested: cost.totalPence === 0 ? null : suggestedPence(cost.totalPence, rates.margin_percent, charges),
  }
}

export function chargesOf({ vat }: RecipeProduct, { vatRate }: Costing, feePercent: number): Charges {
  return { feePercent, vatRate: vatRate === null ? null : (vat?.rate ?? vatRate) }
}

/** Null for a bespoke product without a lowest price, and for a product without a price. */
function pricePenceOf({ product_type: type, price, min_price: least }: RecipeProduct): number | null {
  const pence = toPence(type === 'bespoke' ? (least ?? 0) : price)
  return pence === 0 ? null : pence
}

/** '£1.45 for 1.5 kg', '£3.00 for 12' */
export function packText({ pack_price: price, pack_size: size, unit }: Ingredient): string {
  return `${formatPounds(price)} for ${amountText(size, unit)}`
}

/** '40%', '-6.4%' */
export function percentText(percent: number): string {
  return `${percent.toLocaleString('en-GB', { maximumFractionDigits: 1 })}%`
}
