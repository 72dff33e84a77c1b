/** Calendar dates and times in London, as 'YYYY-MM-DD' and 'HH:MM', which sort as text. */

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const dayMs = 86_400_000

export interface LocalTime {
  readonly date: string
  readonly time: string
}

const wallClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** An instant in London local time, including summer time. */
export function londonTime(instant: Date): LocalTime {
  const parts = Object.fromEntries(wallClock.formatToParts(instant).map(({ type, value }) => [type, value]))
  return { date: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` }
}

/** The instant of a London local time. The repeated hour in autumn resolves to the later instant. */
export function londonInstant(date: string, time: string): Date {
  const asUtc = new Date(`${date}T${time.slice(0, 5)}:00Z`)
  const shown = londonTime(asUtc)
  const aheadMs = new Date(`${shown.date}T${shown.time}:00Z`).getTime() - asUtc.getTime()
  const instant = new Date(asUtc.getTime() - aheadMs)
  // Near a clock change the first guess is an hour off.
  return londonTime(instant).time === time.slice(0, 5) ? instant : asUtc
}

// A calendar date is calculated as midnight UTC, where every day has 24 hours.
function midnight(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

export function addDays(date: string, days: number): string {
  return new Date(midnight(date).getTime() + days * dayMs).toISOString().slice(0, 10)
}

/** 0 for Sunday to 6 for Saturday. */
export function dayOfWeek(date: string): number {
  return midnight(date).getUTCDay()
}

/** The Monday of a date's week. */
export function mondayOf(date: string): string {
  return addDays(date, -((dayOfWeek(date) + 6) % 7))
}

export function weekdayName(day: number): string {
  return weekdays[day] ?? ''
}

/** 'Sun' to 'Sat'. */
export function weekdayAbbreviation(day: number): string {
  return weekdayName(day).slice(0, 3)
}

/** From Monday, as every week on the pages: 1 to 6, then 0 for Sunday. */
export const weekFromMonday = [1, 2, 3, 4, 5, 6, 0] as const

// Names are spelled out because Intl's punctuation differs between versions, and server and browser must agree.
/** 'Saturday 28 November'. */
export function longDate(date: string): string {
  return `${weekdayName(dayOfWeek(date))} ${dayAndMonth(date)}`
}

/** '28 November 2026'. */
export function dateWithYear(date: string): string {
  return `${dayAndMonth(date)} ${date.slice(0, 4)}`
}

/** 'Saturday 28 November 2026'. */
export function dayInWords(date: string): string {
  return `${longDate(date)} ${date.slice(0, 4)}`
}

/** The day of an instant in London: '28 November 2026'. */
export function dayWithYear(instant: string): string {
  return dateWithYear(londonTime(new Date(instant)).date)
}

/** A London day and time: 'Saturday 28 November at 10:00'. */
export function dayAndTime(instant: string): string {
  const { date, time } = londonTime(new Date(instant))
  return `${longDate(date)} at ${time}`
}

function dayAndMonth(date: string): string {
  const day = midnight(date)
  return `${day.getUTCDate()} ${months[day.getUTCMonth()]}`
}

/** '28 Nov'. */
export function shortDate(date: string): string {
  const day = midnight(date)
  return `${day.getUTCDate()} ${months[day.getUTCMonth()]?.slice(0, 3)}`
}

/** 'today', 'tomorrow', else the long date. */
export function dayFrom(today: string, date: string): string {
  if (date === today) return 'today'
  return date === addDays(today, 1) ? 'tomorrow' : longDate(date)
}

/** 'today at 14:03', 'yesterday at …', 'Saturday 28 November at …'; in another year '28 November 2025 at …'. */
export function momentFrom(now: Date, instant: Date): string {
  const { date: today } = londonTime(now)
  const { date, time } = londonTime(instant)
  const near = date === addDays(today, -1) ? 'yesterday' : dayFrom(today, date)
  const isOfOtherYear = near === longDate(date) && date.slice(0, 4) !== today.slice(0, 4)
  return `${isOfOtherYear ? dateWithYear(date) : near} at ${time}`
}
