/**
 * The basket for components. On the server and during hydration it is empty; the real one follows in the same frame.
 */
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { type Basket, basketCount, emptyBasket } from '#domain/checkout/basket'
import { type BasketStore, createBasketStore } from './basket-store.ts'

const CartContext = createContext<BasketStore | null>(null)

const emptyStore = createBasketStore({ storage: null })

/** @param store absent on the server, where every basket is empty */
export function CartProvider({ store = emptyStore, children }: { store?: BasketStore; children: ReactNode }) {
  return <CartContext value={store}>{children}</CartContext>
}

/** The number of items, which every page shows. What changes the basket is in use-cart.ts. */
export function useCartCount(): number {
  return basketCount(useLines(useCartStore()))
}

export function useCartStore(): BasketStore {
  const store = useContext(CartContext)
  if (!store) throw new Error('useCart must be used within a CartProvider')
  return store
}

export function useLines(store: BasketStore): Basket {
  return useSyncExternalStore(store.subscribe, store.current, () => emptyBasket)
}
