/** The interface to what is counted over a while: how much somebody may still do, and how often something happened. */
import type { Transaction } from '#backend/database/database'

/** `limit` at once for each key, refilled evenly over a window of time. */
export interface RateLimit {
  /** Takes one. @returns seconds to wait, or 0 when it was there and is taken */
  take(key: string): Promise<number>
  /** Takes what something has cost, even where there is less. @returns seconds until there is one again */
  charge(key: string, amount: number): Promise<number>
  /** Puts one back that came to nothing. */
  refund(key: string): Promise<void>
  /** The seconds `take` would answer, without taking. */
  waitSeconds(key: string, within?: Transaction): Promise<number>
  /** Leaves nothing: the next has to wait as if all had been taken now. */
  exhaust(key: string): Promise<void>
}

/** Counts from the first of a key until a length of time after it. */
export interface Counter {
  /** @returns how many it makes */
  increment(key: string, within?: Transaction): Promise<number>
  count(key: string, within?: Transaction): Promise<number>
}

export interface RateLimits {
  /** @param name tells this allowance's keys from those of others */
  limit(name: string, capacity: number, windowSeconds: number): RateLimit
  counter(name: string, seconds: number): Counter
  close(): void
}
