/** The buyer's orders with loading and error states. */
import type { ReactNode } from 'react'
import type { OrderStatus } from '#domain/order-state'
import { Button } from '#ui/button'
import { LoadFailed } from '#ui/load-failed'
import { Skeleton } from '#ui/skeleton'
import { useFocusNewItems } from '#web/ui/restore-focus.ts'
import { useBuyerOrders } from './buyer-orders.ts'
import { OrderRow } from './order-row.tsx'

interface OrderPagesProps {
  userId: string
  /** Limits the list to these statuses; null for all. */
  statuses: readonly OrderStatus[] | null
  /** The empty state. */
  empty: ReactNode
}

/** The pages loaded so far. */
export function OrderPages({ userId, statuses, empty }: OrderPagesProps) {
  const { shown, isLoadingMore, hasFailed, retry, showMore } = useBuyerOrders(userId, statuses)
  const list = useFocusNewItems(shown?.items.length ?? 0)
  if (!shown) return hasFailed ? <OrdersFailed retry={retry} /> : <OrdersLoading />
  if (shown.items.length === 0) return empty
  return (
    <>
      <ul ref={list} aria-label="Orders" className="grid gap-3">
        {shown.items.map((order) => (
          <li key={order.id} tabIndex={-1} className="min-w-0 rounded-2xl">
            <OrderRow order={order} />
          </li>
        ))}
      </ul>
      {hasFailed && (
        <p role="alert" className="mt-6 text-alarm-deep">
          Older orders could not be loaded. Check your connection and try again.
        </p>
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
    <div className="grid gap-3">
      <p role="status" className="sr-only">
        Loading orders...
      </p>
      <Skeleton className="h-32 rounded-2xl!" />
      <Skeleton className="h-32 rounded-2xl!" />
    </div>
  )
}

export function OrdersFailed({ retry }: { retry: () => void }) {
  return (
    <LoadFailed title="The orders could not be loaded" retry={retry}>
      Check your connection and try again.
    </LoadFailed>
  )
}
