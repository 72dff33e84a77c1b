/** Asks why an order is cancelled, and says what that does: to the money, the stock and the buyer. */
import { type FormEvent, useRef, useState } from 'react'
import { formatPence } from '#domain/money'
import { orderNumber } from '#domain/order-state'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextArea } from '#ui/text-area'
import { toast } from '#ui/toast'
import { refusalOf, useCancelOrder } from './change-order.ts'
import { leftToRefund } from './left-to-refund.ts'
import { Refusal } from './refusal.tsx'
import type { SoldOrder } from './sold-order.ts'

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
      // The button that opened this goes with what can be cancelled no more.
      finalFocus={() => (isCancelled.current && document.querySelector<HTMLElement>('h2[tabindex]')) || true}
      title="Cancel this order?"
      description={`Order ${orderNumber(order.id)}${order.buyer_name ? ` for ${order.buyer_name}` : ''}`}
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
  const { mutateAsync, isPending } = useCancelOrder()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const buyer = order.buyer_name ?? 'the buyer'
  const leftPence = leftToRefund(order)

  async function cancel(event: FormEvent): Promise<void> {
    event.preventDefault()
    setRefusal(null)
    setMissing(reason.trim() === '')
    if (reason.trim() === '') return
    try {
      const refundPence = await mutateAsync({ id: order.id, reason: reason.trim() })
      onCancelled()
      toast({
        title: 'Order cancelled',
        description:
          refundPence > 0
            ? `${formatPence(refundPence)} is on its way back to ${buyer}.`
            : 'There was nothing to refund.',
      })
    } catch (error) {
      setRefusal(refusalOf(error))
    }
  }

  return (
    <form noValidate onSubmit={(event) => void cancel(event)} className="space-y-5">
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
          What was taken from your stock returns to sale
          {order.fulfilment === 'pickup' && ', and the pickup time is free again'}.
        </li>
        <li>This cannot be undone.</li>
      </ul>
      <TextArea
        label={`Why? ${capital(buyer)} reads this.`}
        rows={3}
        maxLength={500}
        required
        value={reason}
        error={isMissing ? `Please tell ${buyer} why the order is cancelled.` : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {refusal && <Refusal>{refusal}</Refusal>}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button type="submit" variant="danger" size="lg" busy={isPending} className="px-4!">
          {isPending ? 'Cancelling...' : 'Cancel order'}
        </Button>
        <Button variant="secondary" size="lg" disabled={isPending} onClick={onClose} className="px-4!">
          Keep order
        </Button>
      </div>
    </form>
  )
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
