/** Chat forms: the buyer's brief, and the seller's quote. */
import { z } from 'zod'
import { maxBriefDetailsLength, maxServings } from '#domain/orders/brief'
import {
  maxQuoteLineLength,
  maxQuoteLines,
  maxQuoteNoteLength,
  maxQuotePence,
  minQuotePence,
  readDeposit,
} from '#domain/orders/quote-terms'
import { optionalPoundsField, poundsField, wholeNumberField } from '#domain/values/amounts'
import { addDays } from '#domain/values/calendar'
import { toPence } from '#domain/values/money'
import { characters, oneLine, someLines } from '#domain/values/text-fields'

export const invalidPriceTitle = 'Invalid price'
export const validPrice = 'Please enter a valid price'

const isPayable = (pence: number) => pence >= minQuotePence && pence <= maxQuotePence

export const priceQuoteForm = z.object({
  price: poundsField(validPrice)
    .refine((price) => price > 0, { error: validPrice, abort: true })
    .refine((price) => isPayable(toPence(price)), 'A quote can be from £0.30 to £99,000.'),
})

/** An optional day within a year. */
function dayField(from: string, message: string, most = 366) {
  return z
    .string()
    .trim()
    .refine(
      (day) => day === '' || (z.iso.date().safeParse(day).success && day >= from && day <= addDays(from, most)),
      message,
    )
    .transform((day) => day || null)
}

/** The days of a quote. @param today 'YYYY-MM-DD' in London */
export function renewalForm(today: string) {
  return z.object({
    wantedOn: dayField(today, 'Please choose a day within the next year.'),
    /** The last day on which it can be accepted. */
    validUntil: dayField(today, 'Please choose a day within the next year.', 364).refine(
      (day) => day !== null,
      'Please enter a day.',
    ),
  })
}
export type RenewalForm = z.output<ReturnType<typeof renewalForm>>

const quoteLine = z.object({
  text: oneLine
    .refine((text) => characters(text) > 0, 'Please describe this line.')
    .refine((text) => characters(text) <= maxQuoteLineLength, `Please use at most ${maxQuoteLineLength} characters.`),
  quantity: wholeNumberField({ least: 1, blank: 1, message: 'Please enter a whole number.' }).refine(
    (quantity) => quantity <= 1000,
    'Please enter 1,000 at most.',
  ),
  price: z.string().trim().min(1, validPrice).pipe(poundsField(validPrice)),
})

/** A quote is a single price, or lines whose sum is the price. @param today 'YYYY-MM-DD' in London */
export function quoteForm(today: string) {
  return renewalForm(today)
    .extend({
      price: poundsField(validPrice),
      lines: z.array(quoteLine).max(maxQuoteLines),
      deposit: z
        .string()
        .refine(
          (text) => readDeposit(text) !== undefined,
          'Please enter an amount such as 50, or a percentage such as 30%.',
        )
        .transform((text) => readDeposit(text) ?? null),
      /** The last day to pay the balance. */
      balanceDueOn: dayField(today, 'Please choose a day from today.'),
      note: someLines.refine(
        (text) => characters(text) <= maxQuoteNoteLength,
        `Please use at most ${maxQuoteNoteLength} characters.`,
      ),
    })
    .superRefine(({ deposit, balanceDueOn, wantedOn }, context) => {
      if (!deposit) return
      if (!wantedOn) context.addIssue({ code: 'custom', path: ['wantedOn'], message: 'A deposit needs an agreed day.' })
      if (!balanceDueOn || (wantedOn && balanceDueOn >= wantedOn))
        context.addIssue({
          code: 'custom',
          path: ['balanceDueOn'],
          message: 'Please choose a day before the agreed day.',
        })
    })
    .superRefine(({ price, lines, deposit }, context) => {
      const single =
        lines.length === 0 ? priceQuoteForm.safeParse({ price: String(price) }).error?.issues[0] : undefined
      if (single) context.addIssue({ code: 'custom', path: ['price'], message: single.message })
      const total = lines.reduce((sum, line) => sum + line.quantity * Math.round(line.price * 100), 0)
      const pricePence = lines.length > 0 ? total : Math.round(price * 100)
      const isSmall =
        deposit && ('percent' in deposit ? deposit.percent < 20 : Math.round(deposit.amount * 500) < pricePence)
      if (isSmall)
        context.addIssue({ code: 'custom', path: ['deposit'], message: 'A deposit must be at least 20% of the price.' })
      if (lines.length > 0 && !isPayable(total))
        context.addIssue({
          code: 'custom',
          path: ['lines', 0, 'price'],
          message: 'The total must be from £0.30 to £99,000.',
        })
    })
}
export type QuoteForm = z.output<ReturnType<typeof quoteForm>>
export type QuoteFormInput = z.input<ReturnType<typeof quoteForm>>

/** @param today 'YYYY-MM-DD' in London */
export function briefForm(today: string) {
  return z.object({
    wantedOn: dayField(today, 'Please choose a day within the next year.'),
    servings: wholeNumberField({ least: 1, blank: null, message: 'Please enter a whole number.' }).refine(
      (servings) => servings === null || servings <= maxServings,
      `Please enter ${maxServings} at most.`,
    ),
    budget: optionalPoundsField('Please enter an amount in pounds, such as 45.').refine(
      (budget) => budget === null || (budget > 0 && budget <= 99_999.99),
      'Please enter an amount in pounds, such as 45.',
    ),
    details: someLines
      .refine((text) => characters(text) >= 3, 'Please say what you would like.')
      .refine(
        (text) => characters(text) <= maxBriefDetailsLength,
        `Please use at most ${maxBriefDetailsLength} characters.`,
      ),
  })
}
export type BriefForm = z.output<ReturnType<typeof briefForm>>
