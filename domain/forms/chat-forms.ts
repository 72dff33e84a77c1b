/** Chat forms: a message, the buyer's brief, and the seller's quote. */
import { z } from 'zod'
import { maxBriefDetailsLength, maxServings } from '../brief.ts'
import { addDays } from '../calendar.ts'
import { optionalPoundsField, poundsField, wholeNumberField } from './amounts.ts'
import { characters, someLines } from './text-fields.ts'

/** An empty message is not sent, so it needs no error text. */
export const chatMessageForm = z.object({
  content: z.string().trim().min(1).max(4000, 'Message must be at most 4000 characters'),
})

export const invalidPriceTitle = 'Invalid price'
export const validPrice = 'Please enter a valid price'

export const priceQuoteForm = z.object({
  price: poundsField(validPrice).refine((price) => price > 0 && price <= 99_999.99, validPrice),
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

/** @param today 'YYYY-MM-DD' in London */
export function quoteForm(today: string) {
  return priceQuoteForm.extend({
    wantedOn: dayField(today, 'Please choose a day within the next year.'),
    /** The last day on which it can be accepted. */
    validUntil: dayField(today, 'Please choose a day within the next year.', 364).refine(
      (day) => day !== null,
      'Please enter a day.',
    ),
  })
}
export type QuoteForm = z.output<ReturnType<typeof quoteForm>>

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
