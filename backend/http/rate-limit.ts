/** Counts what one address does in a window of time, and says when it is too much. */

export interface RateLimit {
  /** Counts one request. @returns seconds to wait, or 0 when it may go on */
  take(address: string): number
  /** The same without counting. */
  wait(address: string): number
}

interface Bucket {
  /** Requests left; refills evenly over the window. */
  tokens: number
  updatedMs: number
}

/** Addresses remembered at the most; beyond it the longest idle are forgotten. */
const rememberedAddresses = 50_000

/** A token bucket for each address: `limit` requests at once, refilled evenly over `windowSeconds`. */
export function createRateLimit(limit: number, windowSeconds: number, nowMs: () => number = Date.now): RateLimit {
  const buckets = new Map<string, Bucket>()
  const perMs = limit / (windowSeconds * 1_000)

  /** As it is now, the last used of all. */
  function bucketOf(address: string): Bucket {
    const now = nowMs()
    const bucket = buckets.get(address) ?? { tokens: limit, updatedMs: now }
    bucket.tokens = Math.min(limit, bucket.tokens + (now - bucket.updatedMs) * perMs)
    bucket.updatedMs = now
    // Re-inserted so that the map stays ordered by last use.
    buckets.delete(address)
    buckets.set(address, bucket)
    if (buckets.size > rememberedAddresses) {
      const idle = buckets.keys().next()
      if (!idle.done) buckets.delete(idle.value)
    }
    return bucket
  }

  const waitOf = ({ tokens }: Bucket) => (tokens < 1 ? Math.ceil((1 - tokens) / perMs / 1_000) : 0)

  return {
    take(address) {
      const bucket = bucketOf(address)
      const seconds = waitOf(bucket)
      if (seconds === 0) bucket.tokens -= 1
      return seconds
    },
    wait: (address) => waitOf(bucketOf(address)),
  }
}

/** The network an address belongs to: one customer has a whole IPv6 /64, so that counts as one. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address.replace('::ffff:', '')
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':')
  if (address.includes('::')) while (groups.length < 8 - tail.split(':').length) groups.push('0')
  return groups.slice(0, 4).join(':')
}
