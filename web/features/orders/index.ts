/** What was bought and sold, and what has become of it. */

export { itemOptions, OrderState } from './order-facts.tsx'
export { OrderTotals } from './order-money.tsx'
export { OrderTabs } from './order-tabs.tsx'
export { readAddress, type WrittenAddress } from './written-address.ts'
