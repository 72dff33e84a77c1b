/** The full product form, used to create and edit products. */
import { type ReactNode, useState } from 'react'
import { Controller, FormProvider } from 'react-hook-form'
import { missingDeclarations } from '#domain/food/allergens'
import { joinWithAnd } from '#domain/values/join-with-and'
import { useMember } from '#features/account/auth'
import type { AppContext } from '#platform/app-context.ts'
import { useUnsavedChanges } from '#platform/unsaved-changes.tsx'
import { useWrite } from '#platform/use-write.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { BackLink } from '#ui/back-link'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Notice } from '#ui/notice'
import { Switch } from '#ui/switch'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'
import { AllergenField, IngredientAnswers } from './allergen-field.tsx'
import { CategoryField } from './category-field.tsx'
import { questionsOfProduct } from './choice-mentions.ts'
import { answersIdOf } from './choice-row.tsx'
import { DietField } from './diet-field.tsx'
import { importPicture, pictureImportError } from './import-picture.ts'
import { OccasionField } from './occasion-field.tsx'
import { OptionGroupsField } from './option-groups-field.tsx'
import { PriceFields } from './price-fields.tsx'
import { type ProductFormInput, type ProductFormOutput, productForm, unansweredChoices } from './product-form.ts'
import { ProductPicturesField } from './product-pictures-field.tsx'
import { PersonalisationFields, QuestionsField } from './questions-field.tsx'
import { VariationsField } from './variations-field.tsx'

export function useProductEditorForm(defaultValues: ProductFormInput) {
  return useZodForm(productForm, defaultValues)
}

/** Publishing requires all allergens to be declared; saving a draft does not. */
export type SaveAs = 'published' | 'draft'

export interface ProductEditorProps {
  form: ReturnType<typeof useProductEditorForm>
  heading: string
  /** The label of the publish button. */
  publishLabel: string
  /** The label of the draft button; absent for a product that is already published. */
  draftLabel?: string | undefined
  /** A hidden product can be saved without all allergens, because buyers cannot see it. */
  isHidden?: boolean
  onCategoryChange?: (category: string) => void
  /** Shows its own errors. */
  onSave: (product: ProductFormOutput, as: SaveAs) => Promise<void>
  /** Shown above the fields. */
  notice?: ReactNode
  /** Shown beside the buttons, because the allergens may be out of sight. */
  allergenNotice?: ReactNode
  /** Shown below the price. */
  price?: ReactNode
  /** Shown below the pickup switch. */
  pickup?: ReactNode
  /** Shown below the delivery switch. */
  delivery?: ReactNode
}

export function ProductEditor(props: ProductEditorProps) {
  const {
    form,
    heading,
    publishLabel,
    draftLabel,
    isHidden = false,
    onCategoryChange,
    onSave,
    notice,
    allergenNotice,
    price,
    pickup,
    delivery,
  } = props
  const { id: userId } = useMember()
  const [missing, setMissing] = useState<readonly string[]>([])
  const [unanswered, setUnanswered] = useState(0)
  const [isUploading, setIsUploading] = useState(false)
  const { input, register, control, formState, handleSubmit, watch } = form
  const { errors } = formState
  const isBespoke = watch('product_type') === 'bespoke'

  const saving = useWrite({
    run: async (app, { product, as }: { product: ProductFormOutput; as: SaveAs }) =>
      onSave(await withTypedPicture(app, product), as),
    failure: 'shown',
  })
  const savingAs = saving.isPending ? saving.variables.as : null
  useUnsavedChanges(formState.isDirty && savingAs === null)

  const save = (as: SaveAs) =>
    handleSubmit((product) => {
      const needed = as === 'published' && !isHidden ? missingDeclarations(product.allergens) : []
      setMissing(needed)
      if (needed.length > 0) {
        // Focus alone would scroll to the middle of this tall fieldset.
        const field = document.getElementById('allergens')
        field?.focus({ preventScroll: true })
        field?.scrollIntoView()
        return
      }
      const open = as === 'published' && !isHidden ? unansweredChoices(product) : []
      setUnanswered(open.length)
      const [first] = open
      if (first) {
        for (const { path, words } of open) {
          const message = `Please answer about ${joinWithAnd(words)} before publishing.`
          form.setError(`${path}.allergens`, { message })
        }
        document.getElementById(answersIdOf(first.path))?.scrollIntoView()
        return
      }
      saving.mutate({ product, as })
    })()

  /** Imports a picture URL still in the field. A failure is shown there. */
  async function withTypedPicture(app: AppContext, product: ProductFormOutput): Promise<ProductFormOutput> {
    if (product.image === '') return product
    const path = await importPicture(app, product.image).catch((error: unknown) => {
      form.setError('image', pictureImportError(error), { shouldFocus: true })
      throw error
    })
    const pictures = [...product.pictures, path]
    form.setValue('pictures', pictures, { shouldDirty: true })
    form.setValue('image', '')
    return { ...product, pictures, image: '' }
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save('published')
        }}
        className="page page-reading pt-6 sm:pt-10"
      >
        <BackLink to="/seller/products">Back to Products</BackLink>
        <h1 className="mt-2 text-3xl sm:text-4xl">{heading}</h1>
        {notice}

        <Section title="Product details">
          <Controller
            control={control}
            name="pictures"
            render={({ field }) => (
              <ProductPicturesField
                value={field.value}
                onChange={field.onChange}
                folder={userId}
                onBusyChange={setIsUploading}
                error={errors.pictures?.message}
              />
            )}
          />
          <TextField label="Product Name" autoComplete="off" {...input('name')} />
          <TextArea
            label="Description (optional)"
            hint="What makes it special, how big it is and how many it serves."
            {...input('description')}
          />
          <Controller
            control={control}
            name="category"
            render={({ field }) => (
              <CategoryField
                value={field.value}
                onChange={(category) => {
                  field.onChange(category)
                  onCategoryChange?.(category)
                }}
                error={errors.category?.message}
              />
            )}
          />
          <Controller
            control={control}
            name="occasions"
            render={({ field }) => (
              <OccasionField
                value={field.value}
                onChange={field.onChange}
                name={watch('name')}
                category={watch('category')}
              />
            )}
          />
        </Section>

        <Section title="Price and stock">
          <PriceFields />
          {price}
          {!isBespoke && (
            <Switch
              label="Made to order"
              hint="Without a stock limit: it never sells out."
              {...register('is_made_to_order')}
            />
          )}
          <div className="grid grid-cols-2 gap-4">
            {!isBespoke && !watch('is_made_to_order') && (
              <TextField label="Stock" inputMode="numeric" autoComplete="off" {...input('stock')} />
            )}
            <TextField
              label="Lead time in days"
              hint="0 if it can be ready the same day"
              inputMode="numeric"
              autoComplete="off"
              {...input('lead_time_days')}
            />
          </div>
          <Switch label="Bestseller" hint="Shows a badge on the product." {...register('is_bestseller')} />
          {!isBespoke && (
            <Switch
              label="Subscriptions"
              hint="Buyers can order it for pickup each week or every two weeks. Switching this off leaves the subscriptions that exist."
              {...register('is_subscribable')}
            />
          )}
        </Section>

        {!isBespoke && (
          <Section title="Choices">
            <VariationsField />
            <OptionGroupsField />
            <QuestionsField />
            <PersonalisationFields />
          </Section>
        )}

        <Section title="Ingredients and allergens">
          <TextArea
            label="Ingredients"
            hint="In order of weight, as on a label. Labels print allergens in bold."
            {...input('ingredients')}
          />
          <Controller
            control={control}
            name="allergens"
            render={({ field }) => (
              <AllergenField
                value={field.value}
                onChange={(declaration) => {
                  field.onChange(declaration)
                  if (missing.length > 0) setMissing(missingDeclarations(declaration))
                }}
                ingredients={watch('ingredients')}
                onIngredientsChange={(text) => form.setValue('ingredients', text, { shouldDirty: true })}
                missing={missing}
              />
            )}
          />
          <Controller
            control={control}
            name="allergen_answers"
            render={({ field }) => (
              <IngredientAnswers
                value={field.value}
                onChange={field.onChange}
                questions={questionsOfProduct(watch('ingredients'), watch('allergens'), field.value)}
                error={errors.allergen_answers?.message}
              />
            )}
          />
          <Controller
            control={control}
            name="diets"
            render={({ field }) => (
              <DietField value={field.value} onChange={field.onChange} error={errors.diets?.message} />
            )}
          />
        </Section>

        <Section title="For the label">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Net weight or volume (optional)"
              placeholder="450 g"
              autoComplete="off"
              {...input('net_quantity')}
            />
            <TextField
              label="Shelf life in days"
              hint="From the day it is made. 0 if you write the date by hand."
              inputMode="numeric"
              autoComplete="off"
              {...input('shelf_life_days')}
            />
          </div>
          <TextField
            label="Storage (optional)"
            placeholder="Keep in the fridge"
            autoComplete="off"
            {...input('storage_advice')}
          />
        </Section>

        <Section title="Delivery and pickup">
          <Switch label="Available for delivery" {...register('available_for_delivery')} />
          {watch('available_for_delivery') && delivery}
          <Switch label="Available for pickup" {...register('available_for_pickup')} />
          {watch('available_for_pickup') &&
            (pickup ?? <Notice tone="info">Pickup schedules can be set after creating the product.</Notice>)}
        </Section>

        <div className="own-bar sticky bottom-0 z-20 -mx-4 mt-8 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-paper px-4 pt-3 pb-safe-3 sm:mx-0 sm:px-0">
          {Object.keys(errors).length > 0 && (
            <p role="status" className="mr-auto text-sm font-medium text-alarm max-sm:w-full">
              Please correct the fields marked above.
            </p>
          )}
          {missing.length > 0 && (
            <p role="status" className="mr-auto text-sm font-medium text-alarm max-sm:w-full">
              {missing.length === 1
                ? '1 allergen is still to be declared.'
                : `${missing.length} allergens are still to be declared.`}
            </p>
          )}
          {unanswered > 0 && (
            <p role="status" className="mr-auto text-sm font-medium text-alarm max-sm:w-full">
              {unanswered === 1
                ? '1 choice mentions an allergen that is still to be answered.'
                : `${unanswered} choices mention allergens that are still to be answered.`}
            </p>
          )}
          {allergenNotice}
          {draftLabel && (
            <Button
              variant="secondary"
              busy={savingAs === 'draft'}
              disabled={savingAs !== null || isUploading}
              onClick={() => void save('draft')}
              className="max-sm:grow"
            >
              {draftLabel}
            </Button>
          )}
          <Button
            type="submit"
            busy={savingAs === 'published'}
            disabled={savingAs !== null || isUploading}
            className="max-sm:grow"
          >
            {isUploading ? 'Uploading...' : publishLabel}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="mt-6 space-y-5">
      <h2 className="text-xl">{title}</h2>
      {children}
    </Card>
  )
}
