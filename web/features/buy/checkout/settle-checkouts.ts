/** The one place that reacts to a checkout that was paid, cancelled or has expired. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { BoughtItem } from '#domain/checkout/stored-checkouts'
import { type EditableBasket, useBasket } from '#features/buy/basket'
import { basketKeys } from '#keys/basket'
import { orderKeys } from '#keys/orders'
import { refetchKeepingPages } from '#platform/refetch.ts'
import { lastPaidAt, markExpired, onPaid, recordPaid, removeStoredCheckout } from './checkout-storage.ts'

export interface CheckoutToSettle {
  readonly idempotency_key: string
  readonly status: string
  readonly orders: readonly { readonly items: readonly BoughtItem[] }[]
}

/** Choices and notes for a checkout that were made before this moment belong to an earlier order. */
export function useLastPaidAt(): number {
  return useSyncExternalStore(onPaid, lastPaidAt, () => 0)
}

export function useSettledCheckouts(userId: string, checkouts: readonly CheckoutToSettle[] | undefined): void {
  const basket = useBasket()
  const queryClient = useQueryClient()
  const settleAll = useEffectEvent((found: readonly CheckoutToSettle[]) => {
    const settled = found.filter((checkout) => settle(checkout, basket))
    if (settled.length > 0) refetch(queryClient, userId)
  })
  useEffect(() => settleAll(checkouts ?? []), [checkouts])
}

/**
 * The items of a paid checkout leave the basket, and choices made for it are void. The stored checkout is removed first,
 * so that its items leave the basket once, in whichever tab finds it.
 * @returns false if there was nothing to do
 */
export function settle(
  { idempotency_key: key, status, orders }: CheckoutToSettle,
  basket: Pick<EditableBasket, 'removeBought'>,
): boolean {
  if (status === 'pending') return false
  if (status === 'expired') return markExpired(key)
  const isFirst = removeStoredCheckout(key)
  if (isFirst && status === 'paid') {
    recordPaid()
    basket.removeBought(orders.flatMap(({ items }) => items))
  }
  return isFirst
}

function refetch(queryClient: QueryClient, userId: string): void {
  for (const queryKey of [basketKeys.previews, orderKeys.all(userId)])
    void refetchKeepingPages(queryClient, { queryKey })
}
