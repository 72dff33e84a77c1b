/** What was bought and sold, and what has become of it. */

export { type OrderAddress, readAddress } from './order-address.ts'
export { itemOptions, OrderStatusBadge } from './order-facts.tsx'
export { OrderTotals } from './order-money.tsx'
export { OrderTabs } from './order-tabs.tsx'
