/** Counts wrong codes, so that six digits cannot be tried out. */
import { RecentMap } from './recent.ts'

/** Wrong ones that a code survives, less one. */
const perCode = 5
/** Wrong ones of an account in a day, after which only its links are taken: asking for ever new codes does not help. */
const perDay = 20
const dayMs = 86_400_000

export interface GuessCounter {
  /** Notes a wrong code for the account; true when it was one too many for the code. */
  miss(accountId: string, now: Date): boolean
  /** Whether the account had so many wrong codes that the right one is not taken either. */
  isExhausted(accountId: string, now: Date): boolean
}

export function createGuessCounter(): GuessCounter {
  const misses = new RecentMap<{ count: number; until: Date }>()
  return {
    miss(accountId, now) {
      const { count, until } = misses.get(accountId, now) ?? { count: 0, until: new Date(now.getTime() + dayMs) }
      misses.set(accountId, { count: count + 1, until }, until)
      return (count + 1) % perCode === 0
    },
    isExhausted: (accountId, now) => (misses.get(accountId, now)?.count ?? 0) >= perDay,
  }
}
