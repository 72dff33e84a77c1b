/** The weekday and the hour of an earlier order, and the slot that comes closest to them. */
import { dayOfWeek } from '../values/calendar.ts'
import { fulfilments, type HandOverSlot, type UsualTime } from './hand-over.ts'
import { hoursAndMinutes } from './pickup.ts'
import { isFull, type OfferedDay } from './pickup-days.ts'

/** An order with its hand-over. */
export interface HandedOver {
  readonly fulfilment: string
  readonly pickup_date: string | null
  readonly pickup_start: string | null
  readonly delivery_date: string | null
  readonly delivery_start: string | null
}

/** Null for a delivery without a day. */
export function usualTimeOf(order: HandedOver): UsualTime | null {
  const fulfilment = fulfilments.find((one) => one === order.fulfilment)
  const isPickup = fulfilment === 'pickup'
  const date = isPickup ? order.pickup_date : order.delivery_date
  if (!fulfilment || date === null) return null
  const start = (isPickup ? order.pickup_start : order.delivery_start) ?? ''
  return { fulfilment, weekday: dayOfWeek(date), start: hoursAndMinutes(start) }
}

/** On the next such weekday with a free slot: the slot at the same hour, or else the first free one. */
export function slotLike({ weekday, start }: UsualTime, days: readonly OfferedDay[]): HandOverSlot | null {
  for (const { date, slots } of days) {
    const free = dayOfWeek(date) === weekday ? slots.filter((slot) => !isFull(slot)) : []
    const slot = free.find((one) => hoursAndMinutes(one.start_time) === start) ?? free[0]
    if (slot) return slotOnly(slot)
  }
  return null
}

/** Without the places that are left. */
export function slotOnly({ date, start_time, end_time, is_posted }: HandOverSlot): HandOverSlot {
  return { date, start_time, end_time, ...(is_posted && { is_posted }) }
}
