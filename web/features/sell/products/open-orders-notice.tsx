/** Tells the seller, before a changed declaration or changed ingredients are saved, which buyers are told of it and whom she has to tell. */
import { useQuery } from '@tanstack/react-query'
import { changeSentences } from '#domain/food/allergen-changes'
import { type AllergenDeclaration, readAllergens } from '#domain/food/allergens'
import { useMember } from '#features/account/auth'
import { useApp } from '#platform/app-context.ts'
import { Link } from '#ui/link'
import { type OpenOrders, type OwnProduct, openOrdersQuery } from './own-products.ts'

interface OpenOrdersNoticeProps {
  product: Pick<OwnProduct, 'id' | 'shop_id' | 'allergens' | 'ingredients'>
  /** As in the form. */
  declaration: AllergenDeclaration
  ingredients: string
}

export function OpenOrdersNotice({ product, declaration, ingredients }: OpenOrdersNoticeProps) {
  const changes = [
    ...changeSentences('It', readAllergens(product.allergens), declaration),
    ...(ingredients.trim() === (product.ingredients ?? '') ? [] : ['The ingredients have changed.']),
  ]
  const { data: orders, isError } = useQuery({
    ...openOrdersQuery(useApp(), useMember().id, product.shop_id, product.id),
    enabled: changes.length > 0,
  })
  if (changes.length === 0 || (!isError && !orders?.count)) return null
  const told = toldText('save', orders)
  return (
    <div role="status" className="mr-auto text-sm text-pretty text-honey-deep max-sm:w-full sm:max-w-md">
      <p className="line-clamp-3">
        <strong className="font-semibold">
          {orders
            ? `${orders.count === 1 ? '1 open order contains' : `${orders.count} open orders contain`} this product.`
            : 'Open orders may contain this product.'}
        </strong>{' '}
        {told && `${told}: `}
        {changes.join(' ')}
      </p>
      <UntoldCustomers orders={orders} />
    </div>
  )
}

/** 'When you save, its buyer is told'. Null if nobody is. @param orders undefined while they could not be counted */
export function toldText(step: 'save' | 'import', orders: OpenOrders | undefined): string | null {
  const { count, untold } = orders ?? { count: 2, untold: 0 }
  const told = count - untold
  if (told === 0) return null
  if (untold === 0) return `When you ${step}, ${told === 1 ? 'its buyer is' : 'their buyers are'} told`
  return `When you ${step}, ${told === 1 ? '1 buyer is' : `${told} buyers are`} told`
}

/** The customers whom only the seller can tell, with links to their orders. */
export function UntoldCustomers({ orders }: { orders: OpenOrders | undefined }) {
  if (orders?.untold === 0) return null
  if (!orders) return <p>Customers of orders that you entered are not told. Please tell them yourself.</p>
  const { untold, firstUntold } = orders
  const more = untold - firstUntold.length
  return (
    <p className="mt-1">
      <strong className="font-semibold">
        {untold === 1 ? '1 customer has' : `${untold} customers have`} no account. Please tell them yourself:
      </strong>{' '}
      {firstUntold.map(({ id, number }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          {/* A page of its own, because the changes here are not saved yet. */}
          <Link to={`/seller/orders?order=${id}`} target="_blank" className="text-link">
            order {number}
          </Link>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}.
    </p>
  )
}
