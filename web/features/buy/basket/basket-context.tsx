/**
 * The basket for components. On the server and during hydration it is empty; the real one follows in the same frame.
 */
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { type Basket, basketCount, emptyBasket } from '#domain/checkout/basket'
import { type BasketStore, createBasketStore } from './basket-store.ts'

const BasketContext = createContext<BasketStore | null>(null)

const emptyStore = createBasketStore({ storage: null })

/** @param store absent on the server, where every basket is empty */
export function BasketProvider({ store = emptyStore, children }: { store?: BasketStore; children: ReactNode }) {
  return <BasketContext value={store}>{children}</BasketContext>
}

/** The number of items, which every page shows. What changes the basket is in use-basket.ts. */
export function useBasketCount(): number {
  return basketCount(useLines(useBasketStore()))
}

export function useBasketStore(): BasketStore {
  const store = useContext(BasketContext)
  if (!store) throw new Error('useBasket must be used within a BasketProvider')
  return store
}

export function useLines(store: BasketStore): Basket {
  return useSyncExternalStore(store.subscribe, store.current, () => emptyBasket)
}
