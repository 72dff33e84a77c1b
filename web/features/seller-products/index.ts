/** What the screens of orders use of products: the label for each item. */
export { FoodLabel, type FoodLabelProps } from './food-label.tsx'
