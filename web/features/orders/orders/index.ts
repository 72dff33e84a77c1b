/** Orders of buyers, and the parts that the seller's pages share. */
export { AllergenChange } from './allergen-change.tsx'
export { madeOf } from './changed-declaration.ts'
export { readAddress } from './order-address.ts'
export { AddressLines, itemOptions, OrderStatusBadge } from './order-facts.tsx'
export { OrderTotals, owesBalance } from './order-money.tsx'
export { prefetchOrders } from './prefetch-orders.ts'
