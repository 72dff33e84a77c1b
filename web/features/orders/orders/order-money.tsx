/** The totals and the refunds of an order. */
import { breakdown, deliveryText } from '#domain/orders/breakdown'
import { dayInWords } from '#domain/values/calendar'
import { formatPence, formatPounds, type Pounds, toPence } from '#domain/values/money'
import { Breakdown } from '#ui/breakdown'
import { classNames } from '#web/ui/class-names.ts'
import type { OrderDetail, Refund } from './order-detail.ts'
import { type RefundText, refundText, wasRetried } from './refund-text.ts'

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

/** The sums of an order, as its page and its receipt show them. */
export function orderBreakdown(order: OrderAmounts) {
  const discount = toPence(order.discount)
  return breakdown({
    subtotal: toPence(order.subtotal) + discount,
    discount,
    code: order.discount_code,
    isPickup: order.fulfilment === 'pickup',
    delivery: deliveryText(toPence(order.delivery_fee)),
    tip: toPence(order.tip),
    deduction: toPence(order.delivery_deduction),
    total: toPence(order.total_amount),
    voucher_amount: toPence(order.voucher_amount),
    balance: toPence(order.balance),
    balanceLabel: balanceLabel(order),
    isPaid: order.status !== 'pending payment',
  })
}

export function OrderTotals({ order }: { order: OrderAmounts }) {
  return <Breakdown rows={orderBreakdown(order)} />
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
