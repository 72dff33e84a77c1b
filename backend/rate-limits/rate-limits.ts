/** Rate limits (token buckets) and counters over a time window. */
import type { Transaction } from '#backend/database/database'

/** One token bucket per key: `capacity` tokens, refilled evenly over a window of time. */
export interface RateLimit {
  /** Takes one token. @returns seconds to wait; 0 when a token was taken */
  take(key: string): Promise<number>
  /** Takes `amount` tokens even when fewer are left. @returns seconds until a token is left again */
  charge(key: string, amount: number): Promise<number>
  /** Returns one token, because the work it was taken for did not happen. */
  refund(key: string): Promise<void>
  /** How many tokens are left, in fractions, too. */
  left(key: string, within?: Transaction): Promise<number>
  /** Empties the bucket, as if all tokens had been taken now. */
  exhaust(key: string): Promise<void>
}

/** Counts events per key. The window starts at a key's first event. */
export interface Counter {
  /** @returns the count including this event */
  increment(key: string, within?: Transaction): Promise<number>
  count(key: string, within?: Transaction): Promise<number>
}

export interface RateLimits {
  /** @param name keeps the keys of this limit apart from those of others */
  limit(name: string, capacity: number, windowSeconds: number): RateLimit
  counter(name: string, seconds: number): Counter
  close(): void
}
