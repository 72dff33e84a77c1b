/** The preview of the basket for the shopper's place, kept in the browser for times without a network. */
import { useEffect } from 'react'
import { z } from 'zod'
import type { Basket } from '#domain/checkout/basket'
import { knownPreviewSchema, requestedItem } from '#domain/checkout/preview'
import type { Destination } from '#domain/delivery/delivery-terms'
import { isUuid } from '#domain/values/ids'
import { loadText, storeText } from '#platform/stored-text.ts'
import { basketPreviewKey } from './basket-store.ts'
import { usePreview } from './preview.ts'

const storedSchema = z.object({
  /** The request as text. */
  request: z.string(),
  preview: knownPreviewSchema,
  /** Milliseconds since 1970. */
  at: z.number(),
})
type StoredPreview = z.output<typeof storedSchema>

export function useBasketPreview(basket: Basket, { place, postcode }: Destination) {
  const request = {
    // The database refuses an id that is none.
    items: basket.filter(({ product }) => isUuid(product.id)).map(requestedItem),
    destination: { ...place, ...(postcode !== null && { postcode }) },
  }
  const query = usePreview(request, request.items.length > 0)
  const { data, dataUpdatedAt, isPlaceholderData, fetchStatus, isError } = query
  const text = JSON.stringify(request)
  useEffect(() => {
    if (!data || isPlaceholderData) return
    const stored: StoredPreview = { request: text, preview: data, at: dataUpdatedAt }
    storeText(basketPreviewKey, JSON.stringify(stored))
  }, [data, dataUpdatedAt, isPlaceholderData, text])
  const isOffline = isError || fetchStatus === 'paused'
  const stored = data && !isPlaceholderData ? null : readStored(text)
  return {
    ...query,
    data: stored?.preview ?? data,
    isPlaceholderData: isPlaceholderData && !stored,
    /** When the prices were current, if there is no network for newer ones. */
    knownAt: isOffline && (stored || data) ? new Date(stored?.at ?? dataUpdatedAt) : null,
  }
}

function readStored(request: string): StoredPreview | null {
  try {
    const stored = storedSchema.parse(JSON.parse(loadText(basketPreviewKey) ?? 'null'))
    return stored.request === request ? stored : null
  } catch {
    // Invalid, or stored by another version of the app: nothing is known.
    return null
  }
}
