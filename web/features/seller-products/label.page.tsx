/** The page that prints labels of a product. */

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { OwnShop } from '#features/seller'
import { useApp } from '#platform/app-context.ts'
import { PageHead } from '#platform/page-head.tsx'
import { EditorLoading, OwnProductMissing } from './editor-states.tsx'
import { LabelSheet } from './label-sheet.tsx'
import { LabelWarning } from './label-warning.tsx'
import { type OwnProduct, ownProductQuery, useUserId } from './own-products.ts'
import { LoadingFailed, RequireShop } from './require-shop.tsx'

export function Component() {
  return (
    <>
      <PageHead title="Labels" hidden />
      <RequireShop purpose="view products" fallback={<EditorLoading heading="Labels" />}>
        {(shop) => <LoadedLabels shop={shop} />}
      </RequireShop>
    </>
  )
}

function LoadedLabels({ shop }: { shop: OwnShop }) {
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
      labels={[{ id: product.id, name: product.name, food: product, copies: defaultCopies }]}
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
