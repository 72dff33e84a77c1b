/** Random allergen declarations, also contradictory and incomplete ones. For tests only. */
import fc from 'fast-check'
import { type Allergen, type AllergenDeclaration, type AllergenKind, allergenStates, allergens } from './allergens.ts'
import { type ChoiceAllergens, choiceStates } from './choice-allergens.ts'

const keys: (Allergen | AllergenKind)[] = allergens.flatMap(({ key, kinds }) => [key, ...kinds.map((kind) => kind.key)])

/** States that sellers choose, most often free, so that every mix of groups and kinds is likely. */
const state = fc.constantFrom(...allergenStates, 'free' as const)

export const anyDeclaration: fc.Arbitrary<AllergenDeclaration> = fc
  .tuple(fc.array(fc.tuple(fc.constantFrom(...keys), state), { maxLength: keys.length }), fc.boolean())
  .map(([given, isComplete]) => {
    const rest = isComplete ? Object.fromEntries(allergens.map(({ key }) => [key, 'free' as const])) : {}
    return { ...rest, ...Object.fromEntries(given) }
  })

/** What a choice may state of allergens, also of groups and kinds at once. */
export const anyChoiceAllergens: fc.Arbitrary<ChoiceAllergens> = fc
  .array(fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...choiceStates)), { maxLength: 8 })
  .map((given) => Object.fromEntries(given))

/** The allergens that a declaration says are contained or possible, by itself or by a kind. Read without the code under test. */
export function presentIn(declaration: AllergenDeclaration): (typeof allergens)[number][] {
  return allergens.filter(({ key, kinds }) =>
    [key, ...kinds.map((kind) => kind.key)].some(
      (one) => declaration[one] === 'contains' || declaration[one] === 'may_contain',
    ),
  )
}
