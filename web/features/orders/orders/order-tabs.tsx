/** The buyer's orders by status. Your Orders, Order History and the profile share it. */
import { ShoppingBag } from 'lucide-react'
import { type OrderTab, orderTabs } from '#domain/orders/order-state'
import type { AppContext } from '#platform/app-context.ts'
import { preloadPages } from '#platform/preload.ts'
import { readTab, useUrlTab } from '#platform/url-tab.ts'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { Tabs } from '#ui/tabs'
import { buyerOrdersQuery, useOrderUpdates } from './buyer-orders.ts'
import { OrderPages } from './order-list.tsx'

type TabName = OrderTab['value']

const [firstTab, ...otherTabs] = orderTabs
const tabNames: readonly [TabName, ...TabName[]] = [firstTab.value, ...otherTabs.map(({ value }) => value)]

const emptyTexts: Readonly<Record<TabName, { title: string; text: string }>> = {
  all: { title: 'No orders yet', text: 'Orders you place with local sellers appear here.' },
  processing: { title: 'No orders being processed', text: 'Orders that sellers are making for you appear here.' },
  shipped: { title: 'No shipped orders', text: 'Orders on their way to you appear here.' },
  delivered: {
    title: 'No delivered orders',
    text: 'Orders that have reached you appear here. You can review them, or order the same again.',
  },
  cancelled: { title: 'No cancelled orders', text: 'Orders that you or a seller cancelled appear here.' },
}

/** Not `tab`, because the profile has tabs of its own. */
const parameter = 'status'

export function preloadOrders(app: AppContext, userId: string, params: URLSearchParams): void {
  const tab = readTab(params, tabNames, parameter)
  const statuses = orderTabs.find(({ value }) => value === tab)?.statuses ?? null
  void preloadPages(app, buyerOrdersQuery(app, userId, statuses), 1)
}

export function OrderTabs() {
  useOrderUpdates()
  const [tab, setTab] = useUrlTab(tabNames, parameter)
  const tabs = orderTabs.map(({ value, label, statuses }) => ({
    value,
    label,
    content: <OrderPages statuses={statuses} empty={<NoOrders tab={value} />} />,
  }))
  return <Tabs variant="pills" label="Orders by status" tabs={tabs} value={tab} onValueChange={setTab} />
}

function NoOrders({ tab }: { tab: TabName }) {
  const { title, text } = emptyTexts[tab]
  return (
    <EmptyState icon={ShoppingBag} title={title} actions={<LinkButton to="/">Browse Products</LinkButton>}>
      <p>{text}</p>
    </EmptyState>
  )
}
