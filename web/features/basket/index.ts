/** What the visitor is about to buy. */
export type { BasketStore } from './basket-store.ts'
export { createBrowserBasket } from './browser-basket.ts'
export { type Cart, CartProvider, useCart, useCartCount } from './cart-context.tsx'
export { QuantityField, type QuantityFieldProps } from './quantity-field.tsx'
