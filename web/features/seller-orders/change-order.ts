/** What a baker does with an order. The database decides whether it may be done; nothing is shown as done before it is. */

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { toPence, toPounds } from '#domain/money'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import { QueryError, unwrap } from '#web/app/unwrap.ts'

function useChange<Input, Output>(change: (app: AppContext, input: Input) => Promise<Output>) {
  const app = useApp()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(app, input),
    // Not awaited: whoever did something hears so at once. Also after a refusal: then something else was shown than what there is.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['me'] }),
  })
}

export function useAdvanceOrder() {
  return useChange(async (app, { id, status }: { id: string; status: string }) => {
    unwrap(await (await app.supabase()).rpc('advance_order', { order_id: id, status }))
  })
}

const cancelled = z.object({ refund: z.object({ amount: z.number() }).nullable() })

/** @returns pence that are on their way back */
export function useCancelOrder() {
  return useChange(async (app, { id, reason }: { id: string; reason: string }): Promise<number> => {
    const answer = await (await app.supabase()).rpc('cancel_order', { order_id: id, reason })
    const { refund } = cancelled.parse(unwrap(answer))
    return refund ? toPence(refund.amount) : 0
  })
}

export interface AskedRefund {
  readonly id: string
  readonly amountPence: number
  readonly reason: string
  /** The same for each try of the same refund. */
  readonly key: string
}

export function useRefundOrder() {
  return useChange(async (app, { id, amountPence, reason, key }: AskedRefund) => {
    const client = await app.supabase()
    const asked = { order_id: id, amount: Number(toPounds(amountPence)), reason, idempotency_key: key }
    unwrap(await client.rpc('refund_order', asked))
  })
}

/** What the database said where it refused, which is meant for people; else that nobody knows: an answer that was lost may have been a yes. */
export function refusalOf(error: unknown): string {
  return error instanceof QueryError && error.hint !== null
    ? error.message
    : 'We did not hear whether it was done. Please check your connection, and look at the order before you try again.'
}
