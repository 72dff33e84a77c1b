/** A notice in the basket about an unpaid order, which holds stock. */
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { londonTime } from '#domain/calendar'
import { formatPence, toPence } from '#domain/money'
import { useApp } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { toast } from '#ui/toast'
import { cancelPendingCheckout, type PendingCheckout, useReconciledCheckouts } from './pending-checkouts.ts'

export function PendingCheckoutNotice() {
  return useReconciledCheckouts()?.pending.map((checkout) => <Notice key={checkout.id} checkout={checkout} />)
}

function Notice({ checkout }: { checkout: PendingCheckout }) {
  const app = useApp()
  const [isCancelling, setCancelling] = useState(false)

  async function cancel(): Promise<void> {
    setCancelling(true)
    try {
      await cancelPendingCheckout(app, checkout)
      toast({ title: 'Order cancelled', description: 'Nothing was charged. Your basket is unchanged.' })
    } catch {
      toast({ title: 'The order could not be changed', description: 'Please try again.', variant: 'destructive' })
      await app.queryClient.invalidateQueries({ queryKey: ['me'] })
    } finally {
      setCancelling(false)
    }
  }

  return (
    <div className="flex gap-3 rounded-2xl bg-honey-pale p-4 text-honey-deep sm:p-5">
      <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        <p className="text-pretty">
          An order for {formatPence(toPence(checkout.total))} is awaiting payment. Its items are held for you until{' '}
          {londonTime(new Date(checkout.expires_at)).time}.
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Link to={`/checkout/${checkout.id}`} className="py-2 font-semibold underline underline-offset-4">
            Continue to payment
          </Link>
          <Button variant="secondary" size="sm" busy={isCancelling} onClick={() => void cancel()}>
            Change the order
          </Button>
        </div>
      </div>
    </div>
  )
}
