/** Bounds the letters of an hour in all, so that nobody makes a stranger's mailboxes and the sender's good name suffer. */
import type { Transaction } from '#backend/database/database'
import type { RateLimits } from '#backend/rate-limits/index'
import { AuthError } from './errors.ts'

const hourSeconds = 3_600

export interface LetterBudget {
  /** To be asked before anything tells accounts apart. @throws AuthError over_email_send_rate_limit when the hour's letters are sent */
  assertLeft(within?: Transaction): Promise<void>
  spend(): Promise<void>
}

/** @param lettersPerHour without bounds when absent */
export function createLetterBudget(rateLimits: RateLimits, lettersPerHour: number | undefined): LetterBudget {
  if (lettersPerHour === undefined) return { assertLeft: async () => {}, spend: async () => {} }
  const letters = rateLimits.limit('letters', lettersPerHour, hourSeconds)
  return {
    async assertLeft(within) {
      if ((await letters.waitSeconds('all', within)) > 0)
        throw new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
    },
    async spend() {
      await letters.take('all')
    },
  }
}
