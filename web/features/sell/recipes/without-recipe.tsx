/** The products that have no recipe yet, each with a link to add it. */
import { useState } from 'react'
import { Button } from '#ui/button'
import { Link } from '#ui/link'
import type { RecipeProduct } from './recipes.ts'

const firstShown = 8

export function WithoutRecipe({ products, isFirst }: { products: readonly RecipeProduct[]; isFirst: boolean }) {
  const [showsAll, setShowsAll] = useState(false)
  const without = products.filter(({ recipe }) => recipe === null)
  if (without.length === 0) return null
  const shown = showsAll ? without : without.slice(0, firstShown)
  return (
    <section aria-labelledby="without-recipe" className="mt-8">
      <h2 id="without-recipe" className="text-xl">
        {isFirst ? 'Start with a product' : 'Without a recipe'}
      </h2>
      <p className="mt-1 max-w-prose text-pretty text-ink-soft">
        {isFirst
          ? 'Add its recipe: what a batch takes and how many it makes. You see the cost at once.'
          : 'Add a recipe to see what they cost.'}
      </p>
      <ul aria-label="Products without a recipe" className="mt-4 grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {shown.map(({ id, name }) => (
          <li key={id} className="min-w-0">
            <Link
              to={`/seller/products/${id}/recipe`}
              className="flex items-baseline justify-between gap-4 rounded-control border border-line bg-card px-4 py-3 hover:bg-paper-deep"
            >
              <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
              <span className="shrink-0 text-sm font-semibold text-berry">Add recipe</span>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < without.length && (
        <Button variant="secondary" onClick={() => setShowsAll(true)} className="mt-4 max-sm:w-full">
          Show all {without.length}
        </Button>
      )}
    </section>
  )
}
