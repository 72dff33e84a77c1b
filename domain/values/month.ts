/** The months of a picker. */
import { addDays, dateWithYear, mondayOf, weekFromMonday } from './calendar.ts'

/** 'YYYY-MM' of a date. */
export function monthOf(date: string): string {
  return date.slice(0, 7)
}

/** 'December 2026' */
export function monthTitle(month: string): string {
  return dateWithYear(`${month}-01`).slice('1 '.length)
}

/** The weeks of a month from Monday; null for the days of other months. */
export function weeksOf(month: string): readonly (readonly (string | null)[])[] {
  const first = `${month}-01`
  const weeks: (string | null)[][] = []
  for (let day = mondayOf(first); day < first || monthOf(day) === month; day = addDays(day, 7)) {
    weeks.push(
      weekFromMonday.map((_, ahead) => addDays(day, ahead)).map((date) => (monthOf(date) === month ? date : null)),
    )
  }
  return weeks
}
