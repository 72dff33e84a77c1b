/** The basket in the browser, synchronised between tabs. */
import { toast } from '#ui/toast'
import { type BasketStore, basketKey, createBasketStore } from './basket-store.ts'

export function createBrowserBasket(): BasketStore {
  const store = createBasketStore({
    storage: localStorageIfAllowed(),
    onSaveFailed: () =>
      toast({
        title: 'Your basket is saved in this tab only',
        description: 'This browser’s storage is full. Your basket will be lost when you close the tab.',
      }),
  })
  window.addEventListener('storage', ({ key }) => {
    if (key === basketKey || key === null) store.reload()
  })
  // A page restored from the back/forward cache has missed storage events.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) store.reload()
  })
  return store
}

/** Accessing localStorage throws where the browser forbids storage. */
function localStorageIfAllowed(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
