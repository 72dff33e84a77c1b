/** The form that adds pickup windows on one or several weekdays. */
import { z } from 'zod'
import { defaultPickupEnd, defaultPickupStart } from '../pickup.ts'
import { wholeNumberField } from './amounts.ts'

const time = (message: string) => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, message)

export const pickupScheduleForm = z
  .object({
    daysOfWeek: z
      .array(z.int().min(0).max(6))
      .min(1, 'Please choose at least one day.')
      .transform((days) => [...new Set(days)].sort((one, other) => one - other)),
    startTime: time('Please enter a start time.'),
    endTime: time('Please enter an end time.'),
    maxOrders: wholeNumberField({ least: 1, blank: null, message: 'Please enter a whole number of at least 1.' }),
  })
  .refine(({ startTime, endTime }) => endTime > startTime, {
    path: ['endTime'],
    message: 'End time must be after the start time.',
  })

export type PickupScheduleForm = z.output<typeof pickupScheduleForm>

export const pickupScheduleFormDefaults: z.input<typeof pickupScheduleForm> = {
  daysOfWeek: [],
  startTime: defaultPickupStart,
  endTime: defaultPickupEnd,
  maxOrders: '',
}

/** The submit button's label, which counts the days it would add. */
export function addSchedulesLabel(days: number): string {
  return days > 1 ? `Add ${days} Pickup Schedules` : 'Add Pickup Schedule'
}
