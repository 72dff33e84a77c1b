/** The totals and the refunds of an order. */
import { dayInWords } from '#domain/values/calendar'
import { formatPence, formatPounds, type Pounds, toPence } from '#domain/values/money'
import { classNames } from '#web/ui/class-names.ts'
import type { OrderDetail, Refund } from './order-detail.ts'
import { type RefundText, refundText, wasRetried } from './refund-text.ts'

/** The part of a cancelled order that pays for delivering the rest of its checkout. */
export const deductionLabel = 'Delivery of the other orders'

export interface OrderAmounts {
  readonly fulfilment: string
  /** Less the discount. */
  readonly subtotal: Pounds
  readonly discount_code: string | null
  readonly discount: Pounds
  readonly delivery_fee: Pounds
  /** For the seller, beside the price. */
  readonly tip: Pounds
  /** What gift vouchers paid of the total. */
  readonly voucher_amount: Pounds
  readonly delivery_deduction: Pounds
  readonly total_amount: Pounds
  readonly status: string
  readonly balance: Pounds
  readonly balance_due_on: string | null
  readonly balance_paid_at: string | null
  readonly balance_waived_at: string | null
}

/** Whether the balance of a paid order is still to be paid. */
export function owesBalance({
  balance,
  status,
  balance_paid_at: paidAt,
  balance_waived_at: waivedAt,
}: Pick<OrderAmounts, 'status' | 'balance' | 'balance_paid_at' | 'balance_waived_at'>): boolean {
  const isOpen = status !== 'cancelled' && status !== 'pending payment'
  return isOpen && toPence(balance) > 0 && paidAt === null && waivedAt === null
}

function balanceLabel(order: OrderAmounts): string {
  if (order.balance_paid_at) return 'Balance, paid'
  if (order.balance_waived_at) return 'Balance, settled with the seller'
  if (order.status === 'cancelled') return 'Balance, not paid'
  return order.balance_due_on ? `Balance, by ${dayInWords(order.balance_due_on)}` : 'Balance'
}

export function OrderTotals({ order }: { order: OrderAmounts }) {
  const fee = toPence(order.delivery_fee)
  const discount = toPence(order.discount)
  const deduction = toPence(order.delivery_deduction)
  const tip = toPence(order.tip)
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-1 tabular-nums [&>dd]:text-right">
      <dt>Subtotal</dt>
      <dd>{formatPence(toPence(order.subtotal) + discount)}</dd>
      {order.discount_code && (
        <>
          <dt className="pr-4 wrap-anywhere">Code {order.discount_code}</dt>
          <dd>{discount > 0 ? formatPence(-discount) : 'Free delivery'}</dd>
        </>
      )}
      <dt>{order.fulfilment === 'pickup' ? 'Pickup' : 'Delivery'}</dt>
      <dd>{fee === 0 ? 'Free' : formatPence(fee)}</dd>
      {tip > 0 && (
        <>
          <dt>Tip</dt>
          <dd>{formatPence(tip)}</dd>
        </>
      )}
      {deduction > 0 && (
        <>
          <dt>{deductionLabel}</dt>
          <dd>{formatPence(-deduction)}</dd>
        </>
      )}
      <dt className="mt-1 border-t border-line pt-2 font-semibold">Total</dt>
      <dd className="mt-1 border-t border-line pt-2 font-semibold">{formatPounds(order.total_amount)}</dd>
      {toPence(order.voucher_amount) > 0 && (
        <>
          <dt>Paid by gift voucher</dt>
          <dd>{formatPounds(order.voucher_amount)}</dd>
          <dt>{order.status === 'pending payment' ? 'To pay by card' : 'Paid by card'}</dt>
          <dd>{formatPence(toPence(order.total_amount) - toPence(order.voucher_amount))}</dd>
        </>
      )}
      {toPence(order.balance) > 0 && (
        <>
          <dt>{order.status === 'pending payment' ? 'Deposit' : 'Deposit, paid'}</dt>
          <dd>{formatPence(toPence(order.total_amount) - toPence(order.balance))}</dd>
          <dt className="pr-4">{balanceLabel(order)}</dt>
          <dd>{formatPounds(order.balance)}</dd>
        </>
      )}
    </dl>
  )
}

export function Refunds({ order }: { order: OrderDetail }) {
  const kept = toPence(order.cancellation_kept)
  if (order.refunds.length === 0 && kept === 0) return null
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
      {kept > 0 && (
        <p className="mt-2 text-sm text-pretty text-ink-soft">
          {formatPence(kept)} was not refunded, under the cancellation terms of the order.
        </p>
      )}
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
        <span className="tabular-nums">{formatPounds(refund.amount)}</span>
      </p>
      <p className="text-sm text-pretty text-ink-soft">{detail}</p>
      {/* The reason of a cancellation is at the top of the page. */}
      {refund.reason && !isCancelled && <p className="text-sm text-ink-soft wrap-anywhere">“{refund.reason}”</p>}
    </>
  )
}
