/**
 * Limits the wrong codes for an account's second factor, from all networks together. Only someone with the password can try codes.
 * Past the limit, an owner who signed in with a second factor from this network address before still may.
 */
import type { Transaction } from '#backend/database/database'
import { networkOf } from '#backend/http/network'
import type { RateLimits } from '#backend/rate-limits/index'
import type { Client } from '../audit.ts'
import { overRequestRate } from '../errors.ts'

/** Three codes are right at any time, so a day of attempts finds one with a probability of 1 in 16,000. */
const wrongCodesPerDay = 20
const daySeconds = 86_400
/** Factors and challenges that an account may create in five minutes. */
const requestsPerWindow = 30
const windowSeconds = 5 * 60

export interface FactorAttempts {
  /** Counts a new factor or challenge. @throws AuthError over_request_rate_limit */
  takeRequest(accountId: string): Promise<void>
  /** @param isKnown whether the owner has signed in from this network address with a second factor */
  ofAccount(accountId: string, client: Client, isKnown: (tx?: Transaction) => Promise<boolean>): AccountAttempts
}

interface AccountAttempts {
  /** Whether even the right code is refused. */
  areExhausted(tx?: Transaction): Promise<boolean>
  /** Counts a wrong code in the transaction that refuses it. */
  recordFailure(tx: Transaction): Promise<void>
}

export function createFactorAttempts(rateLimits: RateLimits): FactorAttempts {
  const requests = rateLimits.limit('factor requests', requestsPerWindow, windowSeconds)
  const failures = rateLimits.counter('wrong factor codes', daySeconds)
  return {
    async takeRequest(accountId) {
      if ((await requests.take(accountId)) > 0) throw overRequestRate()
    },
    ofAccount(accountId, { address }, isKnown) {
      const ofNetwork = `${accountId} ${address === null ? '' : networkOf(address)}`
      return {
        async areExhausted(tx) {
          if ((await failures.count(accountId, tx)) < wrongCodesPerDay) return false
          return (await failures.count(ofNetwork, tx)) >= wrongCodesPerDay || !(await isKnown(tx))
        },
        async recordFailure(tx) {
          await failures.increment(accountId, tx)
          await failures.increment(ofNetwork, tx)
        },
      }
    },
  }
}
