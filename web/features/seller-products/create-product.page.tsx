/** The page that creates a product, published or as a draft. */

import { useNavigate } from 'react-router'
import { type ProductFormOutput, productFormDefaults } from '#domain/forms/product-form'
import { toProductRecord } from '#domain/product-record'
import { SellerPage } from '#features/seller'
import { PageHead } from '#platform/page-head.tsx'
import { toast } from '#ui/toast'
import { EditorLoading } from './editor-states.tsx'
import { useUserId } from './own-products.ts'
import { ProductEditor, type SaveAs, useProductEditorForm } from './product-editor.tsx'
import { serverMessage, useSaveProduct } from './product-mutations.ts'

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

function CreateProduct() {
  const navigate = useNavigate()
  const userId = useUserId()
  const form = useProductEditorForm(productFormDefaults)
  const save = useSaveProduct()

  async function create(product: ProductFormOutput, as: SaveAs) {
    try {
      await save.mutateAsync({ record: toProductRecord(product, as === 'draft' ? 'draft' : 'active') })
    } catch (error) {
      const description = serverMessage(error) ?? 'Failed to create product. Please try again.'
      toast({ title: 'Error', description, variant: 'destructive' })
      return
    }
    if (as === 'draft') toast({ title: 'Draft saved', description: 'Only you can see it until you publish it.' })
    else
      toast({
        title: 'Product created!',
        description: 'Your product has been created and is now visible in your shop.',
      })
    void navigate('/seller/products')
  }

  if (userId === null) return <EditorLoading heading="Create Product" />
  return (
    <ProductEditor
      form={form}
      heading="Create Product"
      userId={userId}
      publishLabel="Create Product"
      draftLabel="Save Draft"
      onSave={create}
    />
  )
}
