/** The quick edit from the table, for fields that change often; it links to the full form for the others. */
import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { useMember } from '#features/account/auth'
import { EditConflictNotice, useMergedEdits } from '#features/sell/frame'
import { PickupSchedulePanel } from '#features/sell/hours'
import type { OwnShop } from '#features/sell/own-shop'
import { useApp } from '#platform/app-context.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Dialog, DialogActions } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { Link } from '#ui/link'
import { Skeleton } from '#ui/skeleton'
import { Switch } from '#ui/switch'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toast'
import { CategoryField } from './category-field.tsx'
import { type OwnProduct, ownProductQuery } from './own-products.ts'
import { type ProductEditInput, productEditForm, productFormLabels } from './product-form.ts'
import { type ProductConflict, productUpdated, useUpdateProduct } from './product-mutations.ts'
import { toProductForm } from './product-record.ts'

export interface EditDialogProps {
  open: boolean
  onClose: () => void
  productId: string
  name: string
  shop: OwnShop
}

export function EditDialog({ open, onClose, productId, name, shop }: EditDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Edit Product"
      description={name}
      width="wide"
    >
      <EditProduct key={String(open)} productId={productId} shop={shop} onClose={onClose} />
    </Dialog>
  )
}

function EditProduct({ productId, shop, onClose }: Omit<EditDialogProps, 'open' | 'name'>) {
  const { data: product, isError } = useQuery(ownProductQuery(useApp(), useMember().id, shop.id, productId))
  if (product) return <EditForm product={product} shop={shop} onClose={onClose} />
  if (product === null) return <FormError message="This product no longer exists." />
  if (isError)
    return <FormError message="The product could not be loaded. Please check your connection and try again." />
  return <Skeleton shape="card" className="h-96" />
}

function editInput(product: OwnProduct): ProductEditInput {
  const { name, description, price, category, stock, available_for_delivery, available_for_pickup } =
    toProductForm(product)
  return { name, description, price, category, stock, available_for_delivery, available_for_pickup }
}

function EditForm({ product, shop, onClose }: { product: OwnProduct; shop: OwnShop; onClose: () => void }) {
  const form = useZodForm(productEditForm, editInput(product))
  const { input, register, control, handleSubmit, formState, watch } = form
  const { mutate, isPending } = useUpdateProduct(shop.id, product.id)
  const { base, conflict, merge } = useMergedEdits(form, product, editInput)
  const isBespoke = product.product_type === 'bespoke'

  const submit = handleSubmit(({ price, ...edit }) => {
    const record = isBespoke ? edit : { ...edit, price }
    const finish = (changed: ProductConflict | null) => {
      if (changed) return merge(changed.latest)
      toast(productUpdated)
      onClose()
    }
    mutate({ record, expectedUpdatedAt: base.updated_at }, { onSuccess: finish })
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <EditConflictNotice subject="This product" conflict={conflict} labels={productFormLabels} />
      <TextField label="Product Name" {...input('name')} />
      <TextArea label="Description" rows={3} {...input('description')} />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="Price (£)"
          type="number"
          min="0"
          step="0.01"
          inputMode="decimal"
          disabled={isBespoke}
          hint={isBespoke ? 'Quoted in a conversation' : undefined}
          {...input('price')}
        />
        {!isBespoke && !product.is_made_to_order && (
          <TextField label="Stock" type="number" min="0" step="1" inputMode="numeric" {...input('stock')} />
        )}
      </div>
      <Controller
        control={control}
        name="category"
        render={({ field }) => (
          <CategoryField value={field.value} onChange={field.onChange} error={formState.errors.category?.message} />
        )}
      />
      <Switch label="Available for delivery" {...register('available_for_delivery')} />
      <Switch label="Available for pickup" {...register('available_for_pickup')} />
      {watch('available_for_pickup') && (
        <div className="rounded-2xl border border-line p-4 sm:p-5">
          <PickupSchedulePanel owner={{ productId: product.id }} headingLevel="h3" />
        </div>
      )}
      <p className="text-sm text-ink-soft">
        Edit pictures, choices, ingredients and allergens in the{' '}
        <Link to={`/seller/products/${product.id}/edit`} className="text-link">
          full product form
        </Link>
        .
      </p>
      <DialogActions>
        <Button type="submit" size="lg" busy={isPending}>
          {isPending ? 'Saving...' : 'Save Changes'}
        </Button>
        <Button variant="secondary" size="lg" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </form>
  )
}
