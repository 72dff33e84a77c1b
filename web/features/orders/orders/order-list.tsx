/** The buyer's orders with loading and error states. */
import { ChevronRight, PackageSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { itemsLine, type OrderStatus, shortOrderId } from '#domain/orders/order-state'
import { dayWithYear } from '#domain/values/calendar'
import { formatPounds } from '#domain/values/money'
import { Button } from '#ui/button'
import { Link } from '#ui/link'
import { LoadFailed } from '#ui/load-failed'
import { Notice } from '#ui/notice'
import { PageNotice } from '#ui/page-notice'
import { Picture } from '#ui/picture'
import { Loading, Skeleton } from '#ui/skeleton'
import { useFocusNewItems } from '#web/ui/restore-focus.ts'
import { type BuyerOrder, useBuyerOrders } from './buyer-orders.ts'
import { fulfilmentLine, OrderStatusBadge } from './order-facts.tsx'
import { SameAgainButton, SameAgainOutcome, useOrderAgain } from './same-again.tsx'

interface OrderPagesProps {
  /** Limits the list to these statuses; null for all. */
  statuses: readonly OrderStatus[] | null
  empty: ReactNode
}

export function OrderPages({ statuses, empty }: OrderPagesProps) {
  const { shown, isLoadingMore, hasFailed, retry, showMore } = useBuyerOrders(statuses)
  const list = useFocusNewItems(shown?.items.length ?? 0)
  if (!shown) return hasFailed ? <LoadFailed title="The orders could not be loaded" retry={retry} /> : <OrdersLoading />
  if (shown.items.length === 0) return empty
  return (
    <>
      <ul ref={list} aria-label="Orders" className="grid gap-3">
        {shown.items.map((order) => (
          <li key={order.id} tabIndex={-1} className="min-w-0 rounded-card">
            <OrderRow order={order} />
          </li>
        ))}
      </ul>
      {hasFailed && (
        <Notice tone="error" role="alert" className="mt-6">
          Older orders could not be loaded. Check your connection and try again.
        </Notice>
      )}
      {shown.next !== null && (
        <Button variant="secondary" busy={isLoadingMore} onClick={showMore} className="mt-6 self-center">
          Show older orders
        </Button>
      )}
    </>
  )
}

export function OrdersLoading() {
  return (
    <Loading text="Loading orders..." className="grid gap-3">
      <Skeleton shape="card" className="h-32" />
      <Skeleton shape="card" className="h-32" />
    </Loading>
  )
}

/** An order in the buyer's list: a link, and below it the button to order the same again. */
function OrderRow({ order }: { order: BuyerOrder }) {
  return (
    <div className="rounded-card border border-line bg-card transition-colors has-[a:hover]:border-ink/30 has-[a:hover]:bg-raised">
      <OrderLink order={order} />
      {order.status !== 'pending payment' && <OrderAgain order={order} />}
    </div>
  )
}

function OrderAgain({ order }: { order: BuyerOrder }) {
  const again = useOrderAgain(order)
  return (
    <div className="px-4 pb-4 sm:px-5 sm:pb-5">
      <SameAgainButton again={again} variant="secondary" size="sm" of={`order ${order.number}`} />
      <SameAgainOutcome again={again} />
    </div>
  )
}

function OrderLink({ order }: { order: BuyerOrder }) {
  return (
    <Link to={`/order/${order.id}`} className="flex items-center gap-4 rounded-card p-4 sm:p-5">
      <span className="w-16 shrink-0 self-start overflow-hidden rounded-control sm:w-20">
        <Picture source={order.items.find(({ image }) => image)?.image} alt="" sizes="5rem" />
      </span>
      <span className="min-w-0 grow sm:grid sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-6">
        <span className="block min-w-0">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold wrap-anywhere">{order.shop_name}</span>
            <OrderStatusBadge status={order.status} />
          </span>
          <span className="mt-0.5 line-clamp-2 wrap-anywhere">{itemsLine(order.items)}</span>
          <span className="mt-0.5 block text-sm text-ink-soft">{fulfilmentLine(order)}</span>
        </span>
        <span className="mt-1.5 flex flex-wrap items-baseline gap-x-3 text-sm text-ink-soft tabular-nums sm:mt-0 sm:flex-col sm:items-end">
          <span className="text-base font-semibold text-ink sm:mb-0.5">{formatPounds(order.total_amount)}</span>
          <span className="font-semibold text-ink">{order.number}</span>
          <span>Order {shortOrderId(order.id)}</span>
          <span>{dayWithYear(order.created_at)}</span>
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink/40 max-sm:hidden" />
    </Link>
  )
}

export function OrderNotFound() {
  return (
    <PageNotice icon={PackageSearch} title="Order Not Found" to="/orders" link="Your Orders">
      This order doesn’t exist or isn’t yours. It may belong to another account.
    </PageNotice>
  )
}
