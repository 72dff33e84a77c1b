/** Counts in this process's memory, for a database that is this process's alone. */
import type { Counts } from './counts.ts'
import { RecentMap } from './recent-map.ts'

interface Bucket {
  left: number
  atMs: number
}

export function createMemoryCounts(nowMs: () => number = Date.now): Counts {
  return {
    allowance(_name, limit, windowSeconds) {
      const buckets = new RecentMap<Bucket>()
      const windowMs = windowSeconds * 1_000
      const perMs = limit / windowMs
      /** As it is now; one that is not there is full. */
      const bucketOf = (key: string): Bucket => {
        const now = nowMs()
        const { left, atMs } = buckets.get(key, now) ?? { left: limit, atMs: now }
        return { left: Math.min(limit, left + Math.max(0, now - atMs) * perMs), atMs: now }
      }
      const keep = (key: string, bucket: Bucket) => buckets.set(key, bucket, bucket.atMs + windowMs)
      const waitOf = ({ left }: Bucket) => (left < 1 ? Math.ceil((1 - left) / perMs / 1_000) : 0)
      return {
        async take(key) {
          const bucket = bucketOf(key)
          const seconds = waitOf(bucket)
          if (seconds === 0) bucket.left -= 1
          keep(key, bucket)
          return seconds
        },
        async charge(key, amount) {
          const bucket = bucketOf(key)
          bucket.left -= amount
          // A debt outlasts the window.
          buckets.set(key, bucket, bucket.atMs + windowMs + Math.max(0, -bucket.left) / perMs)
          return waitOf(bucket)
        },
        async giveBack(key) {
          const bucket = bucketOf(key)
          keep(key, { ...bucket, left: Math.min(limit, bucket.left + 1) })
        },
        wait: async (key) => waitOf(bucketOf(key)),
        async drain(key) {
          keep(key, { left: 0, atMs: nowMs() })
        },
      }
    },

    tally(_name, seconds) {
      const tallies = new RecentMap<{ many: number; untilMs: number }>()
      return {
        async add(key) {
          const now = nowMs()
          const { many, untilMs } = tallies.get(key, now) ?? { many: 0, untilMs: now + seconds * 1_000 }
          tallies.set(key, { many: many + 1, untilMs }, untilMs)
          return many + 1
        },
        count: async (key) => tallies.get(key, nowMs())?.many ?? 0,
      }
    },

    close() {},
  }
}
