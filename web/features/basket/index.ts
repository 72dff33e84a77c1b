/** The basket, and the checkouts started from it. */
export type { BasketStore } from './basket-store.ts'
export { createBrowserBasket } from './browser-basket.ts'
export { type BuyAgainResult, useBuyAgain } from './buy-again.ts'
export { type Cart, CartProvider, useCart, useCartCount } from './cart-context.tsx'
export { idempotencyKeyFor } from './checkout-storage.ts'
export { useOnSale } from './on-sale.ts'
export {
  cancelPendingCheckout,
  type PendingCheckout,
  reconcileCheckouts,
  useReconciledCheckouts,
} from './pending-checkouts.ts'
export { QuantityField, type QuantityFieldProps } from './quantity-field.tsx'
export { unavailableReasonText } from './unavailable-reason-text.ts'
