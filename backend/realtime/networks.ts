/** What the clients of one network ask for together: nobody gets more by opening more sockets. */
import type { Limits } from './limits.ts'

export interface Network {
  sockets: number
  /** Messages, by socket and by HTTP. */
  readonly allowance: Allowance
  askedValues: number
  /** By what they want of a table, how many subscriptions want just that: each may be one more to ask about every change. */
  readonly alike: Map<string, number>
}

export interface Networks {
  of(address: string): Network
  /** Forgets those of whom nobody is here and nothing was heard lately. */
  tidy(): void
  readonly size: number
}

export function createNetworks({ messagesPerNetwork }: Limits): Networks {
  const networks = new Map<string, Network>()
  return {
    of(address) {
      const known = networks.get(address)
      if (known) return known
      const made = { sockets: 0, allowance: createAllowance(messagesPerNetwork), askedValues: 0, alike: new Map() }
      networks.set(address, made)
      return made
    },
    tidy() {
      const now = Date.now()
      for (const [address, { sockets, allowance }] of networks)
        if (sockets === 0 && allowance.isUntouched(now)) networks.delete(address)
    },
    get size() {
      return networks.size
    },
  }
}

export interface Allowance {
  /** Whether quiet has filled it. */
  isUntouched(nowMs: number): boolean
  take(cost: number): boolean
  /** What came of a message that was let through, paid for by the next ones. */
  charge(cost: number): void
}

/** A debt is paid off within so many seconds. */
const longestDebtSeconds = 10

/** A bucket of so many messages, filled again within a second. */
export function createAllowance(perSecond: number): Allowance {
  let left = perSecond
  let atMs = Date.now()
  const fill = (nowMs: number) => {
    left = Math.min(perSecond, left + ((nowMs - atMs) / 1_000) * perSecond)
    atMs = nowMs
  }
  return {
    isUntouched(nowMs) {
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
      left = Math.max(left - cost, -longestDebtSeconds * perSecond)
    },
  }
}
