/** The checkouts that were started in this browser, with their state on the server. */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { basketKeys } from '#keys/basket'
import { checkoutKeys } from '#keys/checkout'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { read, readOptional } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import { removeStoredCheckout, storedCheckoutsOf } from './checkout-storage.ts'
import { useSettledCheckouts } from './settle-checkouts.ts'

function selectCheckouts(client: Backend, keys: readonly string[]) {
  return client
    .from('checkouts')
    .select(
      `id, idempotency_key, status, expires_at, total,
      orders(items:order_items(product_id, quantity, variation, options, personalization, custom_request_details))`,
    )
    .in('idempotency_key', keys)
}

export type StartedCheckout = QueryData<ReturnType<typeof selectCheckouts>>[number]

export async function readStoredCheckouts(
  app: AppContext,
  userId: string,
  signal?: AbortSignal,
): Promise<readonly StartedCheckout[]> {
  const keys = storedCheckoutsOf(userId).map(({ key }) => key)
  if (keys.length === 0) return []
  return read(app, (client) => {
    const checkouts = selectCheckouts(client, keys)
    return signal ? checkouts.abortSignal(signal) : checkouts
  })
}

function storedCheckoutsQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: checkoutKeys.stored(userId),
    staleTime: 0,
    queryFn: ({ signal }) => readStoredCheckouts(app, userId, signal),
  })
}

/** The pending ones; undefined while loading. The others are settled. */
export function usePendingCheckouts(userId: string): readonly StartedCheckout[] | undefined {
  const { data } = useQuery(storedCheckoutsQuery(useApp(), userId))
  useSettledCheckouts(userId, data)
  return data?.filter(({ status }) => status === 'pending')
}

/**
 * Cancels an unpaid checkout and releases its stock.
 * @throws QueryError if it has been paid in the meantime
 */
export async function cancelCheckout(
  app: AppContext,
  { id, idempotency_key: key }: Pick<StartedCheckout, 'id' | 'idempotency_key'>,
): Promise<void> {
  await readOptional(app, (client) => client.rpc('cancel_checkout', { checkout_id: id }))
  removeStoredCheckout(key)
}

/** @param success the toast, on a page that stays */
export function useCancelCheckout(userId: string, success?: { title: string; description: string }) {
  const app = useApp()
  return useWrite({
    run: cancelCheckout,
    success,
    failure: { title: 'The order could not be changed', description: 'Please try again.' },
    invalidates: [checkoutKeys.all(userId), checkoutKeys.offeredDays, basketKeys.previews],
    onSuccess: (_, { id }) => {
      // At once, because the checkout page redirects to a pending checkout.
      app.queryClient.setQueryData(storedCheckoutsQuery(app, userId).queryKey, (checkouts) =>
        checkouts?.filter((checkout) => checkout.id !== id),
      )
    },
  })
}
