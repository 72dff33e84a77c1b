/** Stores the basket in localStorage, shared by all tabs. */
import { type Basket, emptyBasket, readBasket } from '#domain/basket'
import { createStore, type Store } from '#platform/create-store.ts'

export const basketKey = 'tuckbox-cart'

/** The account that the basket belongs to, and the account's lines as they were last read. */
export const accountKey = 'tuckbox-cart-account'

type BasketStorage = Pick<Storage, 'getItem' | 'setItem'>

export interface BasketStore extends Omit<Store<Basket>, 'set'> {
  /** Updates the current basket, including changes of other tabs. */
  change(next: (basket: Basket) => Basket): void
}

export interface BasketStoreOptions {
  /** Null without storage: on the server, and in browsers that forbid it. */
  storage: BasketStorage | null
  /** Called once when saving fails, for example because storage is full. The basket then lives in this tab only. */
  onSaveFailed?: () => void
}

export function createBasketStore({ storage, onSaveFailed }: BasketStoreOptions): BasketStore & { reload(): void } {
  let writableStorage = storage
  let text = read()
  const { current, set, subscribe } = createStore(readBasket(text))

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
    if (next !== current()) set(next)
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
    current,
    subscribe,
    change(update) {
      reload()
      const next = update(current())
      if (next === current()) return
      save(next)
      publish(next)
    },
    reload,
  }
}
