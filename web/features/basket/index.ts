/** The basket. */
export type { BasketStore } from './basket-store.ts'
export { createBrowserBasket } from './browser-basket.ts'
export { type BuyAgainResult, useBuyAgain } from './buy-again.ts'
export { type Cart, CartProvider, useCart, useCartCount } from './cart-context.tsx'
export { followAccount } from './follow-account-on-demand.ts'
export { useOnSale } from './on-sale.ts'
export { QuantityField } from './quantity-field.tsx'
export { unavailableReasonText } from './unavailable-reason-text.ts'
