/** The totals and the refunds of an order. */
import { formatPence, type Pounds, toPence } from '#domain/money'
import { classNames } from '#web/ui/class-names.ts'
import type { OrderDetail, Refund } from './order-detail.ts'
import { type RefundText, refundText, wasRetried } from './refund-text.ts'

/** The part of a cancelled order that pays for delivering the rest of its checkout. */
export const deductionLabel = 'Delivery of the other orders'

export interface OrderAmounts {
  readonly fulfilment: string
  readonly subtotal: Pounds
  readonly delivery_fee: Pounds
  readonly delivery_deduction: Pounds
  readonly total_amount: Pounds
}

export function OrderTotals({ order }: { order: OrderAmounts }) {
  const fee = toPence(order.delivery_fee)
  const deduction = toPence(order.delivery_deduction)
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-1 tabular-nums [&>dd]:text-right">
      <dt>Subtotal</dt>
      <dd>{formatPence(toPence(order.subtotal))}</dd>
      <dt>{order.fulfilment === 'pickup' ? 'Pickup' : 'Delivery'}</dt>
      <dd>{fee === 0 ? 'Free' : formatPence(fee)}</dd>
      {deduction > 0 && (
        <>
          <dt>{deductionLabel}</dt>
          <dd>{formatPence(-deduction)}</dd>
        </>
      )}
      <dt className="mt-1 border-t border-line pt-2 font-semibold">Total</dt>
      <dd className="mt-1 border-t border-line pt-2 font-semibold">{formatPence(toPence(order.total_amount))}</dd>
    </dl>
  )
}

export function Refunds({ order }: { order: OrderDetail }) {
  if (order.refunds.length === 0) return null
  return (
    <section aria-label="Refunds" className="mt-4 border-t border-line pt-4">
      <h3 className="font-sans text-base font-semibold tracking-normal">Refunds</h3>
      <ul className="mt-2 space-y-3">
        {order.refunds.map((refund) => (
          <li key={refund.id}>
            <RefundLine
              refund={refund}
              text={refundText(refund, wasRetried(refund, order.refunds))}
              isCancelled={order.status === 'cancelled'}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const tones: Readonly<Record<string, string>> = {
  pending: 'text-honey-deep',
  succeeded: 'text-leaf-deep',
  failed: 'text-alarm-deep',
}

interface RefundLineProps {
  refund: Refund
  text: RefundText
  isCancelled: boolean
}

function RefundLine({ refund, text: { title, detail }, isCancelled }: RefundLineProps) {
  return (
    <>
      <p className="flex items-baseline justify-between gap-4">
        <span className={classNames('font-medium', tones[refund.status])}>{title}</span>
        <span className="tabular-nums">{formatPence(toPence(refund.amount))}</span>
      </p>
      <p className="text-sm text-pretty text-ink-soft">{detail}</p>
      {/* The reason of a cancellation is at the top of the page. */}
      {refund.reason && !isCancelled && <p className="text-sm text-ink-soft wrap-anywhere">“{refund.reason}”</p>}
    </>
  )
}
