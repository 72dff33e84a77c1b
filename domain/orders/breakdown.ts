/** The sums of an order in one vocabulary, for every page that shows them. */
import { formatPence } from '../values/money.ts'

export interface BreakdownRow {
  readonly label: string
  readonly amount: string
  readonly isTotal?: boolean
}

/** In pence. */
export interface Breakdown {
  /** The food before any code. */
  readonly subtotal: number
  /** Instead of the subtotal: the food of each shop. */
  readonly foods?: readonly { readonly label: string; readonly pence: number }[]
  readonly discount: number
  /** The discount code, once the order is placed. */
  readonly code?: string | null
  readonly isPickup: boolean
  /** The fee in words, such as 'Free' or 'Not chosen yet'. */
  readonly delivery: string
  readonly tip: number
  /** How many orders it is of. One without it. */
  readonly orders?: number
  /** What of a cancelled order pays for delivering the rest of its checkout. */
  readonly deduction?: number
  readonly total: number
  /** The shop of the total, beside the total of a checkout. */
  readonly totalOf?: string
  readonly voucher_amount?: number
  /** The part of the total that is paid later. */
  readonly balance?: number
  readonly balanceLabel?: string
  /** The deposit and what vouchers leave are still to be paid. */
  readonly isPaid?: boolean
}

/** 'Free', or the fee. */
export const deliveryText = (pence: number) => (pence === 0 ? 'Free' : formatPence(pence))

/** The part of a cancelled order that pays for delivering the rest of its checkout. */
const deductionLabel = 'Delivery of the other orders'

export function breakdown({
  subtotal,
  foods = [{ label: 'Subtotal', pence: subtotal }],
  discount,
  code = null,
  isPickup,
  delivery,
  tip,
  orders = 1,
  deduction = 0,
  total,
  totalOf,
  voucher_amount: vouchers = 0,
  balance = 0,
  balanceLabel = 'Balance',
  isPaid = false,
}: Breakdown): readonly BreakdownRow[] {
  const off = code === null ? { label: 'Discount', isShown: discount > 0 } : { label: `Code ${code}`, isShown: true }
  const due = formatPence(total - vouchers - balance)
  return [
    ...foods.map(({ label, pence }) => ({ label, amount: formatPence(pence) })),
    ...(off.isShown ? [{ label: off.label, amount: discount > 0 ? formatPence(-discount) : 'Free delivery' }] : []),
    { label: isPickup ? 'Pickup' : 'Delivery', amount: delivery },
    ...(tip > 0 ? [{ label: orders > 1 ? 'Tips' : 'Tip', amount: formatPence(tip) }] : []),
    ...(deduction > 0 ? [{ label: deductionLabel, amount: formatPence(-deduction) }] : []),
    { label: totalOf ? `Total for ${totalOf}` : 'Total', amount: formatPence(total), isTotal: true },
    ...(vouchers > 0
      ? [
          {
            label: isPaid ? 'Paid by gift voucher' : 'Gift voucher',
            amount: formatPence(isPaid ? vouchers : -vouchers),
          },
          { label: isPaid ? 'Paid by card' : 'Left to pay', amount: due },
        ]
      : []),
    ...(balance > 0
      ? [
          { label: isPaid ? 'Deposit, paid' : 'Deposit, paid now', amount: due },
          { label: balanceLabel, amount: formatPence(balance) },
        ]
      : []),
  ]
}
