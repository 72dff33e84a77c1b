/** What a socket may still subscribe to, with what its network has already. */
import type { Quota } from './changes/index.ts'
import type { Limits } from './limits.ts'
import type { Network } from './networks.ts'

export function createQuota(limits: Limits, network: Network): Quota {
  let own = 0
  return {
    get askedValues() {
      return Math.min(limits.askedValuesPerSocket - own, limits.askedValuesPerNetwork - network.askedValues)
    },
    take(slots, askedValues) {
      if (askedValues > this.askedValues) return 'Too many values in filters that the database has to compare'
      // Several of one socket in one slot are one more to ask about.
      const wanted = new Set(slots)
      for (const slot of wanted)
        if ((network.alike.get(slot) ?? 0) >= limits.subscriptionsAlikePerNetwork)
          return 'Too many subscriptions to the same changes'
      for (const slot of wanted) network.alike.set(slot, (network.alike.get(slot) ?? 0) + 1)
      own += askedValues
      network.askedValues += askedValues
      return undefined
    },
    giveBack(slots, askedValues) {
      for (const slot of new Set(slots)) {
        const left = (network.alike.get(slot) ?? 0) - 1
        if (left > 0) network.alike.set(slot, left)
        else network.alike.delete(slot)
      }
      own -= askedValues
      network.askedValues -= askedValues
    },
  }
}
