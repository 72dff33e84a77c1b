/** Allergen declarations of products in tests: all 14 are declared. */
import { allergens } from '#domain/food/allergens'

export const allFree = Object.fromEntries(allergens.map(({ key }) => [key, 'free' as const]))
export const withMilk = { ...allFree, milk: 'contains' as const }
