/** What the visitor is about to buy. */
export type { BasketStore } from './basket-store.ts'
export { createBrowserBasket } from './browser-basket.ts'
export { type BoughtAgain, useBuyAgain } from './buy-again.ts'
export { type Cart, CartProvider, useCart, useCartCount } from './cart-context.tsx'
export { hindranceText } from './hindrance-text.ts'
export { keyOfPurchase } from './kept-purchases.ts'
export { useOnSale } from './on-sale.ts'
export {
  cancelPurchase,
  type PurchaseUnderWay,
  settlePurchases,
  usePurchasesUnderWay,
} from './purchases-under-way.ts'
export { QuantityField, type QuantityFieldProps } from './quantity-field.tsx'
