/** The basket in the browser, synchronised between tabs. */
import { readBasket } from '#domain/checkout/basket'
import { storeText } from '#platform/stored-text.ts'
import { createBrowserValue } from '#platform/stored-value.ts'
import { toast } from '#ui/toast'
import { type BasketStore, basketKey, basketPreviewKey } from './basket-store.ts'

export function createBrowserBasket(): BasketStore {
  const basket = createBrowserValue({
    key: basketKey,
    read: readBasket,
    onSaveFailed: () =>
      toast({
        title: 'Your basket is saved in this tab only',
        description: 'This browser’s storage is full or switched off. Your basket will be lost when you close the tab.',
      }),
  })
  // Also after a sign-out, which empties the basket.
  basket.subscribe(() => {
    if (basket.current().length === 0) storeText(basketPreviewKey, null)
  })
  return basket
}
