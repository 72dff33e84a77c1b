/** The open balance of an order: the seller confirms it as settled, or cancels the order once it is overdue. */
import { useState } from 'react'
import { dayInWords, londonTime } from '#domain/values/calendar'
import { formatPounds } from '#domain/values/money'
import { owesBalance } from '#features/orders/orders'
import { memberKeys } from '#keys/member-keys'
import { useNow } from '#platform/clock.ts'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button'
import { ConfirmDialog } from '#ui/confirm-dialog'
import { FormError } from '#ui/form-error'
import { Notice } from '#ui/notice'
import { orderError } from './order-mutations.ts'
import type { SoldOrder } from './sold-order.ts'

type Step = 'waive_balance' | 'cancel_for_unpaid_balance'

export function OpenBalance({ order }: { order: SoldOrder }) {
  const [step, setStep] = useState<Step | null>(null)
  const { date: today } = londonTime(useNow())
  if (!owesBalance(order) || order.balance_due_on === null) return null
  const isOverdue = order.balance_due_on < today
  const amount = formatPounds(order.balance)
  return (
    <>
      <Notice
        tone={isOverdue ? 'error' : 'warning'}
        className="mt-3"
        action={
          <span className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" onClick={() => setStep('waive_balance')}>
              It is settled
            </Button>
            {isOverdue && (
              <Button variant="secondary" size="sm" onClick={() => setStep('cancel_for_unpaid_balance')}>
                Cancel as unpaid
              </Button>
            )}
          </span>
        }
      >
        The balance of {amount} {isOverdue ? 'was' : 'is'} due by {dayInWords(order.balance_due_on)}. The order can’t be
        handed over before it is paid.
      </Notice>
      <StepDialog order={order} amount={amount} step={step} onClose={() => setStep(null)} />
    </>
  )
}

const texts = {
  waive_balance: {
    title: 'Is the balance settled?',
    button: 'Confirm',
    detail: (amount: string, buyer: string) =>
      `Confirm that ${buyer} has paid you ${amount} in person, or owes you nothing. They can then no longer pay it online, and you can’t take this back.`,
  },
  cancel_for_unpaid_balance: {
    title: 'Cancel this order?',
    button: 'Cancel order',
    detail: (amount: string, buyer: string) =>
      `${buyer} has not paid the balance of ${amount}. The deposit goes back as the cancellation terms of the order say: all of it, unless your own terms keep a part.`,
  },
} as const

interface StepDialogProps {
  order: SoldOrder
  amount: string
  step: Step | null
  onClose: () => void
}

function StepDialog({ order, amount, step, onClose }: StepDialogProps) {
  const { mutate, isPending, error, reset } = useWrite({
    write: (client, confirmed: Step) => client.rpc(confirmed, { order_id: order.id }),
    failure: 'shown',
    invalidates: [memberKeys.all],
  })
  const close = () => {
    reset()
    onClose()
  }
  if (step === null) return null
  const { title, button, detail } = texts[step]
  return (
    <ConfirmDialog
      onClose={close}
      title={title}
      description={detail(amount, order.buyer_name ?? 'The buyer')}
      action={button}
      onConfirm={() => mutate(step, { onSuccess: close })}
      isPending={isPending}
      isHarmless={step === 'waive_balance'}
      keep="Not now"
    >
      <FormError message={error && orderError(error)} />
    </ConfirmDialog>
  )
}
