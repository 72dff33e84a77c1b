/** The form for a shop's discount code. */
import { z } from 'zod'
import { discountKinds } from '#domain/checkout/discount'

const amountMessage = 'Please enter an amount up to £10,000, or leave this empty.'
const usesMessage = 'Please enter a whole number from 1, or leave this empty.'

const text = z.string().trim()

function optionalNumber(pattern: RegExp, most: number, message: string) {
  return text.transform((typed, context) => {
    if (typed === '') return null
    const value = pattern.test(typed) ? Number(typed) : 0
    if (value > 0 && value <= most) return value
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

const pounds = /^\d{1,5}(\.\d{1,2})?$/
const whole = /^\d{1,6}$/
const day = z.union([z.iso.date({ error: 'Please enter a date.' }), z.literal('').transform(() => null)])

export const discountForm = z
  .object({
    code: text
      .toUpperCase()
      .regex(/^[A-Z0-9][A-Z0-9-]{2,18}[A-Z0-9]$/, 'Please use 4 to 20 letters and digits, without spaces.'),
    kind: z.enum(discountKinds),
    /** Per cent or pounds, by the kind. */
    value: text,
    minimumSpend: optionalNumber(pounds, 10_000, amountMessage),
    /** Empty for all. */
    productIds: z.array(z.string()).max(200, 'Please choose at most 200 products.'),
    maxUses: optionalNumber(whole, 100_000, usesMessage),
    maxUsesPerBuyer: optionalNumber(whole, 1000, usesMessage),
    isFirstOrderOnly: z.boolean(),
    fromDate: day,
    toDate: day,
    isActive: z.boolean(),
  })
  .superRefine(({ kind, value, fromDate, toDate }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    const number = Number(value)
    if (kind === 'percent' && !(whole.test(value) && number >= 1 && number <= 100)) {
      refuse('value', 'Please enter a whole number from 1 to 100.')
    } else if (kind === 'amount' && !(pounds.test(value) && number > 0 && number <= 1000)) {
      refuse('value', 'Please enter an amount from 1p to £1,000.')
    }
    if (fromDate && toDate && toDate < fromDate) refuse('toDate', 'The last day must not be before the first.')
  })
  .transform((form) => ({
    code: form.code,
    kind: form.kind,
    percent: form.kind === 'percent' ? Number(form.value) : null,
    amount: form.kind === 'amount' ? Number(form.value) : null,
    minimum_spend: form.minimumSpend,
    product_ids: form.kind === 'free_delivery' || form.productIds.length === 0 ? null : form.productIds,
    max_uses: form.maxUses,
    max_uses_per_buyer: form.maxUsesPerBuyer,
    is_first_order_only: form.isFirstOrderOnly,
    from_date: form.fromDate,
    to_date: form.toDate,
    is_active: form.isActive,
  }))

export type DiscountFormInput = z.input<typeof discountForm>
/** The row to save. */
export type DiscountTerms = z.output<typeof discountForm>

const shown = (value: number | null) => (value === null ? '' : String(value))

/** The form of a saved code; null is a new one, which each buyer can use once. */
export function discountFormValues(row: DiscountTerms | null): DiscountFormInput {
  return {
    code: row?.code ?? '',
    kind: row?.kind ?? 'percent',
    value: shown(row ? (row.percent ?? row.amount) : 10),
    minimumSpend: shown(row?.minimum_spend ?? null),
    productIds: row?.product_ids ?? [],
    maxUses: shown(row?.max_uses ?? null),
    maxUsesPerBuyer: shown(row ? row.max_uses_per_buyer : 1),
    isFirstOrderOnly: row?.is_first_order_only ?? false,
    fromDate: row?.from_date ?? '',
    toDate: row?.to_date ?? '',
    isActive: row?.is_active ?? true,
  }
}
