/** What became of the orders this browser has begun to buy: what is paid leaves the basket, what is over is forgotten, what waits is told of. */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { BoughtItem } from '#domain/purchases'
import { useSession } from '#features/auth'
import { type AppContext, type Backend, useApp } from '#web/app/app-context.ts'
import { unwrap, unwrapOptional } from '#web/app/unwrap.ts'
import { type Cart, useCart } from './cart-context.tsx'
import { forget, purchasesOf, retire } from './kept-purchases.ts'

function selectCheckouts(client: Backend, keys: readonly string[]) {
  return client
    .from('checkouts')
    .select(
      `id, idempotency_key, status, expires_at, total,
      orders(items:order_items(product_id, quantity, variation, personalization, custom_request_details))`,
    )
    .in('idempotency_key', keys)
}

type BegunCheckout = QueryData<ReturnType<typeof selectCheckouts>>[number]

export type PurchaseUnderWay = Pick<BegunCheckout, 'id' | 'idempotency_key' | 'expires_at' | 'total'>

type Settling = Pick<Cart, 'takeOut'>

export interface Settled {
  readonly waiting: readonly PurchaseUnderWay[]
  /** Those of which it has just become known; they have left the basket. */
  readonly paid: readonly PurchaseUnderWay[]
}

export async function settlePurchases(
  app: AppContext,
  userId: string,
  cart: Settling,
  signal?: AbortSignal,
): Promise<Settled> {
  const keys = purchasesOf(userId).map(({ key }) => key)
  if (keys.length === 0) return { waiting: [], paid: [] }
  const asked = selectCheckouts(await app.supabase(), keys)
  const checkouts = unwrap(await (signal ? asked.abortSignal(signal) : asked))
  for (const checkout of checkouts) settle(checkout, cart)
  return {
    waiting: checkouts.filter(({ status }) => status === 'pending'),
    paid: checkouts.filter(({ status }) => status === 'paid'),
  }
}

/** Forgotten first: whatever happens, nothing is taken out of the basket twice. */
function settle({ idempotency_key: key, status, orders }: BegunCheckout, cart: Settling): void {
  if (status === 'pending') return
  if (status === 'expired') {
    retire(key)
    return
  }
  forget(key)
  if (status === 'paid') cart.takeOut(orders.flatMap(({ items }): readonly BoughtItem[] => items))
}

function purchasesQuery(app: AppContext, userId: string, cart: Settling) {
  return queryOptions({
    queryKey: ['me', userId, 'purchases'],
    staleTime: 0,
    queryFn: ({ signal }) => settlePurchases(app, userId, cart, signal),
  })
}

/** Undefined until it is known; nothing for visitors. */
export function usePurchasesUnderWay(): readonly PurchaseUnderWay[] | undefined {
  const session = useSession()
  const app = useApp()
  const cart = useCart()
  const userId = session.status === 'signed-in' ? session.user.id : ''
  const { data } = useQuery({ ...purchasesQuery(app, userId, cart), enabled: userId !== '' })
  return userId === '' ? [] : data?.waiting
}

/**
 * Gives an unpaid checkout up: what it held can be bought again.
 * @throws QueryError where it has been paid meanwhile
 */
export async function cancelPurchase(
  app: AppContext,
  { id, idempotency_key: key }: Pick<PurchaseUnderWay, 'id' | 'idempotency_key'>,
): Promise<void> {
  const client = await app.supabase()
  unwrapOptional(await client.rpc('cancel_checkout', { checkout_id: id }))
  forget(key)
  await app.queryClient.invalidateQueries({ predicate: ({ queryKey }) => isAboutStock(queryKey) })
}

function isAboutStock([subject, , part]: readonly unknown[]): boolean {
  return subject === 'on-sale' || subject === 'pickup-slots' || (subject === 'me' && part === 'purchases')
}
