/** Cancels an order with a reason, after showing what happens to the money, the stock and the pickup time. */
import { type FormEvent, useRef, useState } from 'react'
import { handOverWhen } from '#domain/orders/order-timeline'
import { formatPence } from '#domain/values/money'
import { Button } from '#ui/button'
import { Dialog, DialogActions } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { TextArea } from '#ui/text-area'
import { orderError, useCancelSoldOrder } from './order-mutations.ts'
import { leftToRefund, type SoldOrder } from './sold-order.ts'

interface CancelDialogProps {
  order: SoldOrder
  open: boolean
  onClose: () => void
}

export function CancelDialog({ order, open, onClose }: CancelDialogProps) {
  const isCancelled = useRef(false)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      // The button that opened the dialog disappears once the order is cancelled.
      finalFocus={() => (isCancelled.current && document.querySelector<HTMLElement>('h2[tabindex]')) || true}
      title="Cancel this order?"
      description={`Order ${order.number}${order.buyer_name ? ` for ${order.buyer_name}` : ''}`}
    >
      <Form
        order={order}
        onClose={onClose}
        onCancelled={() => {
          isCancelled.current = true
          onClose()
        }}
      />
    </Dialog>
  )
}

interface FormProps extends Omit<CancelDialogProps, 'open'> {
  onCancelled: () => void
}

function Form({ order, onClose, onCancelled }: FormProps) {
  const { mutate, isPending, error, reset } = useCancelSoldOrder(order)
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const buyer = order.buyer_name ?? 'the buyer'
  const leftPence = leftToRefund(order)

  function cancel(event: FormEvent): void {
    event.preventDefault()
    setReasonMissing(reason.trim() === '')
    if (reason.trim() === '') reset()
    else mutate(reason.trim(), { onSuccess: onCancelled })
  }

  return (
    <form noValidate onSubmit={cancel} className="space-y-5">
      <ul className="list-disc space-y-1 pl-5 text-pretty">
        <li>
          {leftPence > 0 ? (
            <>
              <strong className="font-semibold">{formatPence(leftPence)}</strong> goes back to {buyer}.
            </>
          ) : (
            'There is nothing left to refund.'
          )}
        </li>
        <li>
          The stock taken for this order goes back on sale
          {handOverWhen(order) && `, and its ${order.fulfilment} time becomes available again`}.
        </li>
        <li>This cannot be undone.</li>
      </ul>
      <TextArea
        label={`Reason (shown to ${buyer})`}
        rows={3}
        maxLength={500}
        required
        value={reason}
        error={isReasonMissing ? `Please tell ${buyer} why the order is cancelled.` : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <FormError message={error ? orderError(error) : null} />
      <DialogActions>
        <Button type="submit" variant="danger" size="lg" busy={isPending}>
          {isPending ? 'Cancelling...' : 'Cancel order'}
        </Button>
        <Button variant="secondary" size="lg" disabled={isPending} onClick={onClose}>
          Keep order
        </Button>
      </DialogActions>
    </form>
  )
}
