/** Confirms a cancellation: the deadline and the refund. */
import { type FormEvent, useState } from 'react'
import { z } from 'zod'
import { buyerCancelling } from '#domain/orders/order-state'
import { momentFrom } from '#domain/values/calendar'
import { joinWithAnd } from '#domain/values/join-with-and'
import { formatPence, toPence, toPounds } from '#domain/values/money'
import { checkoutKeys } from '#keys/checkout'
import { memberKeys } from '#keys/member-keys'
import { productKeys } from '#keys/product'
import { messageFor } from '#platform/message-for.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button'
import { Dialog, DialogActions } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { LoadFailedLine } from '#ui/load-failed-line'
import { TextArea } from '#ui/text-area'
import { toast } from '#ui/toast'
import { type CancellationRefund, cancellationText, useCancellationRefund } from './cancellation-refund.ts'
import type { OrderDetail } from './order-detail.ts'
import { otherShops } from './status-text.ts'

interface CancelOrderDialogProps {
  order: OrderDetail
  now: Date
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function CancelOrderDialog({ order, now, open, onOpenChange }: CancelOrderDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Cancel this order?"
      description={<RefundDescription order={order} />}
      // The button that opened it disappears when the order is cancelled.
      finalFocus={() => document.querySelector<HTMLElement>('h1[tabindex]') ?? true}
    >
      <Form order={order} now={now} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

interface FormProps extends Pick<CancelOrderDialogProps, 'order' | 'now'> {
  onDone: () => void
}

function Form({ order, now, onDone }: FormProps) {
  const [reason, setReason] = useState('')
  const cancel = useCancelBoughtOrder(order.id)
  const cancelling = buyerCancelling(order, now)
  const { data: refund, isError, refetch } = useCancellationRefund(order)
  // The refund must be shown before the buyer can confirm.
  const isRefundKnown = order.status === 'pending payment' || refund !== undefined

  function submit(event: FormEvent): void {
    event.preventDefault()
    // A refund that has changed meanwhile is refused, and shown again.
    cancel.mutate({ reason, shown: refund }, { onSuccess: onDone, onError: () => void refetch() })
  }

  return (
    <form onSubmit={submit} className="space-y-5">
      {!isRefundKnown && isError && (
        <LoadFailedLine retry={() => void refetch()}>Your refund could not be calculated.</LoadFailedLine>
      )}
      {cancelling.kind === 'open' && (
        <p className="text-pretty">
          You can cancel {cancelling.late && 'for a full refund '}until {momentFrom(now, cancelling.until)}.
        </p>
      )}
      {cancelling.kind !== 'unpaid' && (
        <TextArea
          label={`Message to ${order.shop_name} (optional)`}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <FormError
        message={
          cancel.isError &&
          messageFor(cancel.error, 'The order could not be cancelled. Check your connection and try again.')
        }
      />
      <DialogActions>
        <Button type="submit" variant="danger" size="lg" busy={cancel.isPending} disabled={!isRefundKnown}>
          {cancel.isPending ? 'Cancelling...' : 'Cancel order'}
        </Button>
        <Button data-initial-focus variant="secondary" size="lg" onClick={onDone}>
          Keep order
        </Button>
      </DialogActions>
    </form>
  )
}

function RefundDescription({ order }: { order: OrderDetail }) {
  const { data: refund, isError } = useCancellationRefund(order)
  if (refund) return cancellationText(refund, toPence(order.received_amount), toPence(order.voucher_amount))
  if (order.status !== 'pending payment') return isError ? null : 'Calculating your refund…'
  const others = otherShops(order.checkout, order.id)
  if (others.length === 0) return 'This order has not been paid, so nothing was charged.'
  return `This order has not been paid, so nothing was charged. It shares one payment with what you ordered from ${joinWithAnd(others)}, which will be cancelled too.`
}

const cancelledSchema = z.object({ refund: z.object({ amount: z.number() }).nullable() })

interface Cancelled {
  readonly reason: string
  readonly shown: CancellationRefund | undefined
}

function useCancelBoughtOrder(orderId: string) {
  return useWrite({
    run: async (app, { reason, shown }: Cancelled): Promise<{ refundPence: number }> => {
      const request = {
        order_id: orderId,
        ...(reason.trim() && { reason: reason.trim() }),
        ...(shown && { shown_refund: Number(toPounds(shown.refundPence)) }),
      }
      const { refund } = cancelledSchema.parse(await read(app, (client) => client.rpc('cancel_order', request)))
      return { refundPence: refund ? toPence(refund.amount) : 0 }
    },
    failure: 'shown',
    // The items are on sale again.
    invalidates: [memberKeys.all, checkoutKeys.offeredDays, productKeys.all],
    onSuccess({ refundPence }) {
      const description =
        refundPence > 0 ? `${formatPence(refundPence)} is on its way back to you.` : 'There is nothing to refund.'
      toast({ title: 'Order cancelled', description })
    },
  })
}
