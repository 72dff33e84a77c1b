/** One order, for who bought it and for who makes it. */
import { ArrowLeft, PackageSearch } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { containsSummary, mayContainSummary, readAllergens } from '#domain/allergens'
import { dateWithYear, londonTime } from '#domain/calendar'
import { formatPence, toPence } from '#domain/money'
import { orderNumber } from '#domain/order-state'
import { RequireAccount, type SessionUser } from '#features/auth'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { Picture } from '#ui/picture'
import { PageHead } from '#web/app/page-head.tsx'
import { type Order, type OrderItem, useOrder } from './order.ts'
import { HandOver, itemOptions, OrderState, OrderTotals } from './order-facts.tsx'
import { OrdersLoading, OrdersUnreachable } from './order-list.tsx'
import { readAddress } from './written-address.ts'

export function Component() {
  const { orderId = '' } = useParams()
  return (
    <div className="page max-w-4xl! py-6 sm:py-10">
      <PageHead title="Order" hidden />
      <RequireAccount fallback={<OrdersLoading />}>
        {(user) => <OneOrder key={orderId} user={user} orderId={orderId} />}
      </RequireAccount>
    </div>
  )
}

function OneOrder({ user, orderId }: { user: SessionUser; orderId: string }) {
  const { data: order, isError, refetch } = useOrder(user.id, orderId)
  if (order) return <OrderView order={order} isBuyer={order.buyer_id === user.id} />
  if (order === null) return <OrderNotFound />
  return isError ? <OrdersUnreachable retry={() => void refetch()} /> : <OrdersLoading />
}

function OrderView({ order, isBuyer }: { order: Order; isBuyer: boolean }) {
  return (
    <>
      <Link
        to={isBuyer ? '/orders' : '/seller/orders'}
        className="-ml-1 mb-2 inline-flex items-center gap-1.5 py-2 font-medium text-ink-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        {isBuyer ? 'Your Orders' : 'Orders'}
      </Link>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-3xl sm:text-4xl">Order {orderNumber(order.id)}</h1>
        <OrderState status={order.status} />
      </header>
      <p className="mt-2 text-ink-soft">
        {dateWithYear(londonTime(new Date(order.created_at)).date)}
        {isBuyer ? <ShopName order={order} /> : order.buyer_name && <>, for {order.buyer_name}</>}
      </p>
      {isBuyer && order.status === 'pending payment' && (
        <div className="mt-5 flex flex-wrap items-center justify-between gap-4 rounded-2xl bg-honey-pale p-4 text-honey-deep sm:p-5">
          <p>This order waits to be paid.</p>
          <LinkButton to={`/checkout/${order.checkout_id}`}>Pay now</LinkButton>
        </div>
      )}
      <div className="mt-6 grid items-start gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card>
          <h2 className="text-xl">Items</h2>
          <ul className="mt-2 divide-y divide-line">
            {order.items.map((item) => (
              <li key={item.id} className="py-4 last:pb-0">
                <Item item={item} />
              </li>
            ))}
          </ul>
        </Card>
        <div className="space-y-6">
          <Card>
            <h2 className="mb-2 text-xl">{order.fulfilment === 'pickup' ? 'Pickup' : 'Delivery'}</h2>
            <HandOver order={order} />
            <Phone order={order} />
          </Card>
          {order.note && (
            <Card>
              <h2 className="mb-2 text-xl">Note to the baker</h2>
              <p className="whitespace-pre-line wrap-anywhere">{order.note}</p>
            </Card>
          )}
          <Card>
            <h2 className="mb-3 text-xl">Totals</h2>
            <OrderTotals order={order} />
          </Card>
        </div>
      </div>
    </>
  )
}

function Phone({ order }: { order: Order }) {
  const phone = order.fulfilment === 'delivery' ? readAddress(order.delivery_address)?.phone : null
  return phone && <p className="mt-1 text-ink-soft">{phone}</p>
}

function ShopName({ order: { shop, shop_name: name } }: { order: Order }) {
  return (
    <>
      , from{' '}
      {shop ? (
        <Link to={`/shop/${encodeURIComponent(shop.slug)}`} className="underline underline-offset-4 hover:text-berry">
          {name}
        </Link>
      ) : (
        name
      )}
    </>
  )
}

function Item({ item }: { item: OrderItem }) {
  const declaration = readAllergens(item.allergens)
  const options = itemOptions(item)
  return (
    <div className="flex gap-4">
      <div className="w-16 shrink-0 self-start overflow-hidden rounded-xl">
        <Picture source={item.image} alt="" sizes="4rem" />
      </div>
      <div className="min-w-0 grow">
        <div className="flex items-baseline justify-between gap-x-4">
          <h3 className="font-sans text-base tracking-normal wrap-anywhere">
            {item.quantity} ×{' '}
            {item.product_id ? <Link to={`/product/${item.product_id}`}>{item.name}</Link> : item.name}
          </h3>
          <p className="font-semibold tabular-nums">{formatPence(toPence(item.price) * item.quantity)}</p>
        </div>
        {options && <p className="text-sm text-ink-soft wrap-anywhere">{options}</p>}
        {declaration && (
          <p className="mt-1 text-sm text-ink-soft">
            {containsSummary(declaration)} {mayContainSummary(declaration)}
          </p>
        )}
      </div>
    </div>
  )
}

function OrderNotFound() {
  return (
    <EmptyState
      icon={PackageSearch}
      title="Order Not Found"
      headingLevel="h1"
      className="py-20"
      actions={<LinkButton to="/orders">Your Orders</LinkButton>}
    >
      <p>There is no such order among yours. Perhaps it was made with another account.</p>
    </EmptyState>
  )
}
