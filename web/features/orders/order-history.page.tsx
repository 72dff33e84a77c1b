/** The Order History page. */
import { memberLoader, RequireAccount } from '#features/auth'
import { PageHead } from '#platform/page-head.tsx'
import { Page } from '#ui/page'
import { OrdersLoading } from './order-list.tsx'
import { OrderTabs, preloadOrders } from './order-tabs.tsx'

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
