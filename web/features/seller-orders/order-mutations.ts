/** Writes to a seller's order. The database decides what is allowed, so none updates the screen optimistically. */

import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { formatPence, toPence, toPounds } from '#domain/money'
import { orderNumber } from '#domain/order-state'
import type { OrderStep } from '#domain/seller-steps'
import { useApp } from '#platform/app-context.ts'
import { ownMessage } from '#platform/message-for.ts'
import { memberKeys } from '#platform/query-keys.ts'
import { unwrap } from '#platform/unwrap.ts'
import { toast } from '#ui/toast'

interface OfBuyer {
  readonly id: string
  readonly buyer_name: string | null
}

const invalidates = [memberKeys.all]

/** A lost response may be a success. */
const unconfirmed =
  'We could not confirm the change. Please check your connection, and look at the order before you try again.'

export function orderError(error: unknown): string {
  return ownMessage(error) ?? unconfirmed
}

export function useAdvanceOrder({ id, buyer_name: buyer }: OfBuyer) {
  const app = useApp()
  return useMutation({
    mutationFn: async ({ status }: OrderStep) => {
      unwrap(await (await app.supabase()).rpc('advance_order', { order_id: id, status }))
    },
    onSuccess: (_, { outcome }) =>
      toast({
        title: `Order ${orderNumber(id)} ${outcome}`,
        ...(buyer ? { description: `We have let ${buyer} know.` } : {}),
      }),
    meta: {
      failure: { title: 'The order could not be updated', description: unconfirmed, coversOutage: true },
      invalidates,
    },
  })
}

const cancelResult = z.object({ refund: z.object({ amount: z.number() }).nullable() })

export function useCancelOrder({ id, buyer_name: buyer }: OfBuyer) {
  const app = useApp()
  return useMutation({
    mutationFn: async (reason: string) => {
      const response = await (await app.supabase()).rpc('cancel_order', { order_id: id, reason })
      return cancelResult.parse(unwrap(response))
    },
    onSuccess: ({ refund }) =>
      toast({
        title: 'Order cancelled',
        description: refund
          ? `${formatPence(toPence(refund.amount))} is on its way back to ${buyer ?? 'the buyer'}.`
          : 'There was nothing to refund.',
      }),
    meta: { invalidates },
  })
}

interface RefundRequest {
  readonly amountPence: number
  readonly reason: string
  /** The idempotency key: the same for every attempt at one refund. */
  readonly key: string
}

/** @param onRefunded called even if the dialog was closed in the meantime */
export function useRefundOrder({ id, buyer_name: buyer }: OfBuyer, onRefunded: () => void) {
  const app = useApp()
  return useMutation({
    mutationFn: async ({ amountPence, reason, key }: RefundRequest) => {
      const client = await app.supabase()
      const args = { order_id: id, amount: Number(toPounds(amountPence)), reason, idempotency_key: key }
      unwrap(await client.rpc('refund_order', args))
    },
    onSuccess: (_, { amountPence }) => {
      onRefunded()
      toast({
        title: 'Refund on its way',
        description: `${formatPence(amountPence)} goes back to ${buyer ?? 'the buyer'}.`,
      })
    },
    meta: { invalidates },
  })
}
