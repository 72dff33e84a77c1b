/** Until when a pickup can be cancelled, by the rules of `orders.cancellable_until`. Its address is shown from then on. */
import { londonInstant } from './calendar.ts'

const hourMs = 60 * 60 * 1000
const cancelHours = 24
const hoursBeforePickup = 4

/** 24 hours after payment, and 4 hours before the pickup begins. A past time means that it cannot be cancelled. */
export function cancellableUntil(paid: Date, slot: { date: string; start_time: string }): Date {
  const pickup = londonInstant(slot.date, slot.start_time)
  return new Date(Math.min(paid.getTime() + cancelHours * hourMs, pickup.getTime() - hoursBeforePickup * hourMs))
}
