/** Rate limits in memory, for a database that only this process uses. */
import type { RateLimits } from './rate-limits.ts'
import { TtlCache } from './ttl-cache.ts'

interface Bucket {
  tokens: number
  atMs: number
}

export function createMemoryRateLimits(nowMs: () => number = Date.now): RateLimits {
  return {
    limit(_name, capacity, windowSeconds) {
      const buckets = new TtlCache<Bucket>()
      const windowMs = windowSeconds * 1_000
      const perMs = capacity / windowMs
      /** The bucket refilled up to now. A missing bucket is full. */
      const bucketOf = (key: string): Bucket => {
        const now = nowMs()
        const { tokens, atMs } = buckets.get(key, now) ?? { tokens: capacity, atMs: now }
        return { tokens: Math.min(capacity, tokens + Math.max(0, now - atMs) * perMs), atMs: now }
      }
      const store = (key: string, bucket: Bucket) => buckets.set(key, bucket, bucket.atMs + windowMs)
      const waitSecondsOf = ({ tokens }: Bucket) => (tokens < 1 ? Math.ceil((1 - tokens) / perMs / 1_000) : 0)
      return {
        async take(key) {
          const bucket = bucketOf(key)
          const seconds = waitSecondsOf(bucket)
          if (seconds === 0) bucket.tokens -= 1
          store(key, bucket)
          return seconds
        },
        async charge(key, amount) {
          const bucket = bucketOf(key)
          bucket.tokens -= amount
          // A debt outlasts the window.
          buckets.set(key, bucket, bucket.atMs + windowMs + Math.max(0, -bucket.tokens) / perMs)
          return waitSecondsOf(bucket)
        },
        async refund(key) {
          const bucket = bucketOf(key)
          store(key, { ...bucket, tokens: Math.min(capacity, bucket.tokens + 1) })
        },
        left: async (key) => bucketOf(key).tokens,
        async exhaust(key) {
          store(key, { tokens: 0, atMs: nowMs() })
        },
      }
    },

    counter(_name, seconds) {
      const counters = new TtlCache<{ count: number; expiresAtMs: number }>()
      return {
        async increment(key) {
          const now = nowMs()
          const { count, expiresAtMs } = counters.get(key, now) ?? { count: 0, expiresAtMs: now + seconds * 1_000 }
          counters.set(key, { count: count + 1, expiresAtMs }, expiresAtMs)
          return count + 1
        },
        count: async (key) => counters.get(key, nowMs())?.count ?? 0,
      }
    },

    close() {},
  }
}
