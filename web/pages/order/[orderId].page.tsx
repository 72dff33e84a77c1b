/** The page of an order for its buyer. Sellers are redirected to their own page. */
import { Navigate, useParams } from 'react-router'
import { useNow } from '#platform/clock.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { Loaded } from '#ui/loaded'
import { Page } from '#ui/page'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { RequireAccount } from '#web/features/account/auth/require-account.tsx'
import type { SessionUser } from '#web/features/account/auth/session-user.ts'
import { BuyerOrderView } from '#web/features/orders/orders/buyer-order.tsx'
import { orderDetailQuery, useOrderDetail } from '#web/features/orders/orders/order-detail.ts'
import { OrderNotFound, OrdersLoading } from '#web/features/orders/orders/order-list.tsx'

export const loader = memberLoader(
  (app, { id }, { params: { orderId = '' } }) => void preload(app, orderDetailQuery(app, id, orderId)),
)

export function Component() {
  const { orderId = '' } = useParams()
  return (
    <Page width="wide" className="py-6 sm:py-10 print:p-0">
      <PageHead title="Order" hidden />
      <RequireAccount fallback={<OrdersLoading />}>
        {(user) => <OrderView key={orderId} user={user} orderId={orderId} />}
      </RequireAccount>
    </Page>
  )
}

function OrderView({ user, orderId }: { user: SessionUser; orderId: string }) {
  const query = useOrderDetail(orderId)
  const now = useNow()
  return (
    <Loaded query={query} failed="The order could not be loaded" loading={<OrdersLoading />}>
      {(order) => {
        if (order === null) return <OrderNotFound />
        if (order.buyer_id === user.id) return <BuyerOrderView order={order} now={now} />
        // Only the seller can see it without having bought it.
        return <Navigate to={`/seller/orders?order=${order.id}`} replace />
      }}
    </Loaded>
  )
}
