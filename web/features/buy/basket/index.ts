/** The basket. */

export { BasketProvider, useBasketCount } from './basket-context.tsx'
export type { BasketStore } from './basket-store.ts'
export { createBrowserBasket } from './browser-basket.ts'
export { DeliveryNote } from './delivery-note.tsx'
export { followBasket } from './follow-basket.ts'
export { usePreview } from './preview.ts'
export { QuantityField } from './quantity-field.tsx'
export { type SameAgainResult, useSameAgain } from './same-again.ts'
export { unavailableText } from './unavailable-text.ts'
export { type EditableBasket, useBasket } from './use-basket.ts'
