/** The food label, as the order pages use it. */
export { FoodLabel, type FoodLabelProps } from './food-label.tsx'
