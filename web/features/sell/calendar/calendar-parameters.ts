/** What the calendar's URL chooses: a view, and the day that is open. Weeks begin on Monday. */
import { addDays, londonTime, mondayOf } from '#domain/values/calendar'
import { isIsoDate } from '#domain/values/iso-date'
import { monthOf } from '#domain/values/month'

export const calendarViews = ['month', 'week', 'day'] as const
type CalendarView = (typeof calendarViews)[number]

export interface CalendarParameters {
  readonly view: CalendarView
  readonly day: string
}

export interface CalendarRange {
  readonly from: string
  readonly days: number
}

/** Not 31 February either. */
function isDay(text: string): boolean {
  return isIsoDate(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && addDays(text, 0) === text
}

export function readCalendarParameters(searchParams: URLSearchParams, now: Date): CalendarParameters {
  const given = searchParams.get('day')
  return {
    view: calendarViews.find((view) => view === searchParams.get('view')) ?? 'month',
    day: given !== null && isDay(given) && given >= '2000' ? given : londonTime(now).date,
  }
}

export const calendarUrl = ({ view, day }: CalendarParameters) => `/seller/calendar?view=${view}&day=${day}`

/** A month with the days of other months in its first and last week. */
export function rangeOf({ view, day }: CalendarParameters): CalendarRange {
  if (view === 'day') return { from: day, days: 1 }
  if (view === 'week') return { from: mondayOf(day), days: 7 }
  const from = mondayOf(`${monthOf(day)}-01`)
  const isInMonth = (weeks: number) => monthOf(addDays(from, 7 * weeks)) === monthOf(day)
  return { from, days: isInMonth(5) ? 42 : isInMonth(4) ? 35 : 28 }
}

/** The same view before or after. A month keeps its day, or takes its last one. */
export function stepped({ view, day }: CalendarParameters, step: 1 | -1): CalendarParameters {
  if (view !== 'month') return { view, day: addDays(day, step * (view === 'week' ? 7 : 1)) }
  const month = monthOf(step === 1 ? addDays(`${monthOf(day)}-28`, 4) : addDays(`${monthOf(day)}-01`, -1))
  const wanted = `${month}-${day.slice(8)}`
  return { view, day: isDay(wanted) ? wanted : addDays(`${monthOf(addDays(`${month}-28`, 4))}-01`, -1) }
}
