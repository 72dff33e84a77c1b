/** The orders somebody has bought, the newest first. */
import { ChevronRight, CloudAlert, ShoppingBag } from 'lucide-react'
import { Link } from 'react-router'
import { dateWithYear, londonTime } from '#domain/calendar'
import { formatPence, toPence } from '#domain/money'
import { orderNumber } from '#domain/order-state'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { Picture } from '#ui/picture'
import { Skeleton } from '#ui/skeleton'
import { type Order, useOrders } from './order.ts'
import { handOverLine, itemsLine, OrderState } from './order-facts.tsx'

export function OrderList({ userId }: { userId: string }) {
  const { orders, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useOrders(userId, {
    buyerId: userId,
  })
  if (!orders) return isError ? <OrdersUnreachable retry={() => void refetch()} /> : <OrdersLoading />
  if (orders.length === 0) {
    return (
      <EmptyState icon={ShoppingBag} title="No orders yet" actions={<LinkButton to="/">Browse Products</LinkButton>}>
        <p>What you order from local bakers appears here.</p>
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label="Orders" className="grid gap-3">
        {orders.map((order) => (
          <li key={order.id}>
            <OrderRow order={order} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="secondary"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
          className="mt-6 self-center"
        >
          Show older orders
        </Button>
      )}
    </>
  )
}

function OrderRow({ order }: { order: Order }) {
  return (
    <Link
      to={`/order/${order.id}`}
      className="flex items-center gap-4 rounded-2xl border border-line bg-card p-4 transition-colors hover:border-ink/30 hover:bg-white sm:p-5"
    >
      <span className="w-16 shrink-0 self-start overflow-hidden rounded-xl sm:w-20">
        <Picture source={order.items[0]?.image} alt="" sizes="5rem" />
      </span>
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold wrap-anywhere">{order.shop_name}</span>
          <OrderState status={order.status} />
        </span>
        <span className="block wrap-anywhere">{itemsLine(order.items)}</span>
        <span className="block text-sm text-ink-soft">{handOverLine(order)}</span>
        <span className="mt-1 flex flex-wrap gap-x-3 text-sm text-ink-soft tabular-nums">
          <span>Order {orderNumber(order.id)}</span>
          <span>{dateWithYear(londonTime(new Date(order.created_at)).date)}</span>
          <span className="font-semibold text-ink">{formatPence(toPence(order.total_amount))}</span>
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink/40" />
    </Link>
  )
}

export function OrdersLoading() {
  return (
    <div className="grid gap-3">
      <p role="status" className="sr-only">
        Loading orders...
      </p>
      <Skeleton className="h-32 rounded-2xl!" />
      <Skeleton className="h-32 rounded-2xl!" />
    </div>
  )
}

export function OrdersUnreachable({ retry }: { retry: () => void }) {
  return (
    <EmptyState
      icon={CloudAlert}
      title="The orders could not be loaded"
      actions={<Button onClick={retry}>Try again</Button>}
    >
      <p role="alert">Check your connection and try again.</p>
    </EmptyState>
  )
}
