/** Warnings for the day of a custom order, from the shop's own settings. */
import { addDays, dayFrom, dayOfWeek, weekdayName } from '#domain/values/calendar'

export interface ShopDays {
  readonly leadTimeDays: number
  readonly closures: readonly { readonly from_date: string; readonly to_date: string }[]
  readonly isForPickup: boolean
  /** Weekdays of the product's own pickup windows, else of the shop's; 0 for Sunday. */
  readonly pickupDays: readonly number[]
}

/**
 * Sentences for the seller, who may agree to the day anyway.
 * @param today 'YYYY-MM-DD' in London
 */
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
