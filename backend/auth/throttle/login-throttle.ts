/**
 * Limits wrong passwords per email address, whether or not it has an account: few from one network, more from all networks together.
 * Past the second limit, an owner who signed in from this network address before may still sign in.
 */
import { networkOf } from '#backend/http/network'
import type { RateLimits } from '#backend/rate-limits/index'
import { tooManyAttempts } from '../errors.ts'
import type { AuthSettings } from '../settings.ts'

export interface LoginThrottle {
  /**
   * Counts an attempt before the password is checked, so that parallel attempts count, too.
   * @param address the client's, if it is an IP address
   * @param isKnown whether the account's owner has signed in from this network address before
   * @returns a function to call when the password was right
   * @throws AuthError over_request_rate_limit
   */
  begin(email: string, address: string | null, isKnown: () => Promise<boolean>): Promise<() => Promise<void>>
}

const perNetworkSeconds = 15 * 60
const perAddressSeconds = 60 * 60

export function createLoginThrottle(
  rateLimits: RateLimits,
  limits: AuthSettings['password']['attempts'],
): LoginThrottle {
  if (limits === null) return { begin: async () => async () => {} }
  const perNetwork = rateLimits.limit('passwords from a network', limits.perNetwork, perNetworkSeconds)
  const perAddress = rateLimits.limit('passwords from anywhere', limits.perAddress, perAddressSeconds)
  return {
    async begin(email, address, isKnown) {
      const key = `${email} ${address === null ? '' : networkOf(address)}`
      const wait = await perNetwork.take(key)
      if (wait > 0) throw tooManyAttempts(wait)
      const longWait = await perAddress.take(email)
      if (longWait > 0 && !(await isKnown())) throw tooManyAttempts(longWait)
      return async () => {
        await perNetwork.refund(key)
        await perAddress.refund(email)
      }
    },
  }
}
