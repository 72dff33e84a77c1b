/** The open balance of an order, and its payment. */
import { useSearchParams } from 'react-router'
import { dayInWords, londonTime } from '#domain/values/calendar'
import { formatPounds } from '#domain/values/money'
import { messageFor } from '#platform/message-for.ts'
import { payOnPage } from '#platform/open-payment-page.ts'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import type { OrderDetail } from './order-detail.ts'
import { owesBalance } from './order-money.tsx'

export function PayBalance({ order, now }: { order: OrderDetail; now: Date }) {
  const isSent = useSearchParams()[0].get('payment') === 'done'
  const pay = useWrite({ run: (app) => payOnPage(app, { balance_of: order.id }), failure: 'shown' })
  if (!owesBalance(order) || order.balance_due_on === null) return null
  const amount = formatPounds(order.balance)
  const isOverdue = order.balance_due_on < londonTime(now).date
  const day = dayInWords(order.balance_due_on)
  return (
    <section aria-label="Balance" className="mt-6">
      <Notice
        tone={isOverdue ? 'error' : 'warning'}
        role="status"
        action={
          <Button busy={pay.isPending || pay.isSuccess} onClick={() => pay.mutate()}>
            Pay {amount}
          </Button>
        }
      >
        {isSent
          ? 'We are waiting for your payment to be confirmed. This page updates automatically.'
          : isOverdue
            ? `The balance of ${amount} was due by ${day}. The seller may cancel the order until you have paid it.`
            : `You have paid the deposit. The balance of ${amount} is due by ${day}.`}
      </Notice>
      {pay.isError && (
        <Notice tone="error" role="alert" className="mt-3">
          {messageFor(pay.error, 'Please check your connection and try again.')}
        </Notice>
      )}
    </section>
  )
}
