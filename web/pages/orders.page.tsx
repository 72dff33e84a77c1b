/** The Your Orders page. */

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
      <PageHead title="Your Orders" hidden />
      <h1 className="text-3xl sm:text-4xl">Your Orders</h1>
      <p className="mt-2 mb-6 text-ink-soft">View and manage your orders.</p>
      <RequireAccount fallback={<OrdersLoading />}>{() => <OrderTabs />}</RequireAccount>
    </Page>
  )
}
