/** A notice in the basket about an unpaid order, which holds stock. */
import { Clock } from 'lucide-react'
import { Link } from 'react-router'
import { londonTime } from '#domain/calendar'
import { formatPence, toPence } from '#domain/money'
import { useSession } from '#features/auth'
import { Button } from '#ui/button'
import { type StartedCheckout, useCancelCheckout, usePendingCheckouts } from './stored-checkouts.ts'

export function PendingCheckoutNotice() {
  const session = useSession()
  return session.status === 'signed-in' ? <Notices userId={session.user.id} /> : null
}

function Notices({ userId }: { userId: string }) {
  return usePendingCheckouts(userId)?.map((checkout) => (
    <Notice key={checkout.id} userId={userId} checkout={checkout} />
  ))
}

const cancelled = { title: 'Order cancelled', description: 'Nothing was charged. Your basket is unchanged.' }

function Notice({ userId, checkout }: { userId: string; checkout: StartedCheckout }) {
  const cancel = useCancelCheckout(userId, cancelled)
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
          <Button variant="secondary" size="sm" busy={cancel.isPending} onClick={() => cancel.mutate(checkout)}>
            Change the order
          </Button>
        </div>
      </div>
    </div>
  )
}
