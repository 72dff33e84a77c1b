/**
 * Limits how often emails of a kind go to one address. It counts requests whether or not the address has an account, so that a refusal
 * reveals nothing. It also limits notifications, which nobody requests.
 */
import type { RateLimits } from '#backend/rate-limits/index'
import { overEmailRate } from '../errors.ts'

type ThrottledEmailKind = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication'

export interface EmailThrottle {
  /** Counts a request without refusing it. */
  record(kind: ThrottledEmailKind, email: string): Promise<void>
  /** @throws AuthError over_email_send_rate_limit when the last request was too recent */
  assertAllowed(kind: ThrottledEmailKind, email: string): Promise<void>
  /** Whether the address may get another notification. */
  allowsNotification(email: string): Promise<boolean>
}

/**
 * Notifications to one address in an hour. Further ones contain nothing new, and repeated password changes must not use up the
 * instance's email quota.
 */
const notificationsPerHour = 5

export function createEmailThrottle(rateLimits: RateLimits, seconds: number): EmailThrottle {
  if (seconds <= 0)
    return { record: async () => {}, assertAllowed: async () => {}, allowsNotification: async () => true }
  const requests = rateLimits.limit('requested emails', 1, seconds)
  const notifications = rateLimits.limit('emails about changes', notificationsPerHour, 3_600)
  const keyOf = (kind: ThrottledEmailKind, email: string) => `${kind} ${email}`
  return {
    record: (kind, email) => requests.exhaust(keyOf(kind, email)),
    async assertAllowed(kind, email) {
      const wait = await requests.take(keyOf(kind, email))
      if (wait > 0) throw overEmailRate(wait)
    },
    allowsNotification: async (email) => (await notifications.take(email)) === 0,
  }
}

/** Seconds until another email may follow one sent at `sentAt`; 0 when it may now. */
export function secondsToWait(sentAt: string | null, now: Date, seconds: number): number {
  if (sentAt === null) return 0
  return Math.max(0, Math.ceil((new Date(sentAt).getTime() + seconds * 1000 - now.getTime()) / 1000))
}

export const isTooSoon = (sentAt: string | null, now: Date, seconds: number) => secondsToWait(sentAt, now, seconds) > 0
