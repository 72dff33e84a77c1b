/**
 * The period and bucket in the URL of the analytics page: `?range=90d&by=week`, or `?from=2026-01-01&to=2026-01-31`.
 */
import { addDays } from '#domain/values/calendar'

const buckets = ['day', 'week', 'month'] as const
export type Bucket = (typeof buckets)[number]

/** Days of each range, up to today. */
const ranges = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 } as const
export type RangeName = keyof typeof ranges
const defaultRange: RangeName = '30d'

export interface AnalyticsParameters {
  readonly range: RangeName | 'custom'
  readonly from: string
  readonly to: string
  readonly bucket: Bucket
}

export const firstDay = '2000-01-01'
/** The same limit as in the database. */
const maxDaysByDay = 400
const maxYears = 5

/** Invalid parameters mean the last 30 days. A narrow screen has no room for thirty days, so it shows weeks. */
export function readAnalyticsParameters(
  searchParams: URLSearchParams,
  today: string,
  isNarrow = false,
): AnalyticsParameters {
  const from = searchParams.get('from') ?? ''
  const to = searchParams.get('to') ?? ''
  const isCustom = dateRangeError({ from, to }, today) === null
  const named =
    Object.keys(ranges).find((range): range is RangeName => range === searchParams.get('range')) ?? defaultRange
  const days = isCustom ? { from, to } : { from: addDays(today, 1 - ranges[named]), to: today }
  const wanted = buckets.find((bucket) => bucket === searchParams.get('by'))
  const bucket =
    wanted && availableBuckets(days).includes(wanted)
      ? wanted
      : defaultBucket(days, isNarrow ? maxBarsOnPhones : maxBars)
  return { range: isCustom ? 'custom' : named, ...days, bucket }
}

interface Days {
  readonly from: string
  readonly to: string
}

/** @returns the error message for typed dates, or null if they are valid */
export function dateRangeError({ from, to }: Days, today: string): string | null {
  if (!isDate(from) || !isDate(to)) return 'Please choose the first and the last day.'
  if (from < firstDay) return 'Please choose dates from 2000 onwards.'
  if (to > today) return 'There are no figures for future days.'
  if (from > to) return 'The first day must not be after the last one.'
  const tooLong = `${Number(from.slice(0, 4)) + maxYears}${from.slice(4)}` <= to
  return tooLong ? 'Please choose at most five years.' : null
}

function isDate(text: string): boolean {
  // Date parsing turns impossible days, such as 31 February, into another day or NaN.
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && addDays(text, 0) === text
}

export function dayCount({ from, to }: Days): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1
}

/** The buckets that the period can be grouped by. */
export function availableBuckets(days: Days): readonly Bucket[] {
  return dayCount(days) > maxDaysByDay ? ['week', 'month'] : buckets
}

/** Only the browser knows. Pages for members are rendered there. */
export function isNarrowScreen(): boolean {
  return typeof window !== 'undefined' && window.matchMedia('(width < 40rem)').matches
}

const maxBars = 31
const maxBarsOnPhones = 14

function defaultBucket(days: Days, mostDays: number): Bucket {
  const length = dayCount(days)
  if (length <= mostDays) return 'day'
  return length <= 190 ? 'week' : 'month'
}
