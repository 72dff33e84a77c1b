/** The Order History page. */

import { PageHead } from '#platform/page-head.tsx'
import { Page } from '#ui/page'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { RequireAccount } from '#web/features/account/auth/require-account.tsx'
import { OrdersLoading } from '#web/features/orders/orders/order-list.tsx'
import { OrderTabs, preloadOrders } from '#web/features/orders/orders/order-tabs.tsx'

export const loader = memberLoader((app, { id }, { url }) => preloadOrders(app, id, url.searchParams))

export function Component() {
  return (
    <Page width="medium" className="py-8 sm:py-12">
      <PageHead title="Order History" hidden />
      <h1 className="mb-6 text-3xl sm:text-4xl">Order History</h1>
      <RequireAccount fallback={<OrdersLoading />}>{() => <OrderTabs />}</RequireAccount>
    </Page>
  )
}
