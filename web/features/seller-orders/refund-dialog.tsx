/** Gives back part of what was paid, or all that is left of it. */
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { formatPence, toPence, toPounds } from '#domain/money'
import { orderNumber } from '#domain/order-state'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toast'
import { refusalOf, useRefundOrder } from './change-order.ts'
import { leftToRefund } from './left-to-refund.ts'
import { Refusal } from './refusal.tsx'
import type { SoldOrder } from './sold-order.ts'

interface RefundDialogProps {
  order: SoldOrder
  open: boolean
  onClose: () => void
}

/** What was asked for last, and under which key. */
type Tried = RefObject<{ asked: string; key: string }>

export function RefundDialog({ order, open, onClose }: RefundDialogProps) {
  // The same refund tried again, as after a lost connection, happens once, also when the window was closed in between; another amount
  // or reason is another refund.
  const tried: Tried = useRef({ asked: '', key: '' })
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Refund"
      description={`Order ${orderNumber(order.id)}${order.buyer_name ? ` for ${order.buyer_name}` : ''}`}
    >
      <Form order={order} tried={tried} onClose={onClose} />
    </Dialog>
  )
}

interface Faults {
  readonly amount?: string | undefined
  readonly reason?: string | undefined
}

function Form({ order, tried, onClose }: Omit<RefundDialogProps, 'open'> & { tried: Tried }) {
  const { mutateAsync, isPending } = useRefundOrder()
  const leftPence = leftToRefund(order)
  const [amount, setAmount] = useState(order.status === 'cancelled' ? toPounds(leftPence) : '')
  const [reason, setReason] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const buyer = order.buyer_name ?? 'the buyer'

  async function refund(event: FormEvent): Promise<void> {
    event.preventDefault()
    setRefusal(null)
    const amountPence = readAmount(amount)
    const found: Faults = {
      amount: amountFault(amountPence, leftPence),
      reason: reason.trim() === '' ? 'Please tell the buyer what the refund is for.' : undefined,
    }
    setFaults(found)
    if (amountPence === null || found.amount || found.reason) return
    const asked = `${amountPence} ${reason.trim()}`
    if (tried.current.asked !== asked) tried.current = { asked, key: crypto.randomUUID() }
    try {
      await mutateAsync({ id: order.id, amountPence, reason: reason.trim(), key: tried.current.key })
      // What is asked for from now on is another one.
      tried.current = { asked: '', key: '' }
      onClose()
      toast({ title: 'Refund on its way', description: `${formatPence(amountPence)} goes back to ${buyer}.` })
    } catch (error) {
      setRefusal(refusalOf(error))
    }
  }

  return (
    <form noValidate onSubmit={(event) => void refund(event)} className="space-y-5">
      <div className="flex items-end gap-3">
        <TextField
          label="Amount (£)"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          error={faults.amount}
          hint={`Up to ${formatPence(leftPence)}`}
          onChange={(event) => setAmount(event.currentTarget.value)}
          className="grow"
        />
        <Button
          variant="secondary"
          onClick={() => setAmount(toPounds(leftPence))}
          className={faults.amount ? 'mb-[3.5rem]' : 'mb-7'}
        >
          All of it
        </Button>
      </div>
      <TextArea
        label={`What for? ${buyer === 'the buyer' ? 'The buyer' : buyer} reads this.`}
        rows={2}
        maxLength={500}
        required
        value={reason}
        error={faults.reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <p className="text-sm text-pretty text-ink-soft">
        The order goes on as it is. To give back everything before it is made, cancel it instead.
      </p>
      {refusal && <Refusal>{refusal}</Refusal>}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button type="submit" size="lg" busy={isPending} className="px-4!">
          {isPending ? 'Refunding...' : 'Refund'}
        </Button>
        <Button variant="secondary" size="lg" disabled={isPending} onClick={onClose} className="px-4!">
          Not now
        </Button>
      </div>
    </form>
  )
}

/** Pence; null where it is no amount. */
function readAmount(text: string): number | null {
  try {
    return toPence(text.replace(/^\s*£/, ''))
  } catch {
    return null
  }
}

function amountFault(pence: number | null, leftPence: number): string | undefined {
  if (pence === null || pence < 1) return 'Please enter an amount in pounds and pence, of at least 1p.'
  return pence > leftPence ? `At most ${formatPence(leftPence)} of this order can still be refunded.` : undefined
}
