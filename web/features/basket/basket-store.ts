/** Stores the basket in localStorage, shared by all tabs. */
import { type Basket, emptyBasket, readBasket } from '#domain/basket'

export const basketKey = 'tuckbox-cart'

/** The account that the basket belongs to, and the account's lines as they were last read. */
export const accountKey = 'tuckbox-cart-account'

type BasketStorage = Pick<Storage, 'getItem' | 'setItem'>

export interface BasketStore {
  current(): Basket
  /** Updates the current basket, including changes of other tabs. */
  change(next: (basket: Basket) => Basket): void
  subscribe(listener: () => void): () => void
}

export interface BasketStoreOptions {
  /** Null without storage: on the server, and in browsers that forbid it. */
  storage: BasketStorage | null
  /** Called once when saving fails, for example because storage is full. The basket then lives in this tab only. */
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
      // The stored basket is now outdated, so this tab stops reading it.
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
    // Unchanged text must not cause a render.
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
