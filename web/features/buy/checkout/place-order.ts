/** Places an order with an idempotency key, so that a retry is safe. */
import { z } from 'zod'
import type { OrderRequest } from '#domain/checkout/checkout'
import type { RefusalCode } from '#domain/checkout/refusal-codes'
import type { AppContext } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { QueryError } from '#platform/unwrap.ts'
import { idempotencyKeyFor } from './checkout-storage.ts'
import { cancelCheckout, readStoredCheckouts, type StartedCheckout } from './stored-checkouts.ts'

/** Returns the checkout to pay. It is already paid if the total is 0, or if an earlier attempt turns out to be paid. */
export async function placeOrder(app: AppContext, userId: string, request: OrderRequest): Promise<PlacedOrder> {
  // Not through the query cache: the page would leave for a pending one, which this order replaces.
  const checkouts = await readStoredCheckouts(app, userId)
  const paid = checkouts.find(({ status }) => status === 'paid')
  if (paid) return { checkoutId: paid.id, isPaid: true }
  const key = idempotencyKeyFor(userId, JSON.stringify(request))
  // Pending checkouts hold stock that this order may need.
  const inTheWay = checkouts.filter(({ status, idempotency_key: other }) => status === 'pending' && other !== key)
  for (const checkout of inTheWay) await cancelUnlessPaid(app, checkout)
  return send(app, request, key)
}

/**
 * Accepts a quote, independent of the basket. After a lost response the order is found by its conversation, which has
 * at most one for each version of the quote.
 */
export async function placeQuoteOrder(
  app: AppContext,
  quote: { readonly conversationId: string; readonly version: number },
  request: OrderRequest,
): Promise<PlacedOrder> {
  const [existing] = await read(app, (client) =>
    client
      .from('orders')
      .select('checkout_id, paid_at')
      .match({ chat_room_id: quote.conversationId, quote_version: quote.version })
      .neq('status', 'cancelled')
      .limit(1),
  )
  if (existing?.checkout_id) return { checkoutId: existing.checkout_id, isPaid: existing.paid_at !== null }
  return send(app, request, crypto.randomUUID())
}

async function send(app: AppContext, request: OrderRequest, key: string): Promise<PlacedOrder> {
  const response = await read(app, (client) => client.rpc('place_order', { order: request, idempotency_key: key }))
  const { checkout_id: checkoutId, total } = placedSchema.parse(response)
  return { checkoutId, isPaid: total === 0 }
}

const placedSchema = z.object({ checkout_id: z.string(), total: z.number() })

/** Places an order for the basket or for a quote. */
export type PlaceOrder = (request: OrderRequest) => Promise<PlacedOrder>

export interface PlacedOrder {
  readonly checkoutId: string
  readonly isPaid: boolean
}

async function cancelUnlessPaid(app: AppContext, checkout: StartedCheckout): Promise<void> {
  try {
    await cancelCheckout(app, checkout)
  } catch (error) {
    // It has just been paid. It stays bought, and the basket is updated.
    if (!(error instanceof QueryError && error.hint === ('paid' satisfies RefusalCode))) throw error
  }
}
