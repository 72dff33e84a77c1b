/** The page that prints labels of a product. */

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { type OwnShop, SellerPage, useSellerShop } from '#features/seller'
import { useApp } from '#platform/app-context.ts'
import { PageHead } from '#platform/page-head.tsx'
import { Link } from '#ui/link'
import { EditorLoading, LoadingFailed, OwnProductMissing } from './editor-states.tsx'
import { LabelSheet } from './label-sheet.tsx'
import { LabelWarning } from './label-warning.tsx'
import { type OwnProduct, ownProductQuery, useUserId } from './own-products.ts'

export const handle = new SellerPage('Labels', {
  purpose: 'view products',
  Loading: () => <EditorLoading heading="Labels" />,
})

export function Component() {
  return (
    <>
      <PageHead title={handle.title} hidden />
      <LoadedLabels />
    </>
  )
}

function LoadedLabels() {
  const shop = useSellerShop()
  const { productId = '' } = useParams()
  const { data, isError, refetch } = useQuery(ownProductQuery(useApp(), useUserId(), shop.id, productId))
  if (data) return <Labels product={data} shop={shop} />
  if (data === null) return <OwnProductMissing />
  if (isError) return <LoadingFailed title="Error loading products" retry={() => void refetch()} />
  return <EditorLoading heading="Labels" />
}

/** One sheet of large labels. */
const defaultCopies = 8

function Labels({ product, shop }: { product: OwnProduct; shop: OwnShop }) {
  return (
    <LabelSheet
      subject={product.name}
      back={{ to: '/seller/products', label: 'Back to Products' }}
      labels={[{ id: product.id, name: product.name, food: product, kept: product, copies: defaultCopies }]}
      shopName={shop.name}
      warning={
        <LabelWarning
          food={product}
          remedy={
            <Link to={`/seller/products/${product.id}/edit`} className="font-semibold underline">
              Complete the product
            </Link>
          }
        />
      }
    />
  )
}
