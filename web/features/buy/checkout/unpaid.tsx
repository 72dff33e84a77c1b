/** An unpaid checkout: the deadline, and buttons to pay or change it. */
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import { londonTime } from '#domain/values/calendar'
import { formatPounds } from '#domain/values/money'
import { useMember } from '#features/account/auth'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { Spinner } from '#ui/spinner'
import { CheckoutOrders } from './checkout-orders.tsx'
import { PayWith, payButtonLook, payText, usePaymentChoices } from './pay-with.tsx'
import type { PlacedCheckout } from './placed-checkout.ts'
import { useStartPayment } from './start-payment.ts'
import { useCancelCheckout } from './stored-checkouts.ts'

/** What the checkout leaves for this page in the history's entry. */
export interface UnpaidState {
  /** Why the payment that was just tried did not work. */
  readonly problem: string | undefined
}

const stateSchema = z.object({ problem: z.string() })

export function Unpaid({ checkout }: { checkout: PlacedCheckout }) {
  const navigate = useNavigate()
  const payment = useStartPayment()
  const problem = stateSchema.safeParse(useLocation().state).data?.problem
  const payWith = usePaymentChoices(problem !== undefined)
  const cancel = useCancelCheckout(useMember().id)
  const isSent = useSearchParams()[0].get('payment') === 'done'
  const isOverdue = useIsOverdue()
  // A quote is not part of the basket.
  const conversationId = checkout.orders[0]?.chat_room_id ?? null
  // After a success the payment page or the basket is opening.
  // The seller has changed an answer about allergens since. The buyer has to read it, and the payment would be refused.
  const isOutdated = checkout.orders.some(
    ({ conversation, quote_version: version }) => conversation && conversation.quote_version !== version,
  )
  const isPaying = payment.isPending || payment.isSuccess
  const isCancelling = cancel.isPending || cancel.isSuccess

  const pay = () =>
    payment.mutate(
      { checkoutId: checkout.id, choice: payWith.choice },
      // The page takes other cards, and asks what the bank wants to know.
      { onError: () => payWith.chooseCard(null) },
    )
  const problemText = payment.isError
    ? messageFor(payment.error, 'Please check your connection and try again.')
    : payment.isIdle && problem
  const canPay = !isOutdated && (!isSent || isOverdue)

  const change = () =>
    cancel.mutate(checkout, {
      onSuccess: () => void navigate(conversationId ? `/checkout?quote=${conversationId}` : '/cart'),
    })

  return (
    <>
      {isSent ? <Confirming /> : <NotPaid expiresAt={checkout.expires_at} what={conversationId ? 'order' : 'basket'} />}
      <CheckoutOrders checkout={checkout} />
      {isOutdated && (
        <Notice tone="warning" role="status" className="mt-6">
          The seller has changed an answer about allergens since you accepted the quote. Nothing was charged. Read the
          changed answers and accept them before you pay.
        </Notice>
      )}
      {problemText && (
        <Notice tone="error" role="alert" className="mt-6">
          {problemText}
        </Notice>
      )}
      {isSent && isOverdue && (
        <p className="mt-6 text-pretty text-ink-soft">
          This is taking longer than usual. If you did not finish paying, you can pay now.
        </p>
      )}
      {canPay && (
        <div className="mt-6 max-w-sm">
          <PayWith {...payWith} />
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {canPay && (
          <Button size="lg" busy={isPaying} disabled={isPaying || isCancelling} onClick={pay} className={payButtonLook}>
            {payText(formatPounds(checkout.total), payWith.card)}
          </Button>
        )}
        {!isSent && (
          <Button
            size="lg"
            variant={isOutdated ? 'primary' : 'secondary'}
            busy={isCancelling}
            disabled={isPaying || isCancelling}
            onClick={change}
          >
            {isOutdated ? 'Read the changed answers' : conversationId ? 'Change the order' : 'Change the basket'}
          </Button>
        )}
      </div>
    </>
  )
}

function NotPaid({ expiresAt, what }: { expiresAt: string; what: 'order' | 'basket' }) {
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Your order is awaiting payment</h1>
      <p className="mt-3 text-pretty text-ink-soft">
        Nothing was charged. The items are held for you until {londonTime(new Date(expiresAt)).time}. Pay now, or change
        your {what} first.
      </p>
    </>
  )
}

function Confirming() {
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Confirming your payment</h1>
      <p role="status" className="mt-3 flex items-center gap-3 text-ink-soft">
        <Spinner />
        We are waiting for your payment to be confirmed. This page updates automatically.
      </p>
    </>
  )
}

/** Most payments are confirmed within this time. Until then the buyer should not pay again. */
const overdueAfterMs = 20_000

function useIsOverdue(): boolean {
  const [isOverdue, setOverdue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOverdue(true), overdueAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isOverdue
}
