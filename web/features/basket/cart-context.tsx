/**
 * The basket for components. On the server and during hydration it is empty; the real one follows in the same frame.
 */
import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react'
import {
  addToBasket,
  type Basket,
  type BasketLine,
  basketCount,
  basketTotalPence,
  emptyBasket,
  removeFromBasket,
  setBasketQuantity,
} from '#domain/basket'
import { type BoughtItem, removeBoughtItems } from '#domain/stored-checkouts'
import { type BasketStore, createBasketStore } from './basket-store.ts'

const CartContext = createContext<BasketStore | null>(null)

const emptyStore = createBasketStore({ storage: null })

/** @param store absent on the server, where every basket is empty */
export function CartProvider({ store = emptyStore, children }: { store?: BasketStore; children: ReactNode }) {
  return <CartContext value={store}>{children}</CartContext>
}

export interface Cart {
  readonly lines: Basket
  /** The sum of the quantities. */
  readonly count: number
  readonly totalPence: number
  /** @returns the number added: at most the stock, or 99 of a line */
  add(line: BasketLine, stock: number): number
  remove(position: number): void
  /** Ignores values below 1 and invalid numbers. */
  setQuantity(position: number, quantity: number, maxQuantity?: number): void
  removeBought(items: readonly BoughtItem[]): void
  empty(): void
}

export function useCart(): Cart {
  const store = useCartStore()
  const lines = useLines(store)
  return useMemo(
    () => ({
      lines,
      count: basketCount(lines),
      totalPence: basketTotalPence(lines),
      add(line, stock) {
        let added = 0
        store.change((basket) => {
          const after = addToBasket(basket, line, stock)
          added = after.added
          return after.basket
        })
        return added
      },
      remove: (position) => store.change((basket) => removeFromBasket(basket, position)),
      setQuantity: (position, quantity, maxQuantity) =>
        store.change((basket) => setBasketQuantity(basket, position, quantity, maxQuantity)),
      removeBought: (items) => store.change((basket) => removeBoughtItems(basket, items)),
      empty: () => store.change(() => emptyBasket),
    }),
    [store, lines],
  )
}

export function useCartCount(): number {
  return basketCount(useLines(useCartStore()))
}

function useCartStore(): BasketStore {
  const store = useContext(CartContext)
  if (!store) throw new Error('useCart must be used within a CartProvider')
  return store
}

function useLines(store: BasketStore): Basket {
  return useSyncExternalStore(store.subscribe, store.current, () => emptyBasket)
}
