/**
 * Limits the emails that the instance sends in an hour. It protects recipients from floods, and the sender's reputation. A part of it is
 * the most that one network gets, and another the most for new accounts, so that nobody can use up what others need.
 */
import type { Transaction } from '#backend/database/database'
import { networkOf } from '#backend/http/network'
import type { RateLimits } from '#backend/rate-limits/index'
import type { Client } from '../audit.ts'
import { AuthError } from '../errors.ts'

const hourSeconds = 3_600
const networkShare = 0.2
/** The rest is for members who have forgotten a password or change their address. */
const signUpShare = 0.7
/** A share of a small quota. */
const smallestShare = 5

interface EmailRequest {
  readonly client: Client
  /** Whether it may be for an account that does not exist yet. */
  readonly isSignUp?: boolean
}

export interface EmailQuota {
  /**
   * Counts the request in the shares. Called before account lookups, so that it reveals nothing.
   * @throws AuthError over_email_send_rate_limit
   */
  assertAvailable(request: EmailRequest, within?: Transaction): Promise<void>
  take(): Promise<void>
}

/** @param emailsPerHour undefined for no limit */
export function createEmailQuota(rateLimits: RateLimits, emailsPerHour: number | undefined): EmailQuota {
  if (emailsPerHour === undefined) return { assertAvailable: async () => {}, take: async () => {} }
  const emails = rateLimits.limit('emails', emailsPerHour, hourSeconds)
  const networks = rateLimits.counter('emails of a network', hourSeconds)
  const signUps = rateLimits.counter('emails to new accounts', hourSeconds)
  const sharing = (share: number) => Math.max(smallestShare, Math.floor(emailsPerHour * share))
  return {
    async assertAvailable({ client, isSignUp = false }, within) {
      const isOver =
        (await emails.waitSeconds('all', within)) > 0 ||
        (await networks.increment(networkOf(client.address ?? 'unknown'), within)) > sharing(networkShare) ||
        (isSignUp && (await signUps.increment('all', within)) > sharing(signUpShare))
      if (isOver) throw new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
    },
    async take() {
      await emails.take('all')
    },
  }
}
