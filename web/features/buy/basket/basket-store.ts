/** Stores the basket in localStorage, shared by all tabs. */
import { type Basket, readBasket } from '#domain/checkout/basket'
import { createStoredValue, type StoredValue, type StoredValueOptions } from '#platform/stored-value.ts'

export const basketKey = 'tuckbox-cart'

/** The last preview of the basket, with its request. It is of no use without the same one. */
export const basketPreviewKey = 'tuckbox-cart-preview'

/** The account that the basket belongs to, and the account's lines as they were last read. */
export const basketAccountKey = 'tuckbox-cart-account'

export type BasketStore = StoredValue<Basket>

export function createBasketStore(options: Pick<StoredValueOptions<Basket>, 'storage' | 'onSaveFailed'>) {
  return createStoredValue({ key: basketKey, read: readBasket, ...options })
}
