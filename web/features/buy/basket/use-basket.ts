/** The basket's lines, and what changes them. */
import { useMemo } from 'react'
import {
  addToBasket,
  type Basket,
  type BasketLine,
  basketCount,
  basketTotalPence,
  emptyBasket,
  removeFromBasket,
  setBasketQuantity,
} from '#domain/checkout/basket'
import { type BoughtItem, removeBoughtItems } from '#domain/checkout/stored-checkouts'
import { useBasketStore, useLines } from './basket-context.tsx'

export interface EditableBasket {
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

export function useBasket(): EditableBasket {
  const store = useBasketStore()
  const lines = useLines(store)
  return useMemo(
    () => ({
      lines,
      count: basketCount(lines),
      totalPence: basketTotalPence(lines),
      add(line, stock) {
        let added = 0
        store.change((basket) => {
          const after = addToBasket(basket, { ...line, addedAt: Date.now() }, stock)
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
