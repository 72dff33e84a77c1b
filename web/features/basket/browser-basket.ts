/** The basket in the browser: kept there, and in step with the other tabs. */
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
  // A page brought back from the browser's cache has heard of nothing meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) store.reload()
  })
  return store
}

/** Touching localStorage throws where the browser forbids all storage. */
function localStorageIfAllowed(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
