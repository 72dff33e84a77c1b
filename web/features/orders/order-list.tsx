/** Lists of orders, and what stands there before they are known; the one of what somebody has bought. */
import { ChevronRight, CloudAlert, ShoppingBag } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dateWithYear, londonTime } from '#domain/calendar'
import { formatPence, toPence } from '#domain/money'
import { orderNumber } from '#domain/order-state'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { Picture } from '#ui/picture'
import { Skeleton } from '#ui/skeleton'
import { type Order, type OrdersOf, useOrders } from './order.ts'
import { handOverLine, itemsLine, OrderState } from './order-facts.tsx'

interface OrderPagesProps {
  userId: string
  whose: OrdersOf
  /** Instead of the list, where there is none. */
  empty: ReactNode
  children: (order: Order) => ReactNode
}

/** Orders page by page, as far as they were asked for: what is bought and what is sold alike. */
export function OrderPages({ userId, whose, empty, children }: OrderPagesProps) {
  const { orders, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useOrders(userId, whose)
  if (!orders) return isError ? <OrdersUnreachable retry={() => void refetch()} /> : <OrdersLoading />
  if (orders.length === 0) return empty
  return (
    <>
      <ul aria-label="Orders" className="grid gap-3">
        {orders.map((order) => (
          <li key={order.id}>{children(order)}</li>
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

export function OrderList({ userId }: { userId: string }) {
  const empty = (
    <EmptyState icon={ShoppingBag} title="No orders yet" actions={<LinkButton to="/">Browse Products</LinkButton>}>
      <p>What you order from local bakers appears here.</p>
    </EmptyState>
  )
  return (
    <OrderPages userId={userId} whose={{ buyerId: userId }} empty={empty}>
      {(order) => <OrderRow order={order} />}
    </OrderPages>
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
