/** A food label from the declaration: name, ingredients with allergens emphasised, and a list of allergens. */
import { type AllergenState, allergens, declaredAllergens, isFullyDeclared, readAllergens } from './allergens.ts'
import { emphasised, type IngredientText, namedAllergens } from './ingredients.ts'

/** A product, or an item of an order, which keeps both as bought. */
export interface LabelledFood {
  readonly ingredients: string | null
  readonly allergens: unknown
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
  const named = (state: Exclude<AllergenState, 'free'>) => {
    const names = declaredAllergens(declaration ?? {}).flatMap((declared) => {
      const kinds = allergens.find(({ key }) => key === declared.key)?.kinds ?? []
      const exact = kinds.filter(({ key }) => declaration?.[key] === state).map(({ label }) => label.toLowerCase())
      if (exact.length > 0) return exact
      return declared.state === state ? [declared.label.toLowerCase()] : []
    })
    return names.length > 0 ? names.join(', ') : null
  }
  const listed = namedAllergens(text)
  const contained = declaredAllergens(declaration ?? {}).filter(({ state }) => state === 'contains')
  return {
    ingredients: text === '' ? null : emphasised(text, declaration),
    contains: named('contains'),
    mayContain: named('may_contain'),
    isComplete: isFullyDeclared(declaration),
    unnamed: text === '' ? [] : contained.filter(({ key }) => !listed.has(key)).map(({ label }) => label),
  }
}
