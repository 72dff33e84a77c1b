/** The full edit page of a product, which also publishes drafts. */

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import type { ProductFormInput, ProductFormOutput } from '#domain/forms/product-form'
import { type ProductStatus, toProductForm, toProductRecord } from '#domain/product-record'
import { type OwnShop, PickupSchedulePanel, SellerPage, useSellerShop } from '#features/seller'
import { useApp } from '#platform/app-context.ts'
import { PageHead } from '#platform/page-head.tsx'
import { toast } from '#ui/toast'
import { ConflictNotice } from './conflict-notice.tsx'
import { EditorLoading, LoadingFailed, OwnProductMissing } from './editor-states.tsx'
import { type OwnProduct, ownProductQuery, useUserId } from './own-products.ts'
import { ProductEditor, type SaveAs, useProductEditorForm } from './product-editor.tsx'
import { isConflict, serverMessage, useSaveProduct } from './product-mutations.ts'
import { useMergedEdits } from './use-merged-edits.ts'

export const handle = new SellerPage('Edit Product', {
  purpose: 'view products',
  Loading: () => <EditorLoading heading="Edit Product" />,
})

export function Component() {
  return (
    <>
      <PageHead title={handle.title} hidden />
      <LoadedProduct />
    </>
  )
}

function LoadedProduct() {
  const shop = useSellerShop()
  const { productId = '' } = useParams()
  const userId = useUserId()
  const { data, isError, refetch } = useQuery(ownProductQuery(useApp(), userId, shop.id, productId))
  if (data && userId !== null) return <EditProduct key={data.id} product={data} shop={shop} userId={userId} />
  if (data === null) return <OwnProductMissing />
  if (isError) return <LoadingFailed title="Error loading products" retry={() => void refetch()} />
  return <EditorLoading heading="Edit Product" />
}

const labels: Record<keyof ProductFormInput, string> = {
  name: 'Product Name',
  description: 'Description',
  price: 'Price',
  image: 'Picture',
  category: 'Category',
  stock: 'Stock',
  productType: 'Product type',
  isBestseller: 'Bestseller',
  availableForDelivery: 'Available for delivery',
  availableForPickup: 'Available for pickup',
  requiresConsultation: 'Requires consultation',
  minPrice: 'Minimum price',
  maxPrice: 'Maximum price',
  pictures: 'Pictures',
  variations: 'Variations',
  ingredients: 'Ingredients',
  allergens: 'Allergens',
  leadTimeDays: 'Lead time in days',
}

function EditProduct({ product, shop, userId }: { product: OwnProduct; shop: OwnShop; userId: string }) {
  const navigate = useNavigate()
  const form = useProductEditorForm(toProductForm(product))
  const merging = useMergedEdits(form, product, { shopId: shop.id, toInput: toProductForm })
  const save = useSaveProduct()
  const { status } = merging.base

  async function saveChanges(edited: ProductFormOutput, as: SaveAs) {
    const record = toProductRecord(edited, savedStatus(status, as))
    const { pictures } = toProductForm(merging.base)
    try {
      await save.mutateAsync({ id: product.id, record, expectedUpdatedAt: merging.version, previousPictures: pictures })
    } catch (error) {
      if (isConflict(error)) {
        await merging.mergeLatest()
        window.scrollTo({ top: 0 })
      } else {
        toast({
          title: 'Error',
          description: serverMessage(error) ?? 'Failed to update product',
          variant: 'destructive',
        })
      }
      return
    }
    if (as === 'draft') toast({ title: 'Draft saved', description: 'Only you can see it until you publish it.' })
    else toast({ title: 'Success', description: 'Product updated successfully' })
    void navigate('/seller/products')
  }

  return (
    <ProductEditor
      form={form}
      heading="Edit Product"
      userId={userId}
      publishLabel={status === 'draft' ? 'Publish Product' : 'Save Changes'}
      draftLabel={status === 'draft' ? 'Save Draft' : undefined}
      isHidden={status === 'hidden'}
      onSave={saveChanges}
      notice={
        <div className="mt-4">
          <ConflictNotice conflict={merging.conflict} labels={labels} />
        </div>
      }
      pickup={
        <div className="rounded-2xl border border-line p-4 sm:p-5">
          <PickupSchedulePanel owner={{ productId: product.id }} headingLevel="h3" />
        </div>
      }
    />
  )
}

/** A hidden product stays hidden; a draft becomes visible when it is published. */
function savedStatus(status: string, as: SaveAs): ProductStatus {
  if (as === 'draft') return 'draft'
  return status === 'hidden' ? 'hidden' : 'active'
}
