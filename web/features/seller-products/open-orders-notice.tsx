/** Tells the seller, before a changed declaration is saved, how many buyers it concerns. */
import { useQuery } from '@tanstack/react-query'
import { changeSentences } from '#domain/allergen-changes'
import { type AllergenDeclaration, readAllergens } from '#domain/allergens'
import { useApp } from '#platform/app-context.ts'
import { type OwnProduct, openOrderCountQuery, useUserId } from './own-products.ts'

interface OpenOrdersNoticeProps {
  product: Pick<OwnProduct, 'id' | 'shop_id' | 'allergens'>
  /** As in the form. */
  declaration: AllergenDeclaration
}

export function OpenOrdersNotice({ product, declaration }: OpenOrdersNoticeProps) {
  const changes = changeSentences('It', readAllergens(product.allergens), declaration)
  const { data: count, isError } = useQuery({
    ...openOrderCountQuery(useApp(), useUserId(), product.shop_id, product.id),
    enabled: changes.length > 0,
  })
  if (changes.length === 0 || (!isError && !count)) return null
  const orders = count === 1 ? '1 open order contains' : `${count} open orders contain`
  return (
    <p role="status" className="mr-auto line-clamp-3 text-sm text-pretty text-honey-deep max-sm:w-full sm:max-w-md">
      <strong className="font-semibold">{isError ? 'Open orders may contain' : orders} this product.</strong> When you
      save, {count === 1 ? 'its buyer is' : 'their buyers are'} told: {changes.join(' ')}
    </p>
  )
}
