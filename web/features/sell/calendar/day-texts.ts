/** The texts of a day and of its windows. */

import { orderKindNames, orderKinds } from '#domain/orders/order-kinds'
import { slotHours } from '#domain/pickup/pickup-days'
import { slotWaitlistLine } from '#domain/pickup/slot-waitlist'
import { dateWithYear, longDate } from '#domain/values/calendar'
import type { CalendarDay, CalendarOrder, CalendarWindow } from './calendar.ts'

export const ordersText = (count: number) =>
  count === 0 ? 'no orders' : count === 1 ? '1 order' : `${count.toLocaleString('en-GB')} orders`

/** 'Saturday 28 November 2026, 3 orders: 2 pickup, 1 posting. Closed: holiday' */
export function calendarDayLabel({ date, closure, ...counts }: CalendarDay): string {
  const kinds = orderKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${orderKindNames[kind].toLowerCase()}`)
  const detail = kinds.length > 0 ? `: ${kinds.join(', ')}` : ''
  const closed = closure === null ? '' : `. ${closureText(closure)}`
  return `${longDate(date).split(' ')[0]} ${dateWithYear(date)}, ${ordersText(counts.orders)}${detail}${closed}`
}

export const closureText = (note: string) => (note === 'Closed' ? note : `Closed: ${note}`)

/** 'Pickup 09:00 to 12:00', with the product of a window of its own */
export function calendarWindowText({ fulfilment, product, start_time, end_time, is_posted }: CalendarWindow): string {
  const hours = slotHours({ start_time, end_time, is_posted })
  return `${is_posted ? '' : fulfilment === 'pickup' ? 'Pickup ' : 'Delivery '}${hours}${product ? `, ${product}` : ''}`
}

/** '3 of 8 places taken', '3 taken, no limit', 'Full, 7 of 8 places taken, 1 held for the waitlist, 2 waiting' */
export function placesText(window: Pick<CalendarWindow, 'taken' | 'held' | 'waiting' | 'max_orders'>): string {
  const { taken, held, max_orders: most } = window
  const isFull = most !== null && taken + held >= most
  const places = most === null ? `${taken} taken, no limit` : `${taken} of ${most} places taken`
  return [isFull && 'Full', places, slotWaitlistLine(window)].filter(Boolean).join(', ')
}

/** '09:00', or the kind without hours */
export function orderTime({ start_time: start, end_time: end }: CalendarOrder): string | null {
  return start && end ? slotHours({ start_time: start, end_time: end }) : null
}
