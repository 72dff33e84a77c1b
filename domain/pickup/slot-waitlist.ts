/** A member's entries on waitlists of slots, and the places that are held for them. Apart from those of products, which every page loads. */
import { dayAndTime, longDate } from '../values/calendar.ts'
import type { HandOverSlot } from './hand-over.ts'
import { hoursAndMinutes } from './pickup.ts'
import { slotHours } from './pickup-days.ts'

/** A member's entry on the waitlist of a slot. A day of posting has no hours. */
export interface SlotEntry {
  readonly id: string
  readonly shop_id: string
  readonly fulfilment: string
  readonly on_date: string
  readonly start_time: string | null
  readonly end_time: string | null
  /** Null while waiting. */
  readonly offered_until: string | null
}

/** The member's entry for a slot of a shop. */
export function entryForSlot<Entry extends SlotEntry>(
  entries: readonly Entry[],
  shopId: string,
  fulfilment: string,
  slot: HandOverSlot,
): Entry | null {
  const start = slot.is_posted ? null : hoursAndMinutes(slot.start_time)
  return (
    entries.find(
      (entry) =>
        entry.shop_id === shopId &&
        entry.fulfilment === fulfilment &&
        entry.on_date === slot.date &&
        (entry.start_time === null ? null : hoursAndMinutes(entry.start_time)) === start,
    ) ?? null
  )
}

/** Until when a place is held, if the offer has not ended. */
export function heldUntil({ offered_until: until }: Pick<SlotEntry, 'offered_until'>, now: Date): string | null {
  return until !== null && now < new Date(until) ? until : null
}

/** 'Saturday 28 November, 10:00 to 12:00' */
export function slotOfEntry({ on_date: date, start_time: start, end_time: end }: SlotEntry): string {
  const hours = start !== null && end !== null ? `, ${slotHours({ start_time: start, end_time: end })}` : ''
  return `${longDate(date)}${hours}`
}

/** 'Held for you until Friday 27 November at 14:30.' */
export function heldLine(until: string): string {
  return `Held for you until ${dayAndTime(until)}.`
}

/** '1 held for the waitlist, 2 waiting', for the seller. Empty without any. */
export function slotWaitlistLine({ held, waiting }: { readonly held: number; readonly waiting: number }): string {
  return [held > 0 && `${held} held for the waitlist`, waiting > 0 && `${waiting} waiting`].filter(Boolean).join(', ')
}
