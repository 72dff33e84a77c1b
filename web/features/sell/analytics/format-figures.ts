/** Formats figures, date spans and changes. */
import { addDays, dateWithYear, shortDate } from '#domain/values/calendar'
import type { Bucket } from './analytics-parameters.ts'

export const noFigure = '–'

/** '1,250'. */
export function count(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** '12.5%', '8%'; a dash if the rate is null because its divisor is zero. */
export function percent(rate: number | null): string {
  return rate === null ? noFigure : `${count(Math.floor(Math.round(rate * 1000) / 10))}${decimalOf(rate)}%`
}

function decimalOf(rate: number): string {
  const tenths = Math.round(rate * 1000) % 10
  return tenths === 0 ? '' : `.${tenths}`
}

/** '3 orders', '1 order'. */
export function counted(number: number, one: string, more = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : more}`
}

/** The label of a bar: '21 Nov', or 'Nov 26' for a month. */
export function bucketLabel({ from }: { from: string }, bucket: Bucket): string {
  const day = shortDate(from)
  return bucket === 'month' ? `${day.slice(day.indexOf(' ') + 1)} ${from.slice(2, 4)}` : day
}

/** The label of a table row: '21 Nov 2026', '16 to 22 Nov 2026', or 'Nov 2026' for a whole month. */
export function spanLabel({ from, to }: { from: string; to: string }): string {
  const end = `${shortDate(to)} ${to.slice(0, 4)}`
  if (from === to) return end
  if (from.endsWith('-01') && addDays(to, 1).endsWith('-01') && from.slice(0, 7) === to.slice(0, 7))
    return end.slice(end.indexOf(' ') + 1)
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8))} to ${end}`
  return from.slice(0, 4) === to.slice(0, 4)
    ? `${shortDate(from)} to ${end}`
    : `${shortDate(from)} ${from.slice(0, 4)} to ${end}`
}

/** '23 October 2026 to 21 November 2026', or the one day. */
export function longSpan({ from, to }: { from: string; to: string }): string {
  return from === to ? dateWithYear(from) : `${dateWithYear(from)} to ${dateWithYear(to)}`
}

export interface Change {
  readonly direction: 'up' | 'down' | 'same'
  readonly text: string
}

/** The change from the previous period; null if there is nothing to compare. */
export function changeOf(now: number | null, before: number | null): Change | null {
  if (now === null || before === null || (now === 0 && before === 0)) return null
  if (now === before) return { direction: 'same', text: 'No change' }
  const direction = now > before ? 'up' : 'down'
  const word = now > before ? 'Up' : 'Down'
  if (before === 0) return { direction, text: 'Up from zero' }
  const share = Math.abs(now - before) / before
  return { direction, text: `${word} ${share < 0.001 ? 'a little' : percent(Math.round(share * 100) / 100 || share)}` }
}

/** The change of a rate in percentage points. */
export function pointsOf(now: number | null, before: number | null): Change | null {
  if (now === null || before === null) return null
  const tenths = Math.round(Math.abs(now - before) * 1000)
  if (tenths === 0) return { direction: 'same', text: 'No change' }
  const points = tenths % 10 === 0 ? `${tenths / 10}` : `${Math.floor(tenths / 10)}.${tenths % 10}`
  return {
    direction: now > before ? 'up' : 'down',
    text: `${now > before ? 'Up' : 'Down'} ${points} ${tenths === 10 ? 'point' : 'points'}`,
  }
}
