/** A notice in the basket about an unpaid order, which holds stock. */
import { Clock } from 'lucide-react'
import { londonTime } from '#domain/values/calendar'
import { formatPounds } from '#domain/values/money'
import { useUserId } from '#features/account/auth'
import { Button } from '#ui/button'
import { Link } from '#ui/link'
import { Notice } from '#ui/notice'
import { type StartedCheckout, useCancelCheckout, usePendingCheckouts } from './stored-checkouts.ts'

export function PendingCheckoutNotice() {
  const userId = useUserId()
  return userId && <Notices userId={userId} />
}

function Notices({ userId }: { userId: string }) {
  return usePendingCheckouts(userId)?.map((checkout) => (
    <PendingNotice key={checkout.id} userId={userId} checkout={checkout} />
  ))
}

const cancelled = { title: 'Order cancelled', description: 'Nothing was charged. Your basket is unchanged.' }

function PendingNotice({ userId, checkout }: { userId: string; checkout: StartedCheckout }) {
  const cancel = useCancelCheckout(userId, cancelled)
  return (
    <Notice tone="warning" icon={Clock}>
      <p>
        An order for {formatPounds(checkout.total)} is awaiting payment. Its items are held for you until{' '}
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
    </Notice>
  )
}
