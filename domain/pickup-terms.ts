/** Until when a pickup can be cancelled and when its address is shown, as the database decides it in `orders.cancellable_until`. */
import { londonInstant } from './calendar.ts'

const hourMs = 60 * 60 * 1000
const cancelHours = 24
const hoursBeforePickup = 4

/** 24 hours from paying, and 4 hours before the pickup begins. A moment that is past: it cannot be cancelled at all. */
export function cancellableUntil(paid: Date, slot: { date: string; start_time: string }): Date {
  const pickup = londonInstant(slot.date, slot.start_time)
  return new Date(Math.min(paid.getTime() + cancelHours * hourMs, pickup.getTime() - hoursBeforePickup * hourMs))
}
