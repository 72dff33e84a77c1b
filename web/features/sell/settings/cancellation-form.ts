/** The form for a shop's cancellation terms. */
import { z } from 'zod'
import { type CancellationTerms, maximumHoursBefore, minimumHoursBefore } from '#domain/orders/cancellation-terms'
import { wholeNumberField } from '#domain/values/amounts'

const hoursError = `Please enter a whole number of hours from ${minimumHoursBefore} to ${maximumHoursBefore}.`
const percentError = 'Please enter a whole number from 0 to 100.'

/** The fields of the shop's own terms count only if these are chosen. */
export const cancellationForm = z.discriminatedUnion('kind', [
  z
    .object({ kind: z.literal('market'), hoursBefore: z.string(), refundPercent: z.string() })
    .transform(() => ({ cancel_hours_before: null, cancel_refund_percent: null })),
  z
    .object({
      kind: z.literal('own'),
      hoursBefore: wholeNumberField({ least: minimumHoursBefore, blank: 0, message: hoursError }).refine(
        (hours) => hours >= minimumHoursBefore && hours <= maximumHoursBefore,
        hoursError,
      ),
      refundPercent: wholeNumberField({ least: 0, blank: null, message: percentError })
        .refine((percent) => percent !== null && percent <= 100, percentError)
        .transform(Number),
    })
    .transform(({ hoursBefore, refundPercent }) => ({
      cancel_hours_before: hoursBefore,
      cancel_refund_percent: refundPercent,
    })),
])

export type CancellationFormInput = z.input<typeof cancellationForm>
/** The columns of `shops` that a seller writes. */
export type CancellationColumns = z.output<typeof cancellationForm>

export function cancellationFormValues(terms: CancellationTerms | null): CancellationFormInput {
  return {
    kind: terms ? 'own' : 'market',
    hoursBefore: String(terms?.hoursBefore ?? 48),
    refundPercent: String(terms?.refundPercent ?? 50),
  }
}
