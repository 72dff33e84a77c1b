/**
 * Spaces letters of a kind to one address. It counts requests, whether or not there is such an account, so that being told to
 * wait says nothing about who has one. Each process counts its own; the times kept with the accounts hold across processes.
 */
import { overEmailRate } from './errors.ts'
import { RecentMap } from './recent.ts'

export type LetterKind = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication'

export interface Throttle {
  /** Notes a request without refusing it. */
  note(kind: LetterKind, email: string, now: Date): void
  /** @throws AuthError over_email_send_rate_limit when the last request was too short a time ago */
  pass(kind: LetterKind, email: string, now: Date): void
}

export function createThrottle(seconds: number): Throttle {
  const allowedFrom = new RecentMap<Date>()
  const keyOf = (kind: LetterKind, email: string) => `${kind} ${email}`
  const note = (kind: LetterKind, email: string, now: Date) => {
    const next = new Date(now.getTime() + seconds * 1000)
    allowedFrom.set(keyOf(kind, email), next, next)
  }
  return {
    note,
    pass(kind, email, now) {
      const next = allowedFrom.get(keyOf(kind, email), now)
      if (next !== undefined) throw overEmailRate(Math.ceil((next.getTime() - now.getTime()) / 1000))
      note(kind, email, now)
    },
  }
}

/** Seconds until another letter may follow the account's last one, by the time kept with it; 0 when it may now. */
export function secondsToWait(sentAt: string | null, now: Date, seconds: number): number {
  if (sentAt === null) return 0
  return Math.max(0, Math.ceil((new Date(sentAt).getTime() + seconds * 1000 - now.getTime()) / 1000))
}

export const isTooSoon = (sentAt: string | null, now: Date, seconds: number) => secondsToWait(sentAt, now, seconds) > 0
