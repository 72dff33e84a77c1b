/** The form for a shop's closure. */
import { z } from 'zod'
import { addDays } from '#domain/values/calendar'

const maxClosureDays = 366

/** An invalid date ends the validation, because the checks below compare dates. */
const date = (error: string) => z.iso.date({ error, abort: true })

/** @param today the earliest day a closure may end, 'YYYY-MM-DD' in London */
export function closureForm(today: string) {
  return z
    .object({
      fromDate: date('Please enter the first day.'),
      toDate: date('Please enter the last day.'),
      note: z
        .string()
        .trim()
        .max(200, 'Please use at most 200 characters.')
        .transform((text) => text || null),
    })
    .superRefine(({ fromDate, toDate }, context) => {
      const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['toDate'], message })
      if (toDate < fromDate) refuse('The last day must not be before the first.')
      else if (toDate < today) refuse('These days are over already.')
      else if (toDate > addDays(fromDate, maxClosureDays)) refuse('A shop can be closed for at most a year at a time.')
    })
}

export type ClosureForm = z.output<ReturnType<typeof closureForm>>
