/** What a baker has sold: paid orders, with all that is needed to make them and hand them over. */
import { ClipboardList } from 'lucide-react'
import { Link } from 'react-router'
import { dateWithYear, londonTime } from '#domain/calendar'
import { formatPence, toPence } from '#domain/money'
import { orderNumber } from '#domain/order-state'
import { RequireAccount, type SessionUser } from '#features/auth'
import { NoShop, SellerLoading, SellerUnavailable, useOwnShop } from '#features/seller'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { PageHead } from '#web/app/page-head.tsx'
import type { Order } from './order.ts'
import { handOverLine, itemOptions, OrderState } from './order-facts.tsx'
import { OrderPages } from './order-list.tsx'
import { readAddress } from './written-address.ts'

export function Component() {
  return (
    <>
      <PageHead title="Orders" hidden />
      <RequireAccount fallback={<SellerLoading />}>{(user) => <OwnOrders user={user} />}</RequireAccount>
    </>
  )
}

function OwnOrders({ user }: { user: SessionUser }) {
  const { data: shop, isError, refetch } = useOwnShop()
  if (shop) {
    return (
      <div className="page max-w-4xl! py-8 sm:py-10">
        <h1 className="mb-6 text-3xl sm:text-4xl">Orders</h1>
        <SoldOrders userId={user.id} shopId={shop.id} />
      </div>
    )
  }
  if (shop === null) return <NoShop />
  return isError ? <SellerUnavailable retry={() => void refetch()} /> : <SellerLoading />
}

function SoldOrders({ userId, shopId }: { userId: string; shopId: string }) {
  const empty = (
    <EmptyState
      icon={ClipboardList}
      title="No orders yet"
      actions={<LinkButton to="/seller/dashboard">Seller dashboard</LinkButton>}
    >
      <p>New orders appear here as soon as they are paid.</p>
    </EmptyState>
  )
  return (
    <OrderPages userId={userId} whose={{ shopId }} empty={empty}>
      {(order) => <SoldOrder order={order} />}
    </OrderPages>
  )
}

function SoldOrder({ order }: { order: Order }) {
  const address = order.fulfilment === 'delivery' ? readAddress(order.delivery_address) : null
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="text-lg">
          <Link to={`/order/${order.id}`} className="hover:text-berry">
            Order {orderNumber(order.id)}
          </Link>
        </h2>
        <OrderState status={order.status} />
        <span className="ml-auto font-semibold tabular-nums">{formatPence(toPence(order.total_amount))}</span>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <ul className="space-y-1">
          {order.items.map((item) => (
            <li key={item.id} className="wrap-anywhere">
              <span className="font-semibold">
                {item.quantity} × {item.name}
              </span>
              <span className="block text-sm text-ink-soft">{itemOptions(item)}</span>
            </li>
          ))}
        </ul>
        <div className="text-ink-soft">
          {order.buyer_name && <p className="font-medium text-ink wrap-anywhere">{order.buyer_name}</p>}
          <p>{handOverLine(order)}</p>
          {address && (
            <address className="text-sm not-italic wrap-anywhere">
              {[...address.lines.slice(1), address.phone].filter(Boolean).join(', ')}
            </address>
          )}
          <p className="text-sm">Ordered {dateWithYear(londonTime(new Date(order.created_at)).date)}</p>
        </div>
      </div>
      {order.note && (
        <p className="rounded-xl bg-honey-pale px-4 py-3 whitespace-pre-line text-honey-deep wrap-anywhere">
          <span className="font-semibold">Note:</span> {order.note}
        </p>
      )}
      <Link to={`/seller/orders/${order.id}/labels`} className="text-link self-start py-1">
        Print labels
      </Link>
    </Card>
  )
}
