/** The ingredients and the fourteen allergens. */
import { readAllergens } from '#domain/allergens'
import { AllergenTable } from './allergen-table.tsx'
import type { Product } from './product.ts'

/** The target of links to the declaration. */
export const allergensId = 'allergens'

export function IngredientsSection({ product }: { product: Product }) {
  return (
    <section aria-labelledby={allergensId}>
      <h2 id={allergensId} className="text-2xl">
        Ingredients and allergens
      </h2>
      <p className="mt-3 mb-5 max-w-prose whitespace-pre-line wrap-anywhere">
        {product.ingredients ?? 'The seller has not listed the ingredients yet.'}
      </p>
      <AllergenTable declaration={readAllergens(product.allergens)} />
    </section>
  )
}
