/** An unpaid checkout: the deadline, and buttons to pay or change it. */
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { londonTime } from '#domain/calendar'
import { formatPence, toPence } from '#domain/money'
import { cancelPendingCheckout } from '#features/basket'
import { startPayment } from '#features/checkout'
import { useApp } from '#platform/app-context.ts'
import { QueryError } from '#platform/unwrap.ts'
import { Button } from '#ui/button'
import { Spinner } from '#ui/spinner'
import { toast } from '#ui/toast'
import { CheckoutOrders } from './checkout-orders.tsx'
import type { PlacedCheckout } from './placed-checkout.ts'

export function Unpaid({ checkout }: { checkout: PlacedCheckout }) {
  const app = useApp()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<'paying' | 'cancelling' | null>(null)
  const [error, setError] = useState<string | null>(null)
  const isSent = useSearchParams()[0].get('payment') === 'done'
  const isOverdue = useIsOverdue()
  // A quote is not part of the basket.
  const roomId = checkout.orders[0]?.chat_room_id ?? null

  async function pay(): Promise<void> {
    setBusy('paying')
    setError(null)
    try {
      await startPayment(app, checkout.id)
    } catch (error) {
      setError(error instanceof QueryError ? error.message : 'Please check your connection and try again.')
      setBusy(null)
      await app.queryClient.invalidateQueries({ queryKey: ['me'] })
    }
  }

  async function cancelCheckout(): Promise<void> {
    setBusy('cancelling')
    try {
      await cancelPendingCheckout(app, checkout)
      void navigate(roomId ? `/checkout?quote=${roomId}` : '/cart')
    } catch {
      toast({ title: 'The order could not be changed', description: 'Please try again.', variant: 'destructive' })
      setBusy(null)
      await app.queryClient.invalidateQueries({ queryKey: ['me'] })
    }
  }

  return (
    <>
      {isSent ? <Confirming /> : <NotPaid expiresAt={checkout.expires_at} what={roomId ? 'order' : 'basket'} />}
      <CheckoutOrders checkout={checkout} />
      {error && (
        <p role="alert" className="mt-6 font-medium text-alarm-deep">
          {error}
        </p>
      )}
      {isSent && isOverdue && (
        <p className="mt-6 text-pretty text-ink-soft">
          This is taking longer than usual. If you did not finish paying, you can pay now.
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {(!isSent || isOverdue) && (
          <Button size="lg" busy={busy === 'paying'} disabled={busy !== null} onClick={() => void pay()}>
            Pay {formatPence(toPence(checkout.total))}
          </Button>
        )}
        {!isSent && (
          <Button
            size="lg"
            variant="secondary"
            busy={busy === 'cancelling'}
            disabled={busy !== null}
            onClick={() => void cancelCheckout()}
          >
            {roomId ? 'Change the order' : 'Change the basket'}
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
