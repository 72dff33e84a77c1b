/** Pickup slots as they are chosen from: day by day, with what is full. */
import { dayOfWeek, weekdayAbbreviation } from './calendar.ts'
import type { PickupSlot } from './checkout.ts'
import { hoursAndMinutes } from './pickup.ts'

/** As the database gives them: full ones too, with 0; null is no limit. */
export interface OfferedSlot extends PickupSlot {
  readonly remaining: number | null
}

export interface OfferedDay {
  readonly date: string
  /** In the order of the day. */
  readonly slots: readonly OfferedSlot[]
  readonly isFull: boolean
}

/** In the order of the days; days without a window are left out. */
export function daysOf(slots: readonly OfferedSlot[]): readonly OfferedDay[] {
  const days = new Map<string, OfferedSlot[]>()
  for (const slot of slots) days.set(slot.date, [...(days.get(slot.date) ?? []), slot])
  return [...days]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([date, ofDay]) => ({
      date,
      slots: ofDay.toSorted((one, other) => (one.start_time < other.start_time ? -1 : 1)),
      isFull: ofDay.every(isFull),
    }))
}

export function isFull({ remaining }: OfferedSlot): boolean {
  return remaining === 0
}

export function isSameSlot(one: PickupSlot, other: PickupSlot): boolean {
  return (
    one.date === other.date &&
    hoursAndMinutes(one.start_time) === hoursAndMinutes(other.start_time) &&
    hoursAndMinutes(one.end_time) === hoursAndMinutes(other.end_time)
  )
}

/** '09:00 to 17:00'. */
export function slotHours({ start_time, end_time }: Pick<PickupSlot, 'start_time' | 'end_time'>): string {
  return `${hoursAndMinutes(start_time)} to ${hoursAndMinutes(end_time)}`
}

/** So few that it is worth saying. */
const few = 3

/** 'Full', '2 left'; null where there is room enough. */
export function roomText({ remaining }: OfferedSlot): string | null {
  if (remaining === null || remaining > few) return null
  return remaining === 0 ? 'Full' : `${remaining} left`
}

/** 'Sat' over '28', as a chip shows a day. */
export function shortDay(date: string): { weekday: string; day: string } {
  return { weekday: weekdayAbbreviation(dayOfWeek(date)), day: String(Number(date.slice(8))) }
}
