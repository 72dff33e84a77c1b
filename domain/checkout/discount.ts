/** Discount codes: what `check_discount_code` tells about one. */
import { z } from 'zod'
import { formatPounds } from '../values/money.ts'

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

/** '10% off', '£5.00 off' or 'Free delivery'. */
export function discountText({ kind, percent, amount }: Pick<Discount, 'kind' | 'percent' | 'amount'>): string {
  if (kind === 'percent') return `${percent ?? 0}% off`
  return kind === 'amount' ? `${formatPounds(amount ?? 0)} off` : 'Free delivery'
}
