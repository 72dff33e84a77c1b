/** The refunds of an order with their status, and what remains after them. */
import { dayWithYear } from '#domain/values/calendar'
import { formatPence, formatPounds, toPence } from '#domain/values/money'
import { classNames } from '#web/ui/class-names.ts'
import type { SoldOrder, SoldOrderRefund } from './sold-order.ts'

export function OrderRefunds({ order }: { order: SoldOrder }) {
  if (order.refunds.length === 0) return null
  // Pending refunds count as refunded; failed ones do not.
  const refundedPence = order.refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amount }) => sum + toPence(amount), 0)
  const keptPence = toPence(order.received_amount) - refundedPence
  return (
    <section aria-label="Refunds" className="mt-3 border-t border-line pt-3">
      <ul className="space-y-2.5">
        {order.refunds.map((refund) => (
          <li key={refund.id}>
            <RefundLine refund={refund} />
          </li>
        ))}
      </ul>
      <p className="mt-3 flex justify-between gap-4 border-t border-line pt-2 font-semibold tabular-nums">
        <span>After refunds</span>
        <span>{formatPence(keptPence)}</span>
      </p>
    </section>
  )
}

const statusLabels: Readonly<Record<string, { title: string; tone: string }>> = {
  pending: { title: 'Refund on its way', tone: 'text-honey-deep' },
  succeeded: { title: 'Refunded', tone: 'text-leaf-deep' },
  failed: { title: 'Refund failed', tone: 'text-alarm-deep' },
}

function RefundLine({ refund }: { refund: SoldOrderRefund }) {
  const { title, tone } = statusLabels[refund.status] ?? { title: refund.status, tone: '' }
  return (
    <>
      <p className="flex items-baseline justify-between gap-4">
        <span className={classNames('font-medium', tone)}>{title}</span>
        <span className="tabular-nums">
          {refund.status !== 'failed' && '-'}
          {formatPounds(refund.amount)}
        </span>
      </p>
      <p className="text-sm text-pretty text-ink-soft wrap-anywhere">
        {dayWithYear(refund.created_at)}
        {refund.reason && `, “${refund.reason}”`}
      </p>
      {refund.status === 'failed' && (
        <p className="text-sm text-pretty text-alarm-deep">
          The buyer’s bank rejected this refund. Refund it again; if that fails too, message the buyer to arrange
          another way.
        </p>
      )}
    </>
  )
}
