/** What other pages use of a seller's orders. */
import { lazyDialog } from '#ui/lazy-dialog'

export { prefetchShopOrders } from './prefetch-shop-orders.ts'
export const ExportDialog = lazyDialog(() => import('./export-dialog.tsx').then((module) => module.ExportDialog))
