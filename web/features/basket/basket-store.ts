/** Keeps the basket in localStorage, the same in all tabs of the browser and whoever is signed in. */
import { type Basket, emptyBasket, readBasket } from '#domain/basket'

export const basketKey = 'tuckbox-cart'

type BasketStorage = Pick<Storage, 'getItem' | 'setItem'>

export interface BasketStore {
  current(): Basket
  /** Changes the basket as it is now, whatever another tab has done to it meanwhile. */
  change(next: (basket: Basket) => Basket): void
  subscribe(listener: () => void): () => void
}

export interface BasketStoreOptions {
  /** Null where nothing can be kept: on the server, and in browsers that forbid it. */
  storage: BasketStorage | null
  /** Told once when the basket can no longer be kept, as when storage is full; it lives on in this tab alone. */
  onSaveFailed?: () => void
}

export function createBasketStore({ storage, onSaveFailed }: BasketStoreOptions): BasketStore & { reload(): void } {
  const listeners = new Set<() => void>()
  let writableStorage = storage
  let text = read()
  let basket = readBasket(text)

  function read(): string | null {
    try {
      return writableStorage?.getItem(basketKey) ?? null
    } catch {
      writableStorage = null
      return null
    }
  }

  function save(next: Basket): void {
    if (!writableStorage) return
    text = JSON.stringify(next)
    try {
      writableStorage.setItem(basketKey, text)
    } catch {
      // What is kept is older than what is here: from now on only this tab knows.
      writableStorage = null
      onSaveFailed?.()
    }
  }

  function publish(next: Basket): void {
    if (next === basket) return
    basket = next
    for (const listener of listeners) listener()
  }

  function reload(): void {
    if (!writableStorage) return
    const stored = read()
    // The same text gives the same lines: components need not render for nothing.
    if (stored === text) return
    text = stored
    publish(stored === null ? emptyBasket : readBasket(stored))
  }

  return {
    current: () => basket,
    change(update) {
      reload()
      const next = update(basket)
      if (next === basket) return
      save(next)
      publish(next)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reload,
  }
}
