/** Keeps the basket in localStorage, the same in all tabs of the browser and whoever is signed in. */
import { type Basket, emptyBasket, readBasket } from '#domain/basket'

export const basketKey = 'tuckbox-cart'

type Keeping = Pick<Storage, 'getItem' | 'setItem'>

export interface BasketStore {
  current(): Basket
  /** Changes the basket as it is now, whatever another tab has done to it meanwhile. */
  change(next: (basket: Basket) => Basket): void
  subscribe(listener: () => void): () => void
}

export interface BasketStoreOptions {
  /** Null where nothing can be kept: on the server, and in browsers that forbid it. */
  storage: Keeping | null
  /** Told once when the basket can no longer be kept, as when storage is full; it lives on in this tab alone. */
  onNotKept?: () => void
}

export function createBasketStore({ storage, onNotKept }: BasketStoreOptions): BasketStore & { reread(): void } {
  const listeners = new Set<() => void>()
  let keeping = storage
  let text = read()
  let basket = readBasket(text)

  function read(): string | null {
    try {
      return keeping?.getItem(basketKey) ?? null
    } catch {
      keeping = null
      return null
    }
  }

  function keep(next: Basket): void {
    if (!keeping) return
    text = JSON.stringify(next)
    try {
      keeping.setItem(basketKey, text)
    } catch {
      // What is kept is older than what is here: from now on only this tab knows.
      keeping = null
      onNotKept?.()
    }
  }

  function take(next: Basket): void {
    if (next === basket) return
    basket = next
    for (const listener of listeners) listener()
  }

  function reread(): void {
    if (!keeping) return
    const kept = read()
    // The same text gives the same lines: components need not render for nothing.
    if (kept === text) return
    text = kept
    take(kept === null ? emptyBasket : readBasket(kept))
  }

  return {
    current: () => basket,
    change(alter) {
      reread()
      const next = alter(basket)
      if (next === basket) return
      keep(next)
      take(next)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reread,
  }
}
