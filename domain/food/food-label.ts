/** A food label from the declaration: ingredients with allergens emphasised, and statements about allergens. */

import { addDays } from '../values/calendar.ts'
import { allergenGroups, namesOf, readAllergens } from './allergens.ts'
import { emphasised, type IngredientText, unnamedAllergens, withLegalNames } from './ingredients.ts'

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
  /**
   * 'wheat, eggs, milk'; null if there is nothing to state. Beside a list, which has its allergens in bold, the law allows
   * no second list of them: there it is only what the ingredients do not name.
   */
  readonly contains: string | null
  readonly mayContain: string | null
  /** Whether all 14 are declared. An incomplete label would mislead. */
  readonly isComplete: boolean
  /** Whether none of the 14 is contained or possible. */
  readonly isFree: boolean
  /** Contained allergens that the ingredients do not name. The law requires their emphasis there. */
  readonly unnamed: readonly string[]
  /** The ingredients with the legal names that they lack, such as 'tahini (sesame)'; null if they lack none. */
  readonly withLegalNames: string | null
}

export function labelWording(food: LabelledFood): LabelWording {
  const declaration = readAllergens(food.allergens)
  const text = food.ingredients?.trim() ?? ''
  const { contains, may_contain, undeclared } = allergenGroups(declaration)
  const unnamed = text === '' ? [] : unnamedAllergens(text, declaration)
  const named = withLegalNames(text, declaration)
  return {
    ingredients: text === '' ? null : emphasised(text, declaration),
    contains: listed(text === '' ? contains.flatMap(namesOf) : unnamed),
    mayContain: listed(may_contain.flatMap(namesOf)),
    isComplete: undeclared.length === 0,
    isFree: contains.length + may_contain.length === 0,
    unnamed,
    withLegalNames: named === text ? null : named,
  }
}

function listed(names: readonly string[]): string | null {
  return names.length > 0 ? names.join(', ') : null
}
