/** Which days a seller looks at and in which steps, as the address says it: `?range=90d&by=week`, or `?from=2026-01-01&to=2026-01-31`. */
import { addDays } from '#domain/calendar'

export const buckets = ['day', 'week', 'month'] as const
export type Bucket = (typeof buckets)[number]

/** Days of each range, up to today. */
export const ranges = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 } as const
export type Range = keyof typeof ranges
const usualRange: Range = '30d'

export interface AnalyticsChoice {
  readonly range: Range | 'custom'
  readonly from: string
  readonly to: string
  readonly bucket: Bucket
}

export const firstDay = '2000-01-01'
/** As the database has it. */
const mostDaysByDay = 400
const mostYears = 5

/** An address that makes no sense is that of the last 30 days. */
export function readChoice(address: URLSearchParams, today: string): AnalyticsChoice {
  const from = address.get('from') ?? ''
  const to = address.get('to') ?? ''
  const isCustom = faultOf({ from, to }, today) === null
  const named = Object.keys(ranges).find((range): range is Range => range === address.get('range')) ?? usualRange
  const days = isCustom ? { from, to } : { from: addDays(today, 1 - ranges[named]), to: today }
  const wanted = buckets.find((bucket) => bucket === address.get('by'))
  const bucket = wanted && bucketsOf(days).includes(wanted) ? wanted : usualBucket(days)
  return { range: isCustom ? 'custom' : named, ...days, bucket }
}

interface Days {
  readonly from: string
  readonly to: string
}

/** What is wrong with days that somebody typed, as a sentence; null when nothing is. */
export function faultOf({ from, to }: Days, today: string): string | null {
  if (!isDate(from) || !isDate(to)) return 'Please choose the first and the last day.'
  if (from < firstDay) return 'Please choose dates from 2000 onwards.'
  if (to > today) return 'There are no figures for future days.'
  if (from > to) return 'The first day must not be after the last one.'
  const tooLong = `${Number(from.slice(0, 4)) + mostYears}${from.slice(4)}` <= to
  return tooLong ? 'Please choose at most five years.' : null
}

function isDate(text: string): boolean {
  // Days that no month has, such as 31 February, come out as another day or none.
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && addDays(text, 0) === text
}

export function daysOf({ from, to }: Days): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1
}

/** The steps that these days can be shown in. */
export function bucketsOf(days: Days): readonly Bucket[] {
  return daysOf(days) > mostDaysByDay ? ['week', 'month'] : buckets
}

function usualBucket(days: Days): Bucket {
  const length = daysOf(days)
  if (length <= 31) return 'day'
  return length <= 190 ? 'week' : 'month'
}
