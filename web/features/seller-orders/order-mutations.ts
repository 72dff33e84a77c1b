/**
 * Mutations of a seller's order. The database decides what is allowed, so no mutation updates the screen
 * optimistically.
 */

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { toPence, toPounds } from '#domain/money'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { QueryError, unwrap } from '#platform/unwrap.ts'

function useOrderMutation<Input, Output>(change: (app: AppContext, input: Input) => Promise<Output>) {
  const app = useApp()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(app, input),
    // Not awaited, so that the toast appears at once. Runs after a refusal too, because the screen was then out of
    // date.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['me'] }),
  })
}

export function useAdvanceOrder() {
  return useOrderMutation(async (app, { id, status }: { id: string; status: string }) => {
    unwrap(await (await app.supabase()).rpc('advance_order', { order_id: id, status }))
  })
}

const cancelResult = z.object({ refund: z.object({ amount: z.number() }).nullable() })

/** @returns the refunded amount in pence */
export function useCancelOrder() {
  return useOrderMutation(async (app, { id, reason }: { id: string; reason: string }): Promise<number> => {
    const response = await (await app.supabase()).rpc('cancel_order', { order_id: id, reason })
    const { refund } = cancelResult.parse(unwrap(response))
    return refund ? toPence(refund.amount) : 0
  })
}

export interface RefundRequest {
  readonly id: string
  readonly amountPence: number
  readonly reason: string
  /** The idempotency key: the same for every attempt at one refund. */
  readonly key: string
}

export function useRefundOrder() {
  return useOrderMutation(async (app, { id, amountPence, reason, key }: RefundRequest) => {
    const client = await app.supabase()
    const args = { order_id: id, amount: Number(toPounds(amountPence)), reason, idempotency_key: key }
    unwrap(await client.rpc('refund_order', args))
  })
}

/** The message of the database's refusal. Without one the outcome is unknown: a lost response may be a success. */
export function orderErrorMessage(error: unknown): string {
  return error instanceof QueryError && error.hint !== null
    ? error.message
    : 'We could not confirm the change. Please check your connection, and look at the order before you try again.'
}
