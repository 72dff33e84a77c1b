/** A placed checkout, polled until its payment is confirmed. */
import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { isUuid } from '#domain/values/ids'
import { useMember } from '#features/account/auth'
import { checkoutKeys } from '#keys/checkout'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { readOptional } from '#platform/read.ts'

function selectCheckouts(client: Backend) {
  return client.from('checkouts').select(
    `id, idempotency_key, status, expires_at, subtotal, delivery_fee, tip, voucher_amount, total, balance,
    orders(id, number, shop_id, shop_name, chat_room_id, quote_version, conversation:chat_rooms(quote_version), agreed_on, fulfilment, pickup_date, pickup_start, pickup_end,
      delivery_date, delivery_start, delivery_end, cancellable_until, total_amount, discount_code, discount, delivery_discount, balance_due_on, items:order_items(id, name, quantity))`,
  )
}

export type PlacedCheckout = QueryData<ReturnType<typeof selectCheckouts>>[number]

/** Short enough for a waiting buyer, long enough for a tab that stays open. */
const pollIntervalMs = 2_000

/** Null if it does not exist or isn't the buyer's. */
function checkoutQuery(app: AppContext, userId: string, checkoutId: string) {
  return queryOptions({
    queryKey: checkoutKeys.placed(userId, checkoutId),
    staleTime: 0,
    queryFn: async ({ signal }): Promise<PlacedCheckout | null> => {
      if (!isUuid(checkoutId)) return null
      return readOptional(app, (client) =>
        selectCheckouts(client).eq('id', checkoutId).abortSignal(signal).maybeSingle(),
      )
    },
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'pending' || (data && mayStillBePaid(data, app.clock.now())) ? pollIntervalMs : false,
  })
}

/** A payment event may arrive shortly after the checkout expired, and still confirm it. */
const lateEventMs = 5 * 60_000

function mayStillBePaid({ status, expires_at: expiresAt }: PlacedCheckout, now: Date): boolean {
  return status === 'expired' && now.getTime() < Date.parse(expiresAt) + lateEventMs
}

export function usePlacedCheckout(checkoutId: string) {
  return useQuery(checkoutQuery(useApp(), useMember().id, checkoutId))
}
