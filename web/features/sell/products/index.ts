/** Parts of the product form that other features use. */
export { AllergenChips } from './allergen-chips.tsx'
export { AllergenField } from './allergen-field.tsx'
