/** Ids of the sample's rows, the same at every load, so that a second load finds existing rows. */
import { createHash } from 'node:crypto'
import type { PersonKey } from './people.ts'

/** A UUID in the layout of version 5. The same words always give the same id. */
export function sampleId(...words: readonly string[]): string {
  const digest = createHash('sha1')
    .update(`tuckbox sample ${words.join(' ')}`)
    .digest()
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x50
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80
  return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The auth service assigns account ids. */
export type AccountIds = (person: PersonKey) => string

const hour = 3_600_000

/** Moments before and after the load. */
export function clock(now: Date) {
  const at = (hours: number) => new Date(now.getTime() + hours * hour).toISOString()
  return {
    hoursAgo: (hours: number) => at(-hours),
    daysAgo: (days: number, hours = 0) => at(-days * 24 - hours),
    /** The date that many days from today. */
    date: (days: number) => at(days * 24).slice(0, 10),
    /** The weekday of that date, 0 Sunday to 6 Saturday. */
    weekday: (days: number) => new Date(at(days * 24)).getUTCDay(),
  }
}
export type Clock = ReturnType<typeof clock>
