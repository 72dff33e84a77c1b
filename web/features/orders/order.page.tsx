/** One order, for who bought it; who makes it is led to where they work. */
import { PackageSearch } from 'lucide-react'
import { Navigate, useParams } from 'react-router'
import { RequireAccount, type SessionUser } from '#features/auth'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { PageHead } from '#web/app/page-head.tsx'
import { BoughtOrder } from './bought-order.tsx'
import { useOrderDetail } from './order-detail.ts'
import { OrdersLoading, OrdersUnreachable } from './order-list.tsx'

export function Component() {
  const { orderId = '' } = useParams()
  return (
    <div className="page max-w-5xl! py-6 sm:py-10 print:p-0!">
      <PageHead title="Order" hidden />
      <RequireAccount fallback={<OrdersLoading />}>
        {(user) => <OneOrder key={orderId} user={user} orderId={orderId} />}
      </RequireAccount>
    </div>
  )
}

function OneOrder({ user, orderId }: { user: SessionUser; orderId: string }) {
  const { order, readAt, isError, refetch } = useOrderDetail(user.id, orderId)
  if (order)
    // Who sees it and did not buy it sold it: the baker's own screen says more of it.
    return order.buyer_id === user.id ? (
      <BoughtOrder order={order} now={readAt} />
    ) : (
      <Navigate to={`/seller/orders?order=${order.id}`} replace />
    )
  if (order === null) return <OrderNotFound />
  return isError ? <OrdersUnreachable retry={() => void refetch()} /> : <OrdersLoading />
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
