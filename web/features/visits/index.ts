/** Anonymous counts of product views and shop visits. */
export { useProductView, useShopVisit } from './count-visits.ts'
