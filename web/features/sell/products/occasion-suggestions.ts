/** The occasions that a product's name and category suggest to its seller. */
import { type Occasion, occasionCategories, occasions } from '#domain/catalogue/categories'
import { occasionsIn } from '#domain/search/search-query'

/** A named occasion says more than a category, which suits several. */
export function suggestedOccasions(name: string, category: string): Occasion[] {
  const named = occasionsIn(name)
  const suits = (occasion: Occasion) => occasionCategories[occasion].some((suited) => suited === category)
  return occasions.filter((occasion) => (named.length > 0 ? named.includes(occasion) : suits(occasion)))
}
