/** The form of a limit a day: of which orders, on which day, and how many. */
import { z } from 'zod'
import { wholeNumberField } from '#domain/values/amounts'

export const dayLimitForm = z
  .object({
    /** 'all', 'category:Cakes' or 'product:<id>'. */
    subject: z.string(),
    /** 'every', 'date', or the number of a weekday. */
    day: z.string(),
    /** 'YYYY-MM-DD' if the day is a date. */
    onDate: z.string(),
    maxOrders: wholeNumberField({ least: 1, blank: 0, message: 'Please enter a whole number of at least 1.' }),
  })
  .refine(({ maxOrders }) => maxOrders >= 1 && maxOrders <= 10_000, {
    path: ['maxOrders'],
    message: 'Please enter a whole number from 1 to 10,000.',
  })
  .refine(({ day, onDate }) => day !== 'date' || z.iso.date().safeParse(onDate).success, {
    path: ['onDate'],
    message: 'Please enter a date.',
  })
  .transform(({ subject, day, onDate, maxOrders }) => ({
    category: subject.startsWith('category:') ? subject.slice('category:'.length) : null,
    product_id: subject.startsWith('product:') ? subject.slice('product:'.length) : null,
    day_of_week: /^[0-6]$/.test(day) ? Number(day) : null,
    on_date: day === 'date' ? onDate : null,
    max_orders: maxOrders,
  }))

export type DayLimitForm = z.output<typeof dayLimitForm>

export const dayLimitFormDefaults: z.input<typeof dayLimitForm> = {
  subject: 'all',
  day: 'every',
  onDate: '',
  maxOrders: '',
}
