/** Parses pg_cron's schedules ('5 4 * * mon', '30 seconds', '@daily') and computes when they are due, in UTC as pg_cron. */

export interface Schedule {
  /** The last due time after `afterMs` and up to `untilMs` (Unix milliseconds); undefined if there is none. */
  lastDue(afterMs: number, untilMs: number): number | undefined
}

/** An invalid schedule. */
export class ScheduleError extends Error {
  override readonly name = 'ScheduleError'
}

const minuteMs = 60_000

const nicknames: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** @throws ScheduleError */
export function parseSchedule(text: string): Schedule {
  const trimmed = text.trim().toLowerCase()
  const interval = /^([1-9]|[1-5]\d)\s+seconds?$/.exec(trimmed)
  if (interval) return every(Number(interval[1]) * 1_000)
  const fields = (nicknames[trimmed] ?? trimmed).split(/\s+/)
  const [minute, hour, day, month, weekday] = fields
  if (fields.length !== 5 || !minute || !hour || !day || !month || !weekday)
    throw new ScheduleError(`'${text}' is neither five fields nor a number of seconds from 1 to 59`)
  return whenMatching({
    minutes: values(minute, { lowest: 0, highest: 59 }),
    hours: values(hour, { lowest: 0, highest: 23 }),
    days: day === '$' ? 'last' : values(day, { lowest: 1, highest: 31 }),
    months: values(month, { lowest: 1, highest: 12, names: months }),
    // Both 0 and 7 are Sunday.
    weekdays: new Set([...values(weekday, { lowest: 0, highest: 7, names: weekdays })].map((day) => day % 7)),
    // As in Vixie cron: if both day and weekday are restricted, either may match.
    eitherDay: !day.startsWith('*') && !weekday.startsWith('*'),
  })
}

/** Aligned to the clock, so that several processes agree on due times. */
function every(intervalMs: number): Schedule {
  return {
    lastDue(afterMs, untilMs) {
      const due = Math.floor(untilMs / intervalMs) * intervalMs
      return due > afterMs ? due : undefined
    },
  }
}

interface Fields {
  readonly minutes: ReadonlySet<number>
  readonly hours: ReadonlySet<number>
  readonly days: ReadonlySet<number> | 'last'
  readonly months: ReadonlySet<number>
  readonly weekdays: ReadonlySet<number>
  readonly eitherDay: boolean
}

function whenMatching(fields: Fields): Schedule {
  return {
    lastDue(afterMs, untilMs) {
      for (let due = Math.floor(untilMs / minuteMs) * minuteMs; due > afterMs; due -= minuteMs)
        if (matches(fields, new Date(due))) return due
      return undefined
    },
  }
}

function matches({ minutes, hours, days, months, weekdays, eitherDay }: Fields, date: Date): boolean {
  if (!minutes.has(date.getUTCMinutes()) || !hours.has(date.getUTCHours()) || !months.has(date.getUTCMonth() + 1))
    return false
  const onDay = days === 'last' ? isLastOfMonth(date) : days.has(date.getUTCDate())
  const onWeekday = weekdays.has(date.getUTCDay())
  return eitherDay ? onDay || onWeekday : onDay && onWeekday
}

function isLastOfMonth(date: Date): boolean {
  return new Date(date.getTime() + 24 * 60 * minuteMs).getUTCDate() === 1
}

interface Range {
  readonly lowest: number
  readonly highest: number
  readonly names?: readonly string[]
}

/** The values of a field: *, numbers, names, ranges, steps and lists of these. */
function values(field: string, range: Range): Set<number> {
  const found = new Set<number>()
  for (const part of field.split(',')) {
    const [, star, first, last, step] = /^(?:(\*)|(\w+)(?:-(\w+))?)(?:\/(\d+))?$/.exec(part) ?? []
    const from = star ? range.lowest : numberOf(first, range)
    const to = star ? range.highest : last === undefined ? from : numberOf(last, range)
    const by = step === undefined ? 1 : Number(step)
    if (from === undefined || to === undefined || to < from || by < 1)
      throw new ScheduleError(`'${part}' is not a valid field between ${range.lowest} and ${range.highest}`)
    for (let value = from; value <= to; value += by) found.add(value)
  }
  return found
}

function numberOf(text: string | undefined, { lowest, highest, names = [] }: Range): number | undefined {
  if (text === undefined) return undefined
  const named = names.indexOf(text)
  const value = named >= 0 ? named + lowest : /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  return value >= lowest && value <= highest ? value : undefined
}
