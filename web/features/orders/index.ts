/** Orders of buyers, and the parts that the seller's pages share. */

export { type OrderAddress, readAddress } from './order-address.ts'
export { itemOptions, OrderStatusBadge } from './order-facts.tsx'
export { OrderTotals } from './order-money.tsx'
export { OrderTabs } from './order-tabs.tsx'
