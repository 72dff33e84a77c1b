/** Counts wrong codes, so that six digits cannot be tried out. */
import type { Counts } from '#backend/counts/index'
import type { Transaction } from '#backend/database/database'

/** Wrong ones that a code survives, less one. */
const perCode = 5
/** Wrong ones of an account in a day, after which only its links are taken: asking for ever new codes does not help. */
const perDay = 20
const daySeconds = 86_400

export interface GuessCounter {
  /** Notes a wrong code for the account, in the transaction that refuses it; true when it was one too many for the code. */
  miss(accountId: string, tx: Transaction): Promise<boolean>
  /** Whether the account had so many wrong codes that the right one is not taken either. */
  isExhausted(accountId: string, tx: Transaction): Promise<boolean>
}

export function createGuessCounter(counts: Counts): GuessCounter {
  const misses = counts.tally('wrong codes', daySeconds)
  return {
    miss: async (accountId, tx) => (await misses.add(accountId, tx)) % perCode === 0,
    isExhausted: async (accountId, tx) => (await misses.count(accountId, tx)) >= perDay,
  }
}
