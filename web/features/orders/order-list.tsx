/** Lists of orders, page by page, and what stands there before they are known. */
import { CloudAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Skeleton } from '#ui/skeleton'
import { useFocusOnMore } from '#web/ui/catch-focus.ts'
import { type Order, type OrdersOf, useOrders } from './order.ts'

interface OrderPagesProps {
  userId: string
  whose: OrdersOf
  /** Instead of the list, where there is none. */
  empty: ReactNode
  children: (order: Order) => ReactNode
}

/** Orders page by page, as far as they were asked for: what is bought and what is sold alike. */
export function OrderPages({ userId, whose, empty, children }: OrderPagesProps) {
  const { orders, isError, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useOrders(
    userId,
    whose,
  )
  const list = useFocusOnMore(orders?.length ?? 0)
  if (!orders) return isError ? <OrdersUnreachable retry={() => void refetch()} /> : <OrdersLoading />
  if (orders.length === 0) return empty
  return (
    <>
      <ul ref={list} aria-label="Orders" className="grid gap-3">
        {orders.map((order) => (
          <li key={order.id} tabIndex={-1} className="min-w-0 rounded-2xl">
            {children(order)}
          </li>
        ))}
      </ul>
      {isFetchNextPageError && (
        <p role="alert" className="mt-6 text-alarm-deep">
          Older orders could not be loaded. Check your connection and try again.
        </p>
      )}
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
