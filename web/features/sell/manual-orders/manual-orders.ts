/** Places manual orders, and lists and cancels those that await payment by link. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { type OfferedDay, offeredDays } from '#domain/pickup/pickup-days'
import { useMember } from '#features/account/auth'
import { manualOrderKeys } from '#keys/manual-orders'
import { memberKeys } from '#keys/member-keys'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import { type DraftOrder, manualOrderRequest } from './draft-order.ts'

const placedSchema = z.object({
  order_id: z.string(),
  number: z.string(),
  status: z.string(),
  total: z.number(),
  buyer_name: z.string().nullable(),
  /** The secret of the payment link; null if it is not paid by link. */
  token: z.string().nullable(),
  expires_at: z.string().nullable(),
  items: z.string().nullable(),
})
export type PlacedManualOrder = z.infer<typeof placedSchema>

export function usePlaceManualOrder() {
  return useWrite({
    run: async (app, { draft, key }: { draft: DraftOrder; key: string }) => {
      const args = { order: manualOrderRequest(draft), idempotency_key: key }
      return placedSchema.parse(await read(app, (client) => client.rpc('place_manual_order', args)))
    },
    failure: 'shown',
    invalidates: [memberKeys.all],
  })
}

/** A customer pays on another device. */
const pollIntervalMs = 3_000

export function linksQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: manualOrderKeys.links(userId),
    staleTime: 0,
    refetchInterval: pollIntervalMs,
    queryFn: async ({ signal }) =>
      z.array(placedSchema).parse(await read(app, (client) => client.rpc('open_payment_links').abortSignal(signal))),
  })
}

export const useOpenPaymentLinks = () => useQuery(linksQuery(useApp(), useMember().id))

export function useCancelManualOrder() {
  return useWrite({
    write: (client, id: string) => client.rpc('cancel_manual_order', { order_id: id }),
    success: { title: 'Order cancelled', description: 'Its stock and its place are free again.' },
    failure: { title: 'The order could not be cancelled', description: 'Please try again.' },
    invalidates: [memberKeys.all],
  })
}

/** The pickup times of these products. */
export function useSlots(shopId: string, productIds: readonly string[]) {
  const app = useApp()
  const ids = [...new Set(productIds)].sort()
  return useQuery({
    queryKey: manualOrderKeys.slots(useMember().id, shopId, ids),
    enabled: ids.length > 0,
    staleTime: 15_000,
    queryFn: async ({ signal }): Promise<readonly OfferedDay[]> => {
      const args = { shop_id: shopId, product_ids: ids, fulfilment: 'pickup', days: 60 }
      return offeredDays(await read(app, (client) => client.rpc('hand_over_slots', args).abortSignal(signal)))
    },
  })
}

export const paymentLinkPath = (token: string) => `/pay-order/${token}`
