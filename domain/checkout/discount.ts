/** Discount codes: what a code takes off an order, as the database computes it (`private.discount_shares`). */
import { z } from 'zod'
import { formatPence, formatPounds, toPence } from '../values/money.ts'

export const discountKinds = ['percent', 'amount', 'free_delivery'] as const

/** What `check_discount_code` tells about a code. */
export const discountSchema = z.object({
  id: z.string(),
  code: z.string(),
  kind: z.enum(discountKinds),
  percent: z.number().nullable(),
  amount: z.number().nullable(),
  minimum_spend: z.number().nullable(),
  product_ids: z.array(z.string()).nullable(),
})
export type Discount = z.output<typeof discountSchema>

export interface DiscountedLine {
  readonly productId: string
  /** The price of all its units. */
  readonly pence: number
}

/** What a code takes off each line. The shares add up to the whole discount. */
export function discountShares(discount: Discount, lines: readonly DiscountedLine[]): number[] {
  const covers = ({ productId }: DiscountedLine) => discount.product_ids?.includes(productId) ?? true
  const eligible = lines.filter(covers).reduce((sum, { pence }) => sum + pence, 0)
  const off = discountPence(discount, eligible)
  let counted = 0
  let given = 0
  return lines.map((line) => {
    if (off === 0 || !covers(line)) return 0
    counted += line.pence
    // Rounding the running sum instead of each share makes the shares add up.
    const running = divided(off * counted, eligible)
    const share = running - given
    given = running
    return share
  })
}

function discountPence({ kind, percent, amount }: Discount, eligiblePence: number): number {
  if (kind === 'percent') return divided(eligiblePence * (percent ?? 0), 100)
  if (kind === 'amount') return Math.min(toPence(amount ?? 0), eligiblePence)
  return 0
}

/** Rounded half up, in integers. */
const divided = (dividend: number, divisor: number) => Math.floor((2 * dividend + divisor) / (2 * divisor))

/** '10% off', '£5.00 off' or 'Free delivery'. */
export function discountText({ kind, percent, amount }: Pick<Discount, 'kind' | 'percent' | 'amount'>): string {
  if (kind === 'percent') return `${percent ?? 0}% off`
  return kind === 'amount' ? `${formatPounds(amount ?? 0)} off` : 'Free delivery'
}

export interface Discounting {
  /** What the code takes off the food. */
  readonly foodPence: number
  /** What it takes off the delivery. */
  readonly deliveryPence: number
  /** Why the code takes nothing off as the order is now. */
  readonly problem: string | null
}

export interface DiscountedPart {
  readonly lines: readonly DiscountedLine[]
  readonly fulfilment: 'delivery' | 'pickup' | null
  /** The delivery of this part without the code. */
  readonly deliveryPence: number
}

/** What a code does for one shop's part of an order. */
export function discountOf(discount: Discount, { lines, fulfilment, deliveryPence }: DiscountedPart): Discounting {
  const problem = problemOf(discount, { lines, fulfilment, deliveryPence })
  if (problem !== null) return { foodPence: 0, deliveryPence: 0, problem }
  const foodPence = discountShares(discount, lines).reduce((sum, pence) => sum + pence, 0)
  return { foodPence, deliveryPence: discount.kind === 'free_delivery' ? deliveryPence : 0, problem: null }
}

function problemOf(discount: Discount, { lines, fulfilment, deliveryPence }: DiscountedPart): string | null {
  const missing = toPence(discount.minimum_spend ?? 0) - lines.reduce((sum, { pence }) => sum + pence, 0)
  if (missing > 0) {
    const least = formatPounds(discount.minimum_spend ?? 0)
    return `This code is for orders from ${least}. Please add ${formatPence(missing)} more.`
  }
  if (discount.kind === 'free_delivery') {
    if (fulfilment !== 'delivery') return 'This code is for orders that are delivered.'
    return deliveryPence === 0 ? 'Delivery is already free, so this code takes nothing off.' : null
  }
  return discountShares(discount, lines).every((pence) => pence === 0)
    ? 'This code is not for anything in your order.'
    : null
}
