/** Pickup times from weekly windows, closures and lead times. */
import {
  addDays,
  dateWithYear,
  dayFrom,
  dayOfWeek,
  type LocalTime,
  londonTime,
  weekdayName,
  weekFromMonday,
} from '../values/calendar.ts'

export const defaultPickupStart = '09:00'
export const defaultPickupEnd = '17:00'

/** A weekly window; times as the database returns them ('09:00' or '09:00:00'). */
export interface PickupSchedule {
  readonly day_of_week: number
  readonly start_time: string
  readonly end_time: string
  readonly max_orders?: number | null
  /** The only day of a dated window, which replaces the weekly ones of its day. */
  readonly on_date?: string | null
  /** A day on which orders are sent by post, without hours. */
  readonly is_posted?: boolean
}

/** Both dates are closed. */
export interface Closure {
  readonly from_date: string
  readonly to_date: string
}

export interface PickupWindow {
  readonly date: string
  readonly start: string
  readonly end: string
}

interface PickupSettings {
  readonly schedules: readonly PickupSchedule[]
  readonly closures: readonly Closure[]
  /** Whole days between an order and its first pickup; 0 or null for the same day. */
  readonly leadTimeDays: number | null
}

/** How far ahead to look. A shop that is closed for longer has no next pickup. */
const horizonDays = 366

/** '09:00:00' as '09:00'. */
export function hoursAndMinutes(time: string): string {
  return time.slice(0, 5)
}

/** A product with windows of its own uses only those, any other its shop's. */
export function schedulesFor<S>(ofProduct: readonly S[], ofShop: readonly S[]): readonly S[] {
  return ofProduct.length > 0 ? ofProduct : ofShop
}

function closureOn(closures: readonly Closure[], date: string): Closure | undefined {
  return closures.find(({ from_date, to_date }) => from_date <= date && date <= to_date)
}

/** Requested hours on several days of the week, as 'HH:MM'. */
export interface WantedHours {
  readonly daysOfWeek: readonly number[]
  /** For a window of one date. */
  readonly onDate?: string
  readonly startTime: string
  readonly endTime: string
}

/** Names the window that overlaps the requested hours, in the database's words; null without an overlap. Windows may touch. */
export function overlapSentence(
  schedules: readonly PickupSchedule[],
  wanted: WantedHours,
  fulfilment: 'pickup' | 'delivery' = 'pickup',
): string | null {
  const overlapping = schedules.find(
    ({ day_of_week, on_date: only, start_time, end_time }) =>
      (wanted.onDate ? only === wanted.onDate : !only && wanted.daysOfWeek.includes(day_of_week)) &&
      hoursAndMinutes(start_time) < wanted.endTime &&
      hoursAndMinutes(end_time) > wanted.startTime,
  )
  if (!overlapping) return null
  const hours = `${hoursAndMinutes(overlapping.start_time)} to ${hoursAndMinutes(overlapping.end_time)}`
  const day = overlapping.on_date ? dateWithYear(overlapping.on_date) : weekdayName(overlapping.day_of_week)
  return `This overlaps another ${fulfilment} window on ${day} (${hours}).`
}

/** The first window that has not ended yet; null if there is none within a year. */
export function nextPickup({ schedules, closures, leadTimeDays }: PickupSettings, now: Date): PickupWindow | null {
  if (schedules.length === 0) return null
  const local = londonTime(now)
  const first = leadTimeDays ?? 0
  for (let ahead = first; ahead < first + horizonDays; ahead += 1) {
    const date = addDays(local.date, ahead)
    const window = closureOn(closures, date) ? null : firstWindow(schedules, date, local)
    if (window) return window
  }
  return null
}

function firstWindow(schedules: readonly PickupSchedule[], date: string, now: LocalTime): PickupWindow | null {
  const dated = schedules.filter(({ on_date: only }) => only === date)
  const weekly = schedules.filter(({ on_date: only, day_of_week }) => !only && day_of_week === dayOfWeek(date))
  const windows = (dated.length > 0 ? dated : weekly)
    .map(({ start_time, end_time }) => ({ date, start: hoursAndMinutes(start_time), end: hoursAndMinutes(end_time) }))
    .filter(({ end }) => date > now.date || end > now.time)
    .sort((one, other) => one.start.localeCompare(other.start))
  return windows[0] ?? null
}

/** 'today, 09:00 to 17:00' or 'Saturday 28 November, 09:00 to 17:00'. */
export function pickupLabel({ date, start, end }: PickupWindow, now: Date): string {
  return `${dayFrom(londonTime(now).date, date)}, ${start} to ${end}`
}

/** The day a closed shop reopens, after consecutive closures; null while it is open. */
export function backOn(closures: readonly Closure[], now: Date): string | null {
  const today = londonTime(now).date
  let date = today
  for (let closure = closureOn(closures, date); closure; closure = closureOn(closures, date)) {
    date = addDays(closure.to_date, 1)
  }
  return date === today ? null : date
}

export interface PickupDay {
  readonly day: string
  /** Sorted by time, each '09:00 to 17:00'. */
  readonly windows: readonly string[]
}

/** A week of windows from Monday to Sunday, without empty days. */
export function pickupWeek(schedules: readonly PickupSchedule[]): PickupDay[] {
  return weekFromMonday
    .map((day) => ({
      day: weekdayName(day),
      windows: schedules
        .filter(({ on_date: only, day_of_week }) => !only && day_of_week === day)
        .map(hoursOf)
        .sort(),
    }))
    .filter(({ windows }) => windows.length > 0)
}

const hoursOf = ({ start_time, end_time, is_posted }: PickupSchedule) =>
  is_posted ? 'by post' : `${hoursAndMinutes(start_time)} to ${hoursAndMinutes(end_time)}`

/** Days from today on with windows of their own, each with what is offered on it instead of the weekly ones. */
export function datedWindows(
  schedules: readonly PickupSchedule[],
  today: string,
): readonly [string, readonly string[]][] {
  const dates = new Set(schedules.flatMap(({ on_date: date }) => (date && date >= today ? [date] : [])))
  return [...dates].sort().map((date) => [
    date,
    schedules
      .filter(({ on_date }) => on_date === date)
      .map(hoursOf)
      .sort(),
  ])
}
