/** Orders of buyers, and the parts that the seller's pages share. */

export { readAddress } from './order-address.ts'
export { AddressLines, itemOptions, OrderStatusBadge } from './order-facts.tsx'
export { OrderNotFound, OrdersFailed, OrdersLoading } from './order-list.tsx'
export { OrderTotals } from './order-money.tsx'
export { OrderTabs, preloadOrders } from './order-tabs.tsx'
