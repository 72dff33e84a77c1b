/** The recipe of one product: what a batch takes, and beside it what a portion costs and earns. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { fieldProps } from '#platform/field-props.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { useUnsavedChanges } from '#platform/unsaved-changes.tsx'
import { BackLink } from '#ui/back-link'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { lazyDialog } from '#ui/lazy-dialog'
import { LinkButton } from '#ui/link-button'
import { LoadFailed } from '#ui/load-failed'
import { Page } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { TextField } from '#ui/text-field'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { SellerPage } from '#web/features/sell/frame/seller-page.ts'
import { CostPanel } from '#web/features/sell/recipes/cost-panel.tsx'
import {
  enteredRecipe,
  type RecipeFormInput,
  type RecipeRecord,
  recipeForm,
  recipeFormValues,
} from '#web/features/sell/recipes/recipe-forms.ts'
import { RecipeLines } from '#web/features/sell/recipes/recipe-lines.tsx'
import {
  type Costing,
  costingQuery,
  type RecipeProduct,
  recipeProductQuery,
  useCosting,
  useRecipeProduct,
  useSaveRecipe,
} from '#web/features/sell/recipes/recipes.ts'

export const handle = new SellerPage('Recipe', { purpose: 'work out what products cost' })

export const loader = memberLoader((app, { id }, { params }) => {
  void preload(app, costingQuery(app, id))
  void preload(app, recipeProductQuery(app, id, params.productId ?? ''))
})

export function Component() {
  const { productId = '' } = useParams()
  const costing = useCosting()
  const product = useRecipeProduct(productId)
  const retry = () => void Promise.all([costing.refetch(), product.refetch()])
  return (
    <Page width="wide" className="py-6 sm:py-10">
      <PageHead title={product.data ? `Recipe: ${product.data.name}` : handle.title} hidden />
      <BackLink to="/seller/recipe-costs">Back to recipe costs</BackLink>
      {product.data === null ? (
        <EmptyState
          headingLevel="h1"
          title="This product doesn’t exist or isn’t yours"
          actions={<LinkButton to="/seller/recipe-costs">Your recipe costs</LinkButton>}
        />
      ) : product.data && costing.data ? (
        <Recipe key={productId} product={product.data} costing={costing.data} />
      ) : product.isError || costing.isError ? (
        <LoadFailed title="This recipe could not be loaded" retry={retry} />
      ) : (
        <Loading text="Loading recipe...">
          <Skeleton shape="card" className="mt-6 h-96" />
        </Loading>
      )}
    </Page>
  )
}

const DeleteRecipeDialog = lazyDialog(() =>
  import('#web/features/sell/recipes/delete-recipe-dialog.tsx').then((module) => module.DeleteRecipeDialog),
)

function Recipe({ product, costing }: { product: RecipeProduct; costing: Costing }) {
  const navigate = useNavigate()
  const formId = useId()
  const form = useForm<RecipeFormInput, unknown, RecipeRecord>({
    resolver: zodResolver(recipeForm),
    defaultValues: recipeFormValues(product.recipe),
  })
  const { register, formState, handleSubmit, watch, reset, getValues } = form
  const input = fieldProps(register, formState.errors)
  const save = useSaveRecipe(product.id)
  const [isDeleting, setIsDeleting] = useState(false)
  const [isDeleted, setIsDeleted] = useState(false)
  useUnsavedChanges(formState.isDirty && !isDeleted)
  const submit = handleSubmit((recipe) => save.mutate(recipe, { onSuccess: () => reset(getValues()) }))
  const actions = (
    <div className="flex flex-wrap gap-3 *:max-sm:w-full">
      <Button type="submit" form={formId} size="lg" busy={save.isPending}>
        Save recipe
      </Button>
      {product.recipe && (
        <Button variant="quiet" size="lg" onClick={() => setIsDeleting(true)}>
          Delete recipe
        </Button>
      )}
    </div>
  )
  return (
    <FormProvider {...form}>
      <h1 className="mt-2 text-3xl wrap-anywhere sm:text-4xl">{product.name}</h1>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex min-w-0 flex-col gap-6">
          <RecipeLines costing={costing} />
          <Card className="space-y-5">
            <h2 className="text-xl">The batch</h2>
            <div className="grid gap-5 sm:grid-cols-3">
              <TextField
                label="Makes"
                hint="How many you sell of one batch."
                placeholder="12"
                inputMode="numeric"
                autoComplete="off"
                {...input('portions')}
              />
              <TextField
                label="Minutes of work"
                hint="Yours, without waiting for the oven."
                placeholder="0"
                inputMode="numeric"
                autoComplete="off"
                {...input('minutes')}
              />
              <TextField
                label="Other costs (£)"
                hint="Such as packaging and energy."
                placeholder="0.00"
                inputMode="decimal"
                autoComplete="off"
                {...input('otherCosts')}
              />
            </div>
          </Card>
          <div className="max-lg:hidden">{actions}</div>
        </form>
        <div className="min-w-0 lg:sticky lg:top-6">
          <CostPanel recipe={enteredRecipe(watch())} product={product} costing={costing} />
        </div>
        {/* Below the costs, which a seller wants to see before saving. */}
        <div className="lg:hidden">{actions}</div>
      </div>
      <DeleteRecipeDialog
        open={isDeleting}
        onClose={() => setIsDeleting(false)}
        product={product}
        onDeleted={() => {
          setIsDeleted(true)
          void navigate('/seller/recipe-costs')
        }}
      />
    </FormProvider>
  )
}
