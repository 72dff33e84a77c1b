/** Whether a shop can keep a day that is about to be agreed on for a custom order, as far as its own settings tell. */
import { addDays, dayFrom, dayOfWeek, weekdayName } from './calendar.ts'

export interface ShopDays {
  readonly leadTimeDays: number
  readonly closures: readonly { readonly from_date: string; readonly to_date: string }[]
  readonly isForPickup: boolean
  /** Of the product's own pickup windows, else of the shop's: 0 for Sunday. */
  readonly pickupDays: readonly number[]
}

/** Sentences for the baker, who may agree all the same. @param today 'YYYY-MM-DD' in London */
export function agreedDayWarnings(day: string, today: string, shop: ShopDays): readonly string[] {
  const earliest = addDays(today, shop.leadTimeDays)
  const weekday = dayOfWeek(day)
  const isClosed = shop.closures.some(({ from_date, to_date }) => from_date <= day && day <= to_date)
  return [
    ...(day < earliest
      ? [
          `Your lead time is ${shop.leadTimeDays === 1 ? '1 day' : `${shop.leadTimeDays} days`}: ${dayFrom(today, earliest)} would be the earliest.`,
        ]
      : []),
    ...(isClosed ? ['Your shop is closed on this day.'] : []),
    ...(shop.isForPickup && !shop.pickupDays.includes(weekday)
      ? [`You have no pickup times on ${weekdayName(weekday)}s: your buyer could pick it up from 09:00 to 17:00.`]
      : []),
  ]
}
