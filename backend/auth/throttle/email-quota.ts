/** Limits the emails that the instance sends in an hour. It protects recipients from floods, and the sender's reputation. */
import type { Transaction } from '#backend/database/database'
import type { RateLimits } from '#backend/rate-limits/index'
import { AuthError } from '../errors.ts'

const hourSeconds = 3_600

export interface EmailQuota {
  /** Called before account lookups, so that it reveals nothing. @throws AuthError over_email_send_rate_limit */
  assertAvailable(within?: Transaction): Promise<void>
  take(): Promise<void>
}

/** @param emailsPerHour undefined for no limit */
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
