/** The forms of gift vouchers: buying one, and the terms on which a shop sells them. */
import { z } from 'zod'
import { poundsField, wholeNumberField } from '../values/amounts.ts'
import { addDays } from '../values/calendar.ts'
import { formatPounds } from '../values/money.ts'

/** What the database permits. */
export const voucherLimits = { smallest: 5, largest: 500, leastMonths: 12, mostMonths: 60 } as const
export const voucherMessageLength = 500

export interface VoucherTerms {
  readonly smallest: number
  readonly largest: number
  readonly months: number
}

export const defaultVoucherTerms: VoucherTerms = { smallest: 10, largest: 100, months: 24 }

const amountError = `Please enter an amount from £${voucherLimits.smallest} to £${voucherLimits.largest}.`
const monthsError = `Please enter ${voucherLimits.leastMonths} to ${voucherLimits.mostMonths} months.`

const limitField = poundsField(amountError).refine(
  (pounds) => pounds >= voucherLimits.smallest && pounds <= voucherLimits.largest,
  amountError,
)

export const voucherTermsForm = z
  .object({
    smallest: limitField,
    largest: limitField,
    months: wholeNumberField({ least: voucherLimits.leastMonths, blank: 0, message: monthsError }).refine(
      (months) => months >= voucherLimits.leastMonths && months <= voucherLimits.mostMonths,
      monthsError,
    ),
  })
  .refine(({ smallest, largest }) => largest >= smallest, {
    path: ['largest'],
    message: 'The largest amount must not be below the smallest.',
  })

export function voucherTermsValues({ smallest, largest, months }: VoucherTerms): z.input<typeof voucherTermsForm> {
  return { smallest: String(smallest), largest: String(largest), months: String(months) }
}

/** The amounts to choose from, within the terms of a shop. */
export function offeredAmounts({ smallest, largest }: VoucherTerms): number[] {
  const round = [10, 15, 25, 50, 75, 100, 150, 200].filter((pounds) => pounds >= smallest && pounds <= largest)
  return round.length > 0 ? round.slice(0, 4) : [smallest]
}

/** @param today the day in London */
export function buyVoucherForm({ smallest, largest }: VoucherTerms, today: string) {
  const range = `Please enter an amount from ${formatPounds(smallest)} to ${formatPounds(largest)}.`
  return z
    .object({
      amount: poundsField(range).refine((pounds) => pounds >= smallest && pounds <= largest, range),
      to: z.enum(['other', 'me']),
      recipientName: z.string().trim().max(100, 'Please use at most 100 characters.'),
      recipientEmail: z.string().trim(),
      message: z.string().trim().max(voucherMessageLength, `Please use at most ${voucherMessageLength} characters.`),
      sendOn: z
        .string()
        .refine((day) => day >= today && day <= addDays(today, 365), 'Please choose a day from today, within a year.'),
    })
    .superRefine(({ to, recipientName, recipientEmail }, context) => {
      if (to === 'me') return
      if (recipientName === '')
        context.addIssue({ code: 'custom', path: ['recipientName'], message: 'Please enter their name.' })
      if (!z.email().safeParse(recipientEmail).success)
        context.addIssue({ code: 'custom', path: ['recipientEmail'], message: 'Please enter a valid email address.' })
    })
}

export type BuyVoucherInput = z.input<ReturnType<typeof buyVoucherForm>>
export type BuyVoucher = z.output<ReturnType<typeof buyVoucherForm>>

/** The request of `buy_voucher`. */
export function voucherRequest(
  shopId: string,
  { amount, to, recipientName, recipientEmail, message, sendOn }: BuyVoucher,
) {
  return {
    shop_id: shopId,
    amount,
    ...(recipientName !== '' && { recipient_name: recipientName }),
    ...(to === 'other' && { recipient_email: recipientEmail }),
    ...(message !== '' && { message }),
    send_on: sendOn,
  }
}
