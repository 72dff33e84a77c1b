/** The ingredients, the fourteen allergens, and the kitchen they come from. */
import type { ComposedFood } from '#domain/food/composition'
import { dayWithYear } from '#domain/values/calendar'
import { AllergenTable } from './allergen-table.tsx'
import { addedWords } from './choice-control.tsx'
import { KitchenFacts } from './kitchen-facts.tsx'
import type { Product } from './product.ts'

/** The target of links to the declaration. */
export const allergensId = 'allergens'

export interface IngredientsSectionProps {
  product: Product
  /** With what is chosen of it. */
  food: ComposedFood
}

export function IngredientsSection({ product, food }: IngredientsSectionProps) {
  return (
    <section aria-labelledby={allergensId}>
      <h2 id={allergensId} className="text-2xl">
        Ingredients and allergens
      </h2>
      <p className="mt-3 mb-5 max-w-prose whitespace-pre-line wrap-anywhere">
        {food.ingredients ?? 'The seller has not listed the ingredients yet.'}
      </p>
      {food.net_quantity && <p className="-mt-2 mb-5">Net weight or volume: {food.net_quantity}</p>}
      <AllergenTable declaration={food.allergens} />
      <OptionAllergens product={product} />
      {product.allergens_changed_at && (
        <p className="mt-2 text-sm text-ink-soft">
          Allergen information last changed {dayWithYear(product.allergens_changed_at)}
        </p>
      )}
      <h3 className="mt-6 mb-2 text-lg">The kitchen</h3>
      <KitchenFacts kitchen={product.shop.kitchen} />
    </section>
  )
}

/** What each option adds. The table above follows the choice that is made. */
function OptionAllergens({ product: { variations, option_groups } }: { product: Product }) {
  const choices = [...variations, ...option_groups.flatMap((group) => group.choices)]
  const adding = choices.flatMap(({ name, allergens }) => {
    const words = addedWords(allergens)
    return words.length === 0 ? [] : [`${name}: ${words.join('; ').toLowerCase()}`]
  })
  if (adding.length === 0) return null
  return (
    <div className="mt-5">
      <h3 className="text-lg">Allergens by option</h3>
      <ul className="mt-1 list-disc pl-5">
        {[...new Set(adding)].map((text) => (
          <li key={text} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
