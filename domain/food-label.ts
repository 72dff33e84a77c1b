/** What a food label says, from what was declared: the name, the ingredients with allergens emphasised, and the allergens once more. */
import { type AllergenState, allergens, declaredAllergens, isFullyDeclared, readAllergens } from './allergens.ts'
import { emphasised, type IngredientText, namedAllergens } from './ingredients.ts'

/** A product, or an item of an order, which keeps both as bought. */
export interface LabelledFood {
  readonly ingredients: string | null
  readonly allergens: unknown
}

export interface LabelWording {
  /** Null where the seller has not listed any. */
  readonly ingredients: readonly IngredientText[] | null
  /** 'wheat, eggs, milk'; null where nothing is contained. */
  readonly contains: string | null
  readonly mayContain: string | null
  /** Whether all 14 are declared: without that a label would say too little. */
  readonly isComplete: boolean
  /** What is contained but not named in the list of ingredients, where the law wants it emphasised. */
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
