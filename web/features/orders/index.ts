/** Orders of buyers, and the parts that the seller's pages share. */

export { type OrderAddress, readAddress } from './order-address.ts'
export { itemOptions, itemsLine, OrderStatusBadge } from './order-facts.tsx'
export { OrdersFailed, OrdersLoading } from './order-list.tsx'
export { OrderTotals } from './order-money.tsx'
export { OrderNotFound } from './order-not-found.tsx'
export { OrderTabs, preloadOrders } from './order-tabs.tsx'
