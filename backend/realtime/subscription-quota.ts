/** How many subscriptions a socket may still open, counted together with its network's. */
import type { Quota } from './changes/index.ts'
import type { Limits } from './limits.ts'
import type { Network } from './networks.ts'

export function createSubscriptionQuota(limits: Limits, network: Network): Quota {
  let own = 0
  return {
    get databaseValues() {
      return Math.min(limits.filterValuesPerSocket - own, limits.filterValuesPerNetwork - network.databaseValues)
    },
    reserve(matchKeys, databaseValues) {
      if (databaseValues > this.databaseValues) return 'Too many values in filters that the database has to compare'
      // Subscriptions of one socket with one key cost one check.
      const wanted = new Set(matchKeys)
      for (const key of wanted)
        if ((network.subscriptionsByKey.get(key) ?? 0) >= limits.equalSubscriptionsPerNetwork)
          return 'Too many subscriptions to the same changes'
      for (const key of wanted) network.subscriptionsByKey.set(key, (network.subscriptionsByKey.get(key) ?? 0) + 1)
      own += databaseValues
      network.databaseValues += databaseValues
      return undefined
    },
    release(matchKeys, databaseValues) {
      for (const key of new Set(matchKeys)) {
        const left = (network.subscriptionsByKey.get(key) ?? 0) - 1
        if (left > 0) network.subscriptionsByKey.set(key, left)
        else network.subscriptionsByKey.delete(key)
      }
      own -= databaseValues
      network.databaseValues -= databaseValues
    },
  }
}
