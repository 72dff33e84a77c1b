/** Refunds all or part of an order's remaining amount. */
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { formatPence, toPence, toPounds } from '#domain/values/money'
import { Button } from '#ui/button'
import { Dialog, DialogActions } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'

import { orderError, useRefundOrder } from './order-mutations.ts'
import { leftToRefund, type SoldOrder } from './sold-order.ts'

interface RefundDialogProps {
  order: SoldOrder
  open: boolean
  onClose: () => void
}

/** The last attempt: its amount and reason as text, and its idempotency key. */
type LastAttempt = RefObject<{ request: string; key: string }>

export function RefundDialog({ order, open, onClose }: RefundDialogProps) {
  // Retrying the same refund, for example after a lost connection, reuses the key, even if the dialog was closed in
  // between. Another amount or reason is another refund.
  const lastAttempt: LastAttempt = useRef({ request: '', key: '' })
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Refund"
      description={`Order ${order.number}${order.buyer_name ? ` for ${order.buyer_name}` : ''}`}
    >
      <Form order={order} lastAttempt={lastAttempt} onClose={onClose} />
    </Dialog>
  )
}

interface FieldErrors {
  readonly amount?: string | undefined
  readonly reason?: string | undefined
}

function Form({ order, lastAttempt, onClose }: Omit<RefundDialogProps, 'open'> & { lastAttempt: LastAttempt }) {
  const { mutate, isPending, error, reset } = useRefundOrder(order, () => {
    // The next request is a new refund, even with the same amount and reason.
    lastAttempt.current = { request: '', key: '' }
    onClose()
  })
  const leftPence = leftToRefund(order)
  const [amount, setAmount] = useState(order.status === 'cancelled' ? toPounds(leftPence) : '')
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const buyer = order.buyer_name ?? 'the buyer'

  function refund(event: FormEvent): void {
    event.preventDefault()
    reset()
    const amountPence = readAmount(amount)
    const found: FieldErrors = {
      amount: amountError(amountPence, leftPence),
      reason: reason.trim() === '' ? 'Please tell the buyer what the refund is for.' : undefined,
    }
    setErrors(found)
    if (amountPence === null || found.amount || found.reason) return
    const request = `${amountPence} ${reason.trim()}`
    if (lastAttempt.current.request !== request) lastAttempt.current = { request, key: crypto.randomUUID() }
    mutate({ amountPence, reason: reason.trim(), key: lastAttempt.current.key })
  }

  return (
    <form noValidate onSubmit={refund} className="space-y-5">
      <div className="flex items-end gap-3">
        <TextField
          label="Amount (£)"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          error={errors.amount}
          hint={`Up to ${formatPence(leftPence)}`}
          onChange={(event) => setAmount(event.currentTarget.value)}
          className="grow"
        />
        <Button
          variant="secondary"
          onClick={() => setAmount(toPounds(leftPence))}
          className={errors.amount ? 'mb-[3.5rem]' : 'mb-7'}
        >
          Use full amount
        </Button>
      </div>
      <TextArea
        label={`Reason (shown to ${buyer})`}
        rows={2}
        maxLength={500}
        required
        value={reason}
        error={errors.reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <p className="text-sm text-pretty text-ink-soft">
        A refund does not change the order. To refund everything before you make it, cancel the order instead.
      </p>
      <FormError message={error ? orderError(error) : null} />
      <DialogActions>
        <Button type="submit" size="lg" busy={isPending}>
          {isPending ? 'Refunding...' : 'Refund'}
        </Button>
        <Button variant="secondary" size="lg" disabled={isPending} onClick={onClose}>
          Not now
        </Button>
      </DialogActions>
    </form>
  )
}

/** @returns pence, or null if the text is not an amount */
function readAmount(text: string): number | null {
  try {
    return toPence(text.replace(/^\s*£/, ''))
  } catch {
    return null
  }
}

function amountError(pence: number | null, leftPence: number): string | undefined {
  if (pence === null || pence < 1) return 'Please enter an amount in pounds and pence, of at least 1p.'
  return pence > leftPence ? `At most ${formatPence(leftPence)} of this order can still be refunded.` : undefined
}
