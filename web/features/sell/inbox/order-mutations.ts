/** Writes to a seller's order. The database decides what is allowed, so none updates the screen optimistically. */

import { createElement } from 'react'
import { z } from 'zod'
import type { RefusalCode } from '#domain/checkout/refusal-codes'
import { formatPence, formatPounds, toPounds } from '#domain/values/money'
import { memberKeys } from '#keys/member-keys'
import { useApp } from '#platform/app-context.ts'
import { ownMessage } from '#platform/message-for.ts'
import { read } from '#platform/read.ts'
import { unwrap } from '#platform/unwrap.ts'
import { useWrite } from '#platform/use-write.ts'
import { toast } from '#ui/toast'
import type { OrderStep } from './seller-steps.ts'
import { UndoStep } from './undo-step.tsx'

interface OfBuyer {
  readonly id: string
  readonly number: string
  readonly buyer_name: string | null
}

const invalidates = [memberKeys.all]

/** A lost response may be a success. */
const unconfirmed =
  'We could not confirm the change. Please check your connection, and look at the order before you try again.'

export function orderError(error: unknown): string {
  return ownMessage(error) ?? unconfirmed
}

interface Advance {
  readonly step: OrderStep
  /** Confirms a hand-over before its day. */
  readonly isEarly?: boolean
}

/** How long the toast offers to undo a step. The server allows a little more. */
const undoMs = 10_000

/** @param onEarly called with a question instead, for an order that is to be handed over on a later day */
export function useAdvanceOrder({ id, number, buyer_name: buyer }: OfBuyer, onEarly: (question: string) => void) {
  const undo = useUndoStep(id)
  return useWrite({
    run: async (app, { step: { status }, isEarly = false }: Advance): Promise<{ question?: string }> => {
      const client = await app.supabase()
      const response = await client.rpc('advance_order', { order_id: id, status, ...(isEarly && { is_early: true }) })
      if (response.error?.hint === ('early' satisfies RefusalCode)) return { question: response.error.message }
      unwrap(response)
      return {}
    },
    onSuccess({ question }, { step }) {
      if (question) onEarly(question)
      else
        toast({
          title: `Order ${number} ${step.outcome}`,
          description: createElement(UndoStep, { buyer: buyer ?? 'The buyer', undo }),
          dismissAfterMs: undoMs,
        })
    },
    failure: { title: 'The order could not be updated', description: unconfirmed, coversOutage: true },
    invalidates,
  })
}

/** Not a mutation of a component: the list's row, or the page, may be gone by now. */
function useUndoStep(id: string) {
  const app = useApp()
  return async () => {
    try {
      await read(app, (client) => client.rpc('undo_order_step', { order_id: id }))
      toast({ title: 'Step undone', description: 'Nobody was told of it.' })
    } catch (error) {
      toast({ title: 'The step could not be undone', description: orderError(error), variant: 'destructive' })
    }
    await app.queryClient.invalidateQueries({ queryKey: memberKeys.all })
  }
}

const cancelResult = z.object({ refund: z.object({ amount: z.number() }).nullable() })

export function useCancelSoldOrder({ id, buyer_name: buyer }: OfBuyer) {
  return useWrite({
    run: async (app, reason: string) =>
      cancelResult.parse(await read(app, (client) => client.rpc('cancel_order', { order_id: id, reason }))),
    onSuccess: ({ refund }) =>
      toast({
        title: 'Order cancelled',
        description: refund
          ? `${formatPounds(refund.amount)} is on its way back to ${buyer ?? 'the buyer'}.`
          : 'There was nothing to refund.',
      }),
    failure: 'shown',
    invalidates,
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
  return useWrite({
    write: (client, { amountPence, reason, key }: RefundRequest) => {
      const args = { order_id: id, amount: Number(toPounds(amountPence)), reason, idempotency_key: key }
      return client.rpc('refund_order', args)
    },
    onSuccess: (_, { amountPence }) => {
      onRefunded()
      toast({
        title: 'Refund on its way',
        description: `${formatPence(amountPence)} goes back to ${buyer ?? 'the buyer'}.`,
      })
    },
    failure: 'shown',
    invalidates,
  })
}
