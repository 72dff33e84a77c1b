/** The basket in the browser, synchronised between tabs. */
import { readBasket } from '#domain/checkout/basket'
import { createBrowserValue } from '#platform/stored-value.ts'
import { toast } from '#ui/toast'
import { type BasketStore, basketKey } from './basket-store.ts'

export function createBrowserBasket(): BasketStore {
  return createBrowserValue({
    key: basketKey,
    read: readBasket,
    onSaveFailed: () =>
      toast({
        title: 'Your basket is saved in this tab only',
        description: 'This browser’s storage is full or switched off. Your basket will be lost when you close the tab.',
      }),
  })
}
