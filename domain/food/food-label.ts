/** A food label from the declaration: name, ingredients with allergens emphasised, and a list of allergens. */

import { addDays } from '../values/calendar.ts'
import { type AllergenGroup, allergenGroups, namesOf, readAllergens } from './allergens.ts'
import { emphasised, type IngredientText, namedAllergens } from './ingredients.ts'

/** A product, or an item of an order, which keeps both as bought. */
export interface LabelledFood {
  readonly ingredients: string | null
  readonly allergens: unknown
}

/** How long and how a product keeps, as its seller states it. */
export interface KeptFood {
  readonly net_quantity: string | null
  readonly shelf_life_days: number
  readonly storage_advice: string | null
}

/** The last day of the shelf life; '' if it is not stated, or without a day of making. */
export function lastDayOf(madeOn: string, { shelf_life_days: days }: Pick<KeptFood, 'shelf_life_days'>): string {
  return madeOn === '' || days === 0 ? '' : addDays(madeOn, days)
}

export interface LabelWording {
  /** Null if the seller has not listed any. */
  readonly ingredients: readonly IngredientText[] | null
  /** 'wheat, eggs, milk'; null if nothing is contained. */
  readonly contains: string | null
  readonly mayContain: string | null
  /** Whether all 14 are declared. An incomplete label would mislead. */
  readonly isComplete: boolean
  /** Contained allergens that the ingredients do not name. The law requires their emphasis there. */
  readonly unnamed: readonly string[]
}

export function labelWording(food: LabelledFood): LabelWording {
  const declaration = readAllergens(food.allergens)
  const text = food.ingredients?.trim() ?? ''
  const { contains, may_contain, undeclared } = allergenGroups(declaration)
  const listed = namedAllergens(text)
  return {
    ingredients: text === '' ? null : emphasised(text, declaration),
    contains: list(contains),
    mayContain: list(may_contain),
    isComplete: undeclared.length === 0,
    unnamed: text === '' ? [] : contains.filter(({ key }) => !listed.has(key)).map(({ label }) => label),
  }
}

function list(groups: readonly AllergenGroup[]): string | null {
  return groups.length > 0 ? groups.flatMap(namesOf).join(', ') : null
}
