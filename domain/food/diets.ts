/** The diets that a seller declares a product to suit, and that a person follows. */
import type { AllergenDeclaration } from './allergens.ts'

/** The keys are those of `products.diets`, in the database's order. */
export const diets = [
  { key: 'vegetarian', label: 'Vegetarian' },
  { key: 'vegan', label: 'Vegan' },
  { key: 'halal', label: 'Halal' },
  { key: 'kosher', label: 'Kosher' },
  { key: 'no_alcohol', label: 'No alcohol' },
] as const

export type Diet = (typeof diets)[number]['key']

export const dietKeys = diets.map(({ key }) => key)

export function dietLabel(diet: Diet): string {
  return diets.find(({ key }) => key === diet)?.label ?? diet
}

/** Skips unknown values. */
export function readDiets(values: unknown): Diet[] {
  return Array.isArray(values) ? dietKeys.filter((key) => values.includes(key)) : []
}

/** Vegan food suits vegetarians. A diet that the seller did not declare is not suited. */
export function suitsDiet(declared: readonly Diet[], diet: Diet): boolean {
  return declared.includes(diet) || (diet === 'vegetarian' && declared.includes('vegan'))
}

const animal = {
  vegetarian: ['fish', 'crustaceans', 'molluscs'],
  vegan: ['fish', 'crustaceans', 'molluscs', 'milk', 'eggs'],
} as const

/** The declared diets that the declared allergens contradict. */
export function contradictedDiets(declared: readonly Diet[], allergens: AllergenDeclaration): Diet[] {
  const contradicts = (diet: 'vegetarian' | 'vegan') => animal[diet].some((key) => allergens[key] === 'contains')
  return declared.filter((diet) => (diet === 'vegetarian' || diet === 'vegan') && contradicts(diet))
}
