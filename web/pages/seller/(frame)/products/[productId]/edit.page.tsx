/** The full edit page of a product, which also publishes drafts. */

import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { useApp } from '#platform/app-context.ts'
import { PageHead } from '#platform/page-head.tsx'
import { Link } from '#ui/link'
import { LoadFailed } from '#ui/load-failed'
import { toast } from '#ui/toast'
import { useMember } from '#web/features/account/auth/require-account.tsx'
import { EditConflictNotice } from '#web/features/sell/frame/edit-conflict.tsx'
import { SellerPage, useSellerShop } from '#web/features/sell/frame/seller-page.ts'
import { useMergedEdits } from '#web/features/sell/frame/use-merged-edits.ts'
import { PickupSchedulePanel } from '#web/features/sell/hours/pickup-schedule-panel.tsx'
import type { OwnShop } from '#web/features/sell/own-shop/own-shop.ts'
import { EditorLoading, OwnProductMissing } from '#web/features/sell/products/editor-states.tsx'
import { OpenOrdersNotice } from '#web/features/sell/products/open-orders-notice.tsx'
import { type OwnProduct, ownProductQuery } from '#web/features/sell/products/own-products.ts'
import { ProductEditor, type SaveAs, useProductEditorForm } from '#web/features/sell/products/product-editor.tsx'
import { type ProductFormOutput, productFormLabels } from '#web/features/sell/products/product-form.ts'
import { draftSaved, productUpdated, useUpdateProduct } from '#web/features/sell/products/product-mutations.ts'
import { type ProductStatus, toProductForm, toProductRecord } from '#web/features/sell/products/product-record.ts'

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
  const { data, isError, refetch } = useQuery(ownProductQuery(useApp(), useMember().id, shop.id, productId))
  if (data) return <EditProduct key={data.id} product={data} shop={shop} />
  if (data === null) return <OwnProductMissing />
  if (isError) return <LoadFailed title="Error loading products" retry={() => void refetch()} />
  return <EditorLoading heading="Edit Product" />
}

function EditProduct({ product, shop }: { product: OwnProduct; shop: OwnShop }) {
  const navigate = useNavigate()
  const form = useProductEditorForm(toProductForm(product))
  const { base, conflict, merge } = useMergedEdits(form, product, toProductForm)
  const { mutateAsync } = useUpdateProduct(shop.id, product.id)
  const { status } = base

  async function saveChanges(edited: ProductFormOutput, as: SaveAs) {
    const record = toProductRecord(edited, savedStatus(status, as))
    const { pictures: previousPictures } = toProductForm(base)
    const changed = await mutateAsync({ record, expectedUpdatedAt: base.updated_at, previousPictures })
    if (changed) return merge(changed.latest)
    toast(as === 'draft' ? draftSaved : productUpdated)
    void navigate('/seller/products')
  }

  return (
    <ProductEditor
      form={form}
      heading="Edit Product"
      publishLabel={status === 'draft' ? 'Publish Product' : 'Save Changes'}
      draftLabel={status === 'draft' ? 'Save Draft' : undefined}
      isHidden={status === 'hidden'}
      onSave={saveChanges}
      notice={
        <div className="mt-4">
          <EditConflictNotice subject="This product" conflict={conflict} labels={productFormLabels} />
        </div>
      }
      allergenNotice={
        <OpenOrdersNotice
          product={product}
          declaration={form.watch('allergens')}
          ingredients={form.watch('ingredients')}
        />
      }
      price={
        <Link
          to={`/seller/products/${product.id}/recipe`}
          className="text-link inline-flex items-center gap-1.5 text-sm"
        >
          <Scale aria-hidden="true" className="size-4" />
          What it costs you, and what to charge
        </Link>
      }
      pickup={
        <div className="rounded-2xl border border-line p-4 sm:p-5">
          <PickupSchedulePanel owner={{ productId: product.id }} headingLevel="h3" />
        </div>
      }
      delivery={
        <div className="rounded-2xl border border-line p-4 sm:p-5">
          <PickupSchedulePanel owner={{ productId: product.id, fulfilment: 'delivery' }} headingLevel="h3" />
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
