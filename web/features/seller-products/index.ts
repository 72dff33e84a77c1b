/** Parts of the product form that other features use. */
export { AllergenField } from './allergen-field.tsx'
