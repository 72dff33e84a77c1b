/** The slots that a shop offers, grouped by day, and why other days have none. */
import type { HandOverSlot } from './hand-over.ts'
import { hoursAndMinutes } from './pickup.ts'

/** As the database returns them: 0 for a full slot, null without a limit. */
export interface OfferedSlot extends HandOverSlot {
  readonly remaining: number | null
  /** Until when a place is held for the member, who has waited for it. */
  readonly heldUntil?: string
}

/** A row of `hand_over_slots`: a slot, or a day without one and its reason. */
export interface OfferedRow {
  readonly date: string
  readonly start_time: string | null
  readonly end_time: string | null
  readonly remaining: number | null
  readonly is_posted?: boolean | null
  readonly reason?: string | null
}

export interface OfferedDay {
  readonly date: string
  /** Sorted by time. */
  readonly slots: readonly OfferedSlot[]
  /** Why nothing can be booked; null for a day with a free slot. */
  readonly reason: string | null
}

const reasons: Readonly<Record<string, string>> = {
  closed: 'Closed.',
  no_windows: 'No times on this day.',
  too_early: 'Too early: this order takes longer to make.',
  cut_off: 'Too late to order for this day.',
}
const fullyBooked = 'Fully booked.'

/** Sorted by date. */
export function offeredDays(rows: readonly OfferedRow[]): readonly OfferedDay[] {
  const days = new Map<string, OfferedRow[]>()
  for (const row of rows) days.set(row.date, [...(days.get(row.date) ?? []), row])
  return [...days]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([date, ofDay]) => {
      const slots = ofDay.flatMap(slotOf).toSorted((one, other) => (one.start_time < other.start_time ? -1 : 1))
      return { date, slots, reason: reasonOf(slots, ofDay[0]?.reason ?? '') }
    })
}

function slotOf({ date, start_time, end_time, remaining, is_posted: isPosted }: OfferedRow): OfferedSlot[] {
  if (start_time === null || end_time === null) return []
  return [{ date, start_time, end_time, remaining, ...(isPosted && { is_posted: true }) }]
}

function reasonOf(slots: readonly OfferedSlot[], reason: string): string | null {
  if (slots.length === 0) return reasons[reason] ?? 'Not available.'
  return slots.every(isFull) ? fullyBooked : null
}

/** The days with the places that are held for the member, which are full for everybody else. */
export function withHeldPlaces(
  days: readonly OfferedDay[],
  heldUntil: (slot: HandOverSlot) => string | null,
): readonly OfferedDay[] {
  return days.map((day) => {
    const slots = day.slots.map((slot) => {
      const until = isFull(slot) ? heldUntil(slot) : null
      return until === null ? slot : { ...slot, remaining: 1, heldUntil: until }
    })
    return slots.some(({ heldUntil: until }) => until) ? { ...day, slots, reason: null } : day
  })
}

/** The first place that is held for the member. */
export function heldSlot(days: readonly OfferedDay[]): HandOverSlot | null {
  return days.flatMap(({ slots }) => slots).find(({ heldUntil }) => heldUntil) ?? null
}

export function isFull({ remaining }: OfferedSlot): boolean {
  return remaining === 0
}

export function isSameSlot(one: HandOverSlot, other: HandOverSlot): boolean {
  return (
    one.date === other.date &&
    hoursAndMinutes(one.start_time) === hoursAndMinutes(other.start_time) &&
    hoursAndMinutes(one.end_time) === hoursAndMinutes(other.end_time)
  )
}

/** '09:00 to 17:00', or 'Sent by post' for a day of posting. */
export function slotHours({
  start_time,
  end_time,
  is_posted: isPosted,
}: Pick<HandOverSlot, 'start_time' | 'end_time' | 'is_posted'>): string {
  return isPosted ? 'Sent by post' : `${hoursAndMinutes(start_time)} to ${hoursAndMinutes(end_time)}`
}

/** From this number down, the places left are shown. */
const few = 3

/** 'Full', '2 left', 'Held for you'; null with enough places. */
export function placesLeftText({ remaining, heldUntil }: OfferedSlot): string | null {
  if (heldUntil) return 'Held for you'
  if (remaining === null || remaining > few) return null
  return remaining === 0 ? 'Full' : `${remaining} left`
}
