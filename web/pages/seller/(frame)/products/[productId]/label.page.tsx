/** The page that prints labels of a product. */

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { nothingChosen, type OfferedVariation, resolveSelection } from '#domain/catalogue/options'
import { changeSentences } from '#domain/food/allergen-changes'
import { readAddedAllergens, withChoices } from '#domain/food/choice-allergens'
import { composed } from '#domain/food/composition'
import { useApp } from '#platform/app-context.ts'
import { PageHead } from '#platform/page-head.tsx'
import { Link } from '#ui/link'
import { LoadFailed } from '#ui/load-failed'
import { Notice } from '#ui/notice'
import { useMember } from '#web/features/account/auth/require-account.tsx'
import { SellerPage, useSellerShop } from '#web/features/sell/frame/seller-page.ts'
import type { OwnShop } from '#web/features/sell/own-shop/own-shop.ts'
import { EditorLoading, OwnProductMissing } from '#web/features/sell/products/editor-states.tsx'
import { LabelSheet, type SheetLabel } from '#web/features/sell/products/label-sheet.tsx'
import { LabelWarning } from '#web/features/sell/products/label-warning.tsx'
import { type OwnProduct, ownProductQuery } from '#web/features/sell/products/own-products.ts'

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
  const { data, isError, refetch } = useQuery(ownProductQuery(useApp(), useMember().id, shop.id, productId))
  if (data) return <Labels product={data} shop={shop} />
  if (data === null) return <OwnProductMissing />
  if (isError) return <LoadFailed title="Error loading products" retry={() => void refetch()} />
  return <EditorLoading heading="Labels" />
}

/** One sheet of large labels. */
const sheetCopies = 8

/** One label, or one for each variation. A choice that is still to be made counts as on the product page. */
function labelsOf(product: OwnProduct): SheetLabel[] {
  const { id, name } = product
  const of = (variation: string | null) => {
    const { chosen, open } = resolveSelection(product, { ...nothingChosen, variation })
    const food = composed(product, chosen, open)
    return { name, food, kept: { ...product, net_quantity: food.net_quantity } }
  }
  if (product.variations.length < 2) return [{ ...of(null), id, copies: sheetCopies }]
  return product.variations.map((variation, n) => ({
    ...of(variation.name),
    id: `${id} ${variation.name}`,
    variation: variation.name,
    copies: n === 0 ? sheetCopies : 0,
  }))
}

/** Groups with a choice that adds something which no label of the product states. */
function addingGroups(product: OwnProduct): string[] {
  const stated = composed(product, [], resolveSelection(product, nothingChosen).open).allergens
  const isMore = (choice: OfferedVariation) =>
    changeSentences('It', stated, withChoices(stated, [readAddedAllergens(choice.allergens)])).length > 0
  return product.option_groups.filter(({ choices }) => choices.some(isMore)).map(({ name }) => name)
}

function Labels({ product, shop }: { product: OwnProduct; shop: OwnShop }) {
  const labels = labelsOf(product)
  const groups = addingGroups(product)
  return (
    <LabelSheet
      subject={product.name}
      back={{ to: '/seller/products', label: 'Back to Products' }}
      labels={labels}
      shopName={shop.name}
      warning={
        groups.length > 0 && (
          <Notice tone="warning" className="mt-4 wrap-anywhere">
            {`Choices of ${groups.join(', ')} add allergens, which these labels do not state. Use the labels of the order for food with such a choice.`}
          </Notice>
        )
      }
      warningOf={({ food, variation }) => (
        <LabelWarning
          food={food}
          name={variation}
          remedy={
            <Link to={`/seller/products/${product.id}/edit`} className="font-semibold underline">
              Complete the product
            </Link>
          }
        />
      )}
    />
  )
}
