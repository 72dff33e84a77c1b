/** Limits shared by the clients of one network, so that more sockets do not raise them. */
import type { Limits } from './limits.ts'

export interface Network {
  sockets: number
  /** Messages, by socket and by HTTP. */
  readonly bucket: TokenBucket
  /** Values in its sockets' filters that the database has to compare. */
  databaseValues: number
  /** Match key -> number of subscriptions with it. Each may cost one more check at every change. */
  readonly subscriptionsByKey: Map<string, number>
}

export interface Networks {
  /** @param name the network's name, as networkOf() returns it */
  of(name: string): Network
  /** Removes networks without sockets and without recent messages. */
  removeIdle(): void
  readonly size: number
}

export function createNetworks({ messagesPerNetwork }: Limits): Networks {
  const networks = new Map<string, Network>()
  return {
    of(name) {
      const known = networks.get(name)
      if (known) return known
      const network = {
        sockets: 0,
        bucket: createTokenBucket(messagesPerNetwork),
        databaseValues: 0,
        subscriptionsByKey: new Map(),
      }
      networks.set(name, network)
      return network
    },
    removeIdle() {
      const now = Date.now()
      for (const [name, { sockets, bucket }] of networks) if (sockets === 0 && bucket.isFull(now)) networks.delete(name)
    },
    get size() {
      return networks.size
    },
  }
}

export interface TokenBucket {
  /** Whether no message has been counted lately. */
  isFull(nowMs: number): boolean
  take(cost: number): boolean
  /** Adds cost known only after a message was accepted. The balance may become negative. */
  charge(cost: number): void
}

/** A negative balance is refilled within this time. */
const maxDebtSeconds = 10

/** A token bucket that refills within a second. */
export function createTokenBucket(perSecond: number): TokenBucket {
  let left = perSecond
  let atMs = Date.now()
  const fill = (nowMs: number) => {
    left = Math.min(perSecond, left + ((nowMs - atMs) / 1_000) * perSecond)
    atMs = nowMs
  }
  return {
    isFull(nowMs) {
      fill(nowMs)
      return left === perSecond
    },
    take(cost) {
      fill(Date.now())
      if (left < cost) return false
      left -= cost
      return true
    },
    charge(cost) {
      left = Math.max(left - cost, -maxDebtSeconds * perSecond)
    },
  }
}
