/** The full product form, used to create and edit products. */
import { zodResolver } from '@hookform/resolvers/zod'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Controller, FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { missingDeclarations } from '#domain/allergens'
import { type ProductFormInput, type ProductFormOutput, productForm } from '#domain/forms/product-form'
import { useApp } from '#platform/app-context.ts'
import { fieldProps } from '#platform/field-props.ts'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Switch } from '#ui/switch'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'
import { AllergenField } from './allergen-field.tsx'
import { CategoryField } from './category-field.tsx'
import { importPicture, pictureImportError } from './import-picture.ts'
import { PicturesField } from './pictures-field.tsx'
import { PriceFields } from './price-fields.tsx'
import { UnsavedChangesGuard } from './unsaved-changes-guard.tsx'
import { VariationsField } from './variations-field.tsx'

export type ProductEditorForm = UseFormReturn<ProductFormInput, unknown, ProductFormOutput>

export function useProductEditorForm(defaultValues: ProductFormInput): ProductEditorForm {
  return useForm({ resolver: zodResolver(productForm), defaultValues })
}

/** Publishing requires all allergens to be declared; saving a draft does not. */
export type SaveAs = 'published' | 'draft'

export interface ProductEditorProps {
  form: ProductEditorForm
  heading: string
  userId: string
  /** The label of the publish button. */
  publishLabel: string
  /** The label of the draft button; absent for a product that is already published. */
  draftLabel?: string | undefined
  /** A hidden product can be saved without all allergens, because buyers cannot see it. */
  isHidden?: boolean
  onSave: (product: ProductFormOutput, as: SaveAs) => Promise<void>
  /** Shown above the fields. */
  notice?: ReactNode
  /** Shown below the pickup switch. */
  pickup?: ReactNode
}

export function ProductEditor(props: ProductEditorProps) {
  const { form, heading, userId, publishLabel, draftLabel, isHidden = false, onSave, notice, pickup } = props
  const app = useApp()
  const [saving, setSaving] = useState<SaveAs | null>(null)
  const [missing, setMissing] = useState<readonly string[]>([])
  const [isUploading, setIsUploading] = useState(false)
  const { register, control, formState, handleSubmit, watch } = form
  const { errors } = formState
  const input = fieldProps(register, errors)

  const save = (as: SaveAs) =>
    handleSubmit(async (product) => {
      const needed = as === 'published' && !isHidden ? missingDeclarations(product.allergens) : []
      setMissing(needed)
      if (needed.length > 0) {
        // Focus alone would scroll to the middle of this tall fieldset.
        const field = document.getElementById('allergens')
        field?.focus({ preventScroll: true })
        field?.scrollIntoView()
        return
      }
      setSaving(as)
      await importTypedPicture(product)
        .then((whole) => whole && onSave(whole, as))
        .finally(() => setSaving(null))
    })()

  /** Imports a picture URL still in the field. @returns undefined if the import fails, with an error on the field */
  async function importTypedPicture(product: ProductFormOutput): Promise<ProductFormOutput | undefined> {
    if (product.image === '') return product
    try {
      const pictures = [...product.pictures, await importPicture(app, product.image)]
      form.setValue('pictures', pictures, { shouldDirty: true })
      form.setValue('image', '')
      return { ...product, pictures, image: '' }
    } catch (error) {
      form.setError('image', { message: pictureImportError(error) }, { shouldFocus: true })
      return undefined
    }
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save('published')
        }}
        className="page max-w-3xl! pt-6 sm:pt-10"
      >
        <Link
          to="/seller/products"
          className="inline-flex items-center gap-1.5 py-2 font-semibold text-ink-soft hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-4.5" />
          Back to Products
        </Link>
        <UnsavedChangesGuard isUnsaved={formState.isDirty && saving === null} />
        <h1 className="mt-2 text-3xl sm:text-4xl">{heading}</h1>
        {notice}

        <Section title="Product details">
          <Controller
            control={control}
            name="pictures"
            render={({ field }) => (
              <PicturesField
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
              <CategoryField value={field.value} onChange={field.onChange} error={errors.category?.message} />
            )}
          />
        </Section>

        <Section title="Price and stock">
          <PriceFields />
          <VariationsField />
          <div className="grid grid-cols-2 gap-4">
            <TextField label="Stock" inputMode="numeric" autoComplete="off" {...input('stock')} />
            <TextField
              label="Lead time in days"
              hint="0 if it can be ready the same day"
              inputMode="numeric"
              autoComplete="off"
              {...input('leadTimeDays')}
            />
          </div>
          <Switch label="Bestseller" hint="Shows a badge on the product." {...register('isBestseller')} />
        </Section>

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
                missing={missing}
              />
            )}
          />
        </Section>

        <Section title="Delivery and pickup">
          <Switch label="Available for delivery" {...register('availableForDelivery')} />
          <Switch label="Available for pickup" {...register('availableForPickup')} />
          {watch('availableForPickup') &&
            (pickup ?? (
              <p className="rounded-xl bg-sky-pale px-4 py-3 text-sky-deep">
                Pickup schedules can be set after creating the product.
              </p>
            ))}
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
          {draftLabel && (
            <Button
              variant="secondary"
              busy={saving === 'draft'}
              disabled={saving !== null || isUploading}
              onClick={() => void save('draft')}
              className="max-sm:grow"
            >
              {draftLabel}
            </Button>
          )}
          <Button
            type="submit"
            busy={saving === 'published'}
            disabled={saving !== null || isUploading}
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
