/** What other pages use of a seller's orders. */
export { prefetchShopOrders } from './prefetch-shop-orders.ts'
