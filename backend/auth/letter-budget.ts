/** Bounds the letters of an hour in all, so that nobody makes a stranger's mailboxes and the sender's good name suffer. */
import { AuthError } from './errors.ts'

const hourMs = 3_600_000

export interface LetterBudget {
  /** To be asked before anything tells accounts apart. @throws AuthError over_email_send_rate_limit when the hour's letters are sent */
  assertLeft(now: Date): void
  spend(now: Date): void
}

/** @param lettersPerHour without bounds when absent */
export function createLetterBudget(lettersPerHour: number | undefined): LetterBudget {
  let sentAt: number[] = []
  return {
    assertLeft(now) {
      if (lettersPerHour === undefined) return
      sentAt = sentAt.filter((moment) => moment > now.getTime() - hourMs)
      if (sentAt.length >= lettersPerHour) {
        throw new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
      }
    },
    spend(now) {
      if (lettersPerHour !== undefined) sentAt.push(now.getTime())
    },
  }
}
