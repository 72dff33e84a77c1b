/** Counts wrong codes, so that six digits cannot be tried out. */
import type { Transaction } from '#backend/database/database'
import type { Counter, RateLimits } from '#backend/rate-limits/index'

/** Wrong ones that a code survives, less one. */
const perCode = 5
/** Wrong ones of an account in a day, after which only its links are taken: asking for ever new codes does not help. */
const perDay = 20
const daySeconds = 86_400

/**
 * `letter`: codes that sign in or confirm, which anybody may send. `reauthentication`: codes that only the signed-in may, so that
 * strangers' guesses at the others keep no member from changing a password.
 */
export type GuessedCode = 'letter' | 'reauthentication'

export interface GuessCounter {
  /** Notes a wrong code for the account, in the transaction that refuses it; true when it was one too many for the code. */
  miss(guessed: GuessedCode, accountId: string, tx: Transaction): Promise<boolean>
  /** Whether the account had so many wrong codes that the right one is not taken either. */
  isExhausted(guessed: GuessedCode, accountId: string, tx: Transaction): Promise<boolean>
}

export function createGuessCounter(rateLimits: RateLimits): GuessCounter {
  const misses = {
    letter: rateLimits.counter('wrong codes', daySeconds),
    reauthentication: rateLimits.counter('wrong reauthentication codes', daySeconds),
  } satisfies Record<GuessedCode, Counter>
  return {
    miss: async (guessed, accountId, tx) => (await misses[guessed].increment(accountId, tx)) % perCode === 0,
    isExhausted: async (guessed, accountId, tx) => (await misses[guessed].count(accountId, tx)) >= perDay,
  }
}
