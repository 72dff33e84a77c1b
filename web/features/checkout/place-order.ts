/** Sends an order, under a key that makes sending it again harmless. */
import { z } from 'zod'
import type { OrderRequest } from '#domain/checkout'
import type { RefusalCode } from '#domain/refusal-codes'
import { type Cart, cancelPendingCheckout, idempotencyKeyFor, reconcileCheckouts } from '#features/basket'
import type { AppContext } from '#web/app/app-context.ts'
import { QueryError, unwrap } from '#web/app/unwrap.ts'

/**
 * The checkout that now waits to be paid, or is paid already: where nothing was to be paid, and where an earlier attempt turns out to
 * have been.
 */
export async function placeOrder(
  app: AppContext,
  userId: string,
  cart: Cart,
  request: OrderRequest,
): Promise<PlacedOrder> {
  const { pending, paid } = await reconcileCheckouts(app, userId, cart)
  const [paidCheckout] = paid
  if (paidCheckout) return { checkoutId: paidCheckout.id, isPaid: true }
  const key = idempotencyKeyFor(userId, JSON.stringify(request))
  // They hold what is now bought in another way.
  for (const checkout of pending) if (checkout.idempotency_key !== key) await cancelPending(app, checkout)
  return send(app, request, key)
}

/**
 * Accepts a quote, apart from the basket and from what waits of it. Where an answer was lost, the order is found by its conversation:
 * there is one at most.
 */
export async function placeQuoteOrder(app: AppContext, roomId: string, request: OrderRequest): Promise<PlacedOrder> {
  const client = await app.supabase()
  const orders = client
    .from('orders')
    .select('checkout_id, paid_at')
    .eq('chat_room_id', roomId)
    .neq('status', 'cancelled')
  const [existing] = unwrap(await orders.limit(1))
  if (existing?.checkout_id) return { checkoutId: existing.checkout_id, isPaid: existing.paid_at !== null }
  return send(app, request, crypto.randomUUID())
}

async function send(app: AppContext, request: OrderRequest, key: string): Promise<PlacedOrder> {
  const client = await app.supabase()
  const response = unwrap(await client.rpc('place_order', { order: request, idempotency_key: key }))
  const { checkout_id: checkoutId, total } = placedSchema.parse(response)
  return { checkoutId, isPaid: total === 0 }
}

const placedSchema = z.object({ checkout_id: z.string(), total: z.number() })

/** Sends an order in the way of what it is made of: the basket, or a quote. */
export type PlaceOrder = (request: OrderRequest) => Promise<PlacedOrder>

export interface PlacedOrder {
  readonly checkoutId: string
  readonly isPaid: boolean
}

async function cancelPending(app: AppContext, checkout: Parameters<typeof cancelPendingCheckout>[1]): Promise<void> {
  try {
    await cancelPendingCheckout(app, checkout)
  } catch (error) {
    // It was paid at this very moment: it stays bought, and the basket will be told.
    if (!(error instanceof QueryError && error.hint === ('paid' satisfies RefusalCode))) throw error
  }
}
