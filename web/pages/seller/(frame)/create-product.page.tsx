/** The page that creates a product, published or as a draft. */

import { useNavigate } from 'react-router'
import { PageHead } from '#platform/page-head.tsx'
import { toast } from '#ui/toast'
import { SellerPage } from '#web/features/sell/frame/seller-page.ts'
import { EditorLoading } from '#web/features/sell/products/editor-states.tsx'
import { ProductEditor, type SaveAs, useProductEditorForm } from '#web/features/sell/products/product-editor.tsx'
import { type ProductFormOutput, productFormDefaults } from '#web/features/sell/products/product-form.ts'
import { draftSaved, useCreateProduct } from '#web/features/sell/products/product-mutations.ts'
import { toProductRecord } from '#web/features/sell/products/product-record.ts'

export const handle = new SellerPage('Create Product', {
  purpose: 'create products',
  Loading: () => <EditorLoading heading="Create Product" />,
})

export function Component() {
  return (
    <>
      <PageHead title={handle.title} hidden />
      <CreateProduct />
    </>
  )
}

const productCreated = {
  title: 'Product created!',
  description: 'Your product has been created and is now visible in your shop.',
}

function CreateProduct() {
  const navigate = useNavigate()
  const form = useProductEditorForm(productFormDefaults)
  const { mutateAsync } = useCreateProduct()

  async function create(product: ProductFormOutput, as: SaveAs) {
    await mutateAsync(toProductRecord(product, as === 'draft' ? 'draft' : 'active'))
    toast(as === 'draft' ? draftSaved : productCreated)
    void navigate('/seller/products')
  }

  return (
    <ProductEditor
      form={form}
      heading="Create Product"
      publishLabel="Create Product"
      draftLabel="Save Draft"
      onSave={create}
      onCategoryChange={(category) => {
        // Cakes are usually personalised. A switch that the seller has set stays.
        if (!form.formState.dirtyFields.is_personalisable)
          form.resetField('is_personalisable', { defaultValue: category === 'Cakes' })
      }}
    />
  )
}
