/** What the products of the shop cost to make: their recipes, and the ingredients with their prices. */
import { Plus, Scale } from 'lucide-react'
import { useState } from 'react'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { useUrlTab } from '#platform/url-tab.ts'
import { BackLink } from '#ui/back-link'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { lazyDialog } from '#ui/lazy-dialog'
import { LinkButton } from '#ui/link-button'
import { LoadFailed } from '#ui/load-failed'
import { Page } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { Tabs } from '#ui/tabs'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { SellerPage } from '#web/features/sell/frame/seller-page.ts'
import { IngredientList } from '#web/features/sell/recipes/ingredient-list.tsx'
import { RatesLine } from '#web/features/sell/recipes/rates-line.tsx'
import { RecipeTable } from '#web/features/sell/recipes/recipe-table.tsx'
import {
  type Costing,
  costingQuery,
  type Ingredient,
  productsQuery,
  type RecipeProduct,
  useCosting,
  useProducts,
} from '#web/features/sell/recipes/recipes.ts'
import { WithoutRecipe } from '#web/features/sell/recipes/without-recipe.tsx'

export const handle = new SellerPage('Recipe costs', { purpose: 'work out what products cost' })

export const loader = memberLoader((app, { id }) => {
  void preload(app, costingQuery(app, id))
  void preload(app, productsQuery(app, id))
})

const IngredientDialog = lazyDialog(() =>
  import('#web/features/sell/recipes/ingredient-dialog.tsx').then((module) => module.IngredientDialog),
)

export function Component() {
  const costing = useCosting()
  const products = useProducts()
  const retry = () => void Promise.all([costing.refetch(), products.refetch()])
  return (
    <Page width="wide" className="py-6 sm:py-10">
      <PageHead title={handle.title} hidden />
      <BackLink to="/seller/products">Back to products</BackLink>
      <h1 className="mt-2 text-3xl sm:text-4xl">Recipe costs</h1>
      <p className="mt-2 max-w-prose text-pretty text-ink-soft">
        What each product costs you to make, what profit its price leaves, and what to charge. Only you see this.
      </p>
      {costing.data && products.data ? (
        <Costs costing={costing.data} products={products.data} />
      ) : costing.isError || products.isError ? (
        <LoadFailed title="Your recipes could not be loaded" retry={retry} />
      ) : (
        <Loading text="Loading recipes...">
          <Skeleton shape="field" className="mt-6 h-12" />
          <Skeleton shape="card" className="mt-6 h-80" />
        </Loading>
      )}
    </Page>
  )
}

function Costs({ costing, products }: { costing: Costing; products: readonly RecipeProduct[] }) {
  const [tab, setTab] = useUrlTab(['recipes', 'ingredients'])
  const [edited, setEdited] = useState<Ingredient | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const open = (ingredient: Ingredient | null) => {
    setEdited(ingredient)
    setIsOpen(true)
  }
  const hasRecipes = products.some(({ recipe }) => recipe !== null)
  const { ingredients } = costing
  return (
    <div className="mt-6">
      <Tabs
        label="Recipe costs"
        value={tab}
        onValueChange={setTab}
        tabs={[
          {
            value: 'recipes',
            label: 'Recipes',
            content: (
              <>
                <RatesLine rates={costing.rates} className="text-pretty" />
                {hasRecipes && <RecipeTable products={products} costing={costing} />}
                {products.length === 0 ? (
                  <EmptyState
                    icon={Scale}
                    title="No products yet"
                    actions={<LinkButton to="/seller/create-product">Add your first product</LinkButton>}
                  >
                    Each product can have a recipe, which says what it costs to make.
                  </EmptyState>
                ) : (
                  <WithoutRecipe products={products} isFirst={!hasRecipes} />
                )}
              </>
            ),
          },
          {
            value: 'ingredients',
            label: ingredients.length === 0 ? 'Ingredients' : `Ingredients (${ingredients.length})`,
            content:
              ingredients.length === 0 ? (
                <EmptyState
                  icon={Scale}
                  title="No ingredients yet"
                  actions={<Button onClick={() => open(null)}>Add your first ingredient</Button>}
                >
                  Enter what you buy and what a pack costs. When a price changes, every recipe follows.
                </EmptyState>
              ) : (
                <>
                  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
                    <p className="text-pretty text-ink-soft">When a price changes, every recipe follows.</p>
                    <Button onClick={() => open(null)} className="max-sm:w-full">
                      <Plus aria-hidden="true" className="size-5" />
                      Add ingredient
                    </Button>
                  </div>
                  <IngredientList ingredients={ingredients} products={products} onEdit={open} />
                </>
              ),
          },
        ]}
      />
      <IngredientDialog key={edited?.id ?? 'new'} open={isOpen} onClose={() => setIsOpen(false)} ingredient={edited} />
    </div>
  )
}
