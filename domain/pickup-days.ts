/** Pickup slots grouped by day, with full ones marked. */
import { dayOfWeek, weekdayAbbreviation } from './calendar.ts'
import type { PickupSlot } from './checkout.ts'
import { hoursAndMinutes } from './pickup.ts'

/** As the database returns them: 0 for a full slot, null without a limit. */
export interface OfferedSlot extends PickupSlot {
  readonly remaining: number | null
}

export interface OfferedDay {
  readonly date: string
  /** Sorted by time. */
  readonly slots: readonly OfferedSlot[]
  readonly isFull: boolean
}

/** Sorted by date; days without a slot are left out. */
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

/** From this number down, the places left are shown. */
const few = 3

/** 'Full', '2 left'; null with enough places. */
export function placesLeftText({ remaining }: OfferedSlot): string | null {
  if (remaining === null || remaining > few) return null
  return remaining === 0 ? 'Full' : `${remaining} left`
}

/** 'Sat' and '28', the two lines of a day's button. */
export function shortDay(date: string): { weekday: string; day: string } {
  return { weekday: weekdayAbbreviation(dayOfWeek(date)), day: String(Number(date.slice(8))) }
}
