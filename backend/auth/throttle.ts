/**
 * Spaces letters of a kind to one address. It counts requests, whether or not there is such an account, so that being told to
 * wait says nothing about who has one. What nobody asks for is bounded here too: letters that tell of changes.
 */
import type { RateLimits } from '#backend/rate-limits/index'
import { overEmailRate } from './errors.ts'

export type LetterKind = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication'

export interface Throttle {
  /** Notes a request without refusing it. */
  note(kind: LetterKind, email: string): Promise<void>
  /** @throws AuthError over_email_send_rate_limit when the last request was too short a time ago */
  pass(kind: LetterKind, email: string): Promise<void>
  /** Whether the address may be told of one more change. */
  mayTell(email: string): Promise<boolean>
}

/**
 * Letters about changes to one address in an hour: more tell its owner nothing new, and whoever changes a password to and fro must not
 * use up the letters of everybody.
 */
const noticesAnHour = 5

export function createThrottle(rateLimits: RateLimits, seconds: number): Throttle {
  if (seconds <= 0) return { note: async () => {}, pass: async () => {}, mayTell: async () => true }
  const requests = rateLimits.limit('letters asked for', 1, seconds)
  const notices = rateLimits.limit('letters about changes', noticesAnHour, 3_600)
  const keyOf = (kind: LetterKind, email: string) => `${kind} ${email}`
  return {
    note: (kind, email) => requests.exhaust(keyOf(kind, email)),
    async pass(kind, email) {
      const wait = await requests.take(keyOf(kind, email))
      if (wait > 0) throw overEmailRate(wait)
    },
    mayTell: async (email) => (await notices.take(email)) === 0,
  }
}

/** Seconds until another letter may follow the account's last one, by the time kept with it; 0 when it may now. */
export function secondsToWait(sentAt: string | null, now: Date, seconds: number): number {
  if (sentAt === null) return 0
  return Math.max(0, Math.ceil((new Date(sentAt).getTime() + seconds * 1000 - now.getTime()) / 1000))
}

export const isTooSoon = (sentAt: string | null, now: Date, seconds: number) => secondsToWait(sentAt, now, seconds) > 0
