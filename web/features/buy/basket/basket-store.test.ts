import { describe, expect, it, vi } from 'vitest'
import { addToBasket, type Basket, type BasketLine, basketCount, emptyBasket } from '#domain/checkout/basket'
import { basketKey, createBasketStore } from './basket-store.ts'

const line: BasketLine = {
  product: { id: '1', name: 'Loaf', pricePence: 450, image: null, shop: { name: 'Crumb', slug: 'crumb' } },
  variation: null,
  options: [],
  personalization: null,
  customRequestDetails: null,
  quantity: 1,
}
const oneMore = (basket: Basket) => addToBasket(basket, line, 99).basket

/** The part of localStorage that the basket uses. */
function memoryStorage(text: string | null = null) {
  let stored = text
  return {
    getItem: (key: string) => (key === basketKey ? stored : null),
    setItem: (_: string, value: string) => {
      stored = value
    },
  }
}

describe('the basket store', () => {
  it('reads the stored basket and saves changes', () => {
    const storage = memoryStorage()
    createBasketStore({ storage }).change(oneMore)
    expect(basketCount(createBasketStore({ storage }).current())).toBe(1)
  })

  it('keeps changes that another tab has made in the meantime', () => {
    const storage = memoryStorage()
    const here = createBasketStore({ storage })
    const there = createBasketStore({ storage })
    there.change(oneMore)
    here.change(oneMore)
    expect(basketCount(here.current())).toBe(2)
  })

  it('follows another tab and notifies its listeners once', () => {
    const storage = memoryStorage()
    const here = createBasketStore({ storage })
    const listener = vi.fn()
    here.subscribe(listener)
    createBasketStore({ storage }).change(oneMore)
    here.reload()
    here.reload()
    expect(basketCount(here.current())).toBe(1)
    expect(listener).toHaveBeenCalledOnce()
  })

  it('is empty after the browser’s data was cleared in another tab', () => {
    let isCleared = false
    const storage = memoryStorage(JSON.stringify([line]))
    const store = createBasketStore({
      storage: { ...storage, getItem: (key) => (isCleared ? null : storage.getItem(key)) },
    })
    isCleared = true
    store.reload()
    expect(store.current()).toEqual(emptyBasket)
  })

  it('notifies nobody when nothing changed', () => {
    const storage = { ...memoryStorage(), setItem: vi.fn() }
    const store = createBasketStore({ storage })
    const listener = vi.fn()
    const unsubscribe = store.subscribe(listener)
    store.change((basket) => basket)
    unsubscribe()
    store.change(oneMore)
    expect(listener).not.toHaveBeenCalled()
    expect(storage.setItem).toHaveBeenCalledOnce()
  })

  it('continues in its tab when storage is full, and reports it once', () => {
    const onSaveFailed = vi.fn()
    const storage = {
      ...memoryStorage(JSON.stringify([line])),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    const store = createBasketStore({ storage, onSaveFailed })
    store.change(oneMore)
    store.change(oneMore)
    store.reload()
    expect(basketCount(store.current())).toBe(3)
    expect(onSaveFailed).toHaveBeenCalledOnce()
  })

  it.each([
    ['no storage', null],
    [
      'storage that may not be read',
      {
        getItem: () => {
          throw new DOMException('denied', 'SecurityError')
        },
        setItem: () => {},
      },
    ],
  ])('works with %s, and reports once that nothing is saved', (_, storage) => {
    const onSaveFailed = vi.fn()
    const store = createBasketStore({ storage, onSaveFailed })
    expect(onSaveFailed).not.toHaveBeenCalled()
    store.change(oneMore)
    store.change(oneMore)
    expect(basketCount(store.current())).toBe(2)
    expect(onSaveFailed).toHaveBeenCalledOnce()
  })
})
