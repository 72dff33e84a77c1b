/**
 * Reconciles the checkouts of this browser with the server: paid items leave the basket, finished checkouts are
 * removed from storage, pending ones are shown.
 */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { BoughtItem } from '#domain/stored-checkouts'
import { useSession } from '#features/auth'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { unwrap, unwrapOptional } from '#platform/unwrap.ts'
import { type Cart, useCart } from './cart-context.tsx'
import { lastPaidAt, markExpired, recordPaid, removeStoredCheckout, storedCheckoutsOf } from './checkout-storage.ts'

function selectCheckouts(client: Backend, keys: readonly string[]) {
  return client
    .from('checkouts')
    .select(
      `id, idempotency_key, status, expires_at, total,
      orders(items:order_items(product_id, quantity, variation, personalization, custom_request_details))`,
    )
    .in('idempotency_key', keys)
}

type CheckoutRow = QueryData<ReturnType<typeof selectCheckouts>>[number]

export type PendingCheckout = Pick<CheckoutRow, 'id' | 'idempotency_key' | 'expires_at' | 'total'>

type CartUpdate = Pick<Cart, 'removeBought'>

export interface ReconciledCheckouts {
  readonly pending: readonly PendingCheckout[]
  /** Checkouts that have just been paid. Their items have left the basket. */
  readonly paid: readonly PendingCheckout[]
  /** Choices and notes for a checkout that were made before this moment belong to an earlier order. */
  readonly lastPaidAt: number
}

export async function reconcileCheckouts(
  app: AppContext,
  userId: string,
  cart: CartUpdate,
  signal?: AbortSignal,
): Promise<ReconciledCheckouts> {
  const keys = storedCheckoutsOf(userId).map(({ key }) => key)
  if (keys.length === 0) return { pending: [], paid: [], lastPaidAt: lastPaidAt() }
  const query = selectCheckouts(await app.supabase(), keys)
  const checkouts = unwrap(await (signal ? query.abortSignal(signal) : query))
  for (const checkout of checkouts) reconcile(checkout, cart)
  return {
    pending: checkouts.filter(({ status }) => status === 'pending'),
    paid: checkouts.filter(({ status }) => status === 'paid'),
    lastPaidAt: lastPaidAt(),
  }
}

/** Removes the stored checkout first, so that its items never leave the basket twice. */
function reconcile({ idempotency_key: key, status, orders }: CheckoutRow, cart: CartUpdate): void {
  if (status === 'pending') return
  if (status === 'expired') {
    markExpired(key)
    return
  }
  removeStoredCheckout(key)
  if (status !== 'paid') return
  recordPaid()
  cart.removeBought(orders.flatMap(({ items }): readonly BoughtItem[] => items))
}

function pendingCheckoutsQuery(app: AppContext, userId: string, cart: CartUpdate) {
  return queryOptions({
    queryKey: ['me', userId, 'pending-checkouts'],
    staleTime: 0,
    queryFn: ({ signal }) => reconcileCheckouts(app, userId, cart, signal),
  })
}

/** Undefined while loading; empty for visitors. */
export function useReconciledCheckouts(): Pick<ReconciledCheckouts, 'pending' | 'lastPaidAt'> | undefined {
  const session = useSession()
  const app = useApp()
  const cart = useCart()
  const userId = session.status === 'signed-in' ? session.user.id : ''
  const { data } = useQuery({ ...pendingCheckoutsQuery(app, userId, cart), enabled: userId !== '' })
  return userId === '' ? { pending: [], lastPaidAt: 0 } : data
}

/**
 * Cancels an unpaid checkout and releases its stock.
 * @throws QueryError if it has been paid in the meantime
 */
export async function cancelPendingCheckout(
  app: AppContext,
  { id, idempotency_key: key }: Pick<PendingCheckout, 'id' | 'idempotency_key'>,
): Promise<void> {
  const client = await app.supabase()
  unwrapOptional(await client.rpc('cancel_checkout', { checkout_id: id }))
  removeStoredCheckout(key)
  await app.queryClient.invalidateQueries({ predicate: ({ queryKey }) => affectsStock(queryKey) })
}

function affectsStock([subject, , part]: readonly unknown[]): boolean {
  return subject === 'on-sale' || subject === 'pickup-slots' || (subject === 'me' && part === 'pending-checkouts')
}
