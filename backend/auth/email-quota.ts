/** Bounds the emails of an hour in all, so that nobody makes a stranger's mailboxes and the sender's good name suffer. */
import type { Transaction } from '#backend/database/database'
import type { RateLimits } from '#backend/rate-limits/index'
import { AuthError } from './errors.ts'

const hourSeconds = 3_600

export interface EmailQuota {
  /** To be asked before anything tells accounts apart. @throws AuthError over_email_send_rate_limit when the hour's emails are sent */
  assertAvailable(within?: Transaction): Promise<void>
  take(): Promise<void>
}

/** @param emailsPerHour without bounds when absent */
export function createEmailQuota(rateLimits: RateLimits, emailsPerHour: number | undefined): EmailQuota {
  if (emailsPerHour === undefined) return { assertAvailable: async () => {}, take: async () => {} }
  const emails = rateLimits.limit('emails', emailsPerHour, hourSeconds)
  return {
    async assertAvailable(within) {
      if ((await emails.waitSeconds('all', within)) > 0)
        throw new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
    },
    async take() {
      await emails.take('all')
    },
  }
}
