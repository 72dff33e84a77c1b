/** The form that adds windows on weekdays or on one date, or changes one of them. */
import { z } from 'zod'
import { defaultPickupEnd, defaultPickupStart } from '#domain/pickup/pickup'
import { wholeNumberField } from '#domain/values/amounts'
import { dayOfWeek } from '#domain/values/calendar'

const time = (message: string) => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, message)

/** The hours of a day of posting, which buyers do not see. */
export const postedHours = { startTime: '00:00', endTime: '23:59' } as const

export const pickupScheduleForm = z
  .object({
    daysOfWeek: z
      .array(z.int().min(0).max(6))
      .transform((days) => [...new Set(days)].sort((one, other) => one - other)),
    /** 'YYYY-MM-DD' for a window of one date, which needs no weekdays; otherwise ''. */
    onDate: z.union([z.literal(''), z.iso.date('Please enter a date.')]),
    isPosted: z.boolean(),
    startTime: time('Please enter a start time.'),
    endTime: time('Please enter an end time.'),
    maxOrders: wholeNumberField({ least: 1, blank: null, message: 'Please enter a whole number of at least 1.' }),
  })
  .refine(({ daysOfWeek, onDate }) => daysOfWeek.length > 0 || onDate !== '', {
    path: ['daysOfWeek'],
    message: 'Please choose at least one day.',
  })
  .refine(({ startTime, endTime }) => endTime > startTime, {
    path: ['endTime'],
    message: 'End time must be after the start time.',
  })
  .transform(({ onDate, ...form }) => ({
    ...form,
    ...(form.isPosted && postedHours),
    onDate: onDate || null,
    daysOfWeek: onDate ? [dayOfWeek(onDate)] : form.daysOfWeek,
  }))

export type PickupScheduleForm = z.output<typeof pickupScheduleForm>

export const pickupScheduleFormDefaults: z.input<typeof pickupScheduleForm> = {
  daysOfWeek: [],
  onDate: '',
  isPosted: false,
  startTime: defaultPickupStart,
  endTime: defaultPickupEnd,
  maxOrders: '',
}

/** The submit button's label, which counts the days it would add. */
export function addSchedulesLabel(days: number, fulfilment: 'pickup' | 'delivery' = 'pickup'): string {
  const what = fulfilment === 'pickup' ? 'Pickup' : 'Delivery'
  return days > 1 ? `Add ${days} ${what} Schedules` : `Add ${what} Schedule`
}
