/** The rate limits of requests to /auth/v1; config.toml's [auth.rate_limit] sets the numbers. */
import type { RateLimit, RateLimits } from '#backend/rate-limits/index'
import { networkOf } from './network.ts'

export interface AuthRates {
  /** Sign-ups, sign-ins and requests for an email that a network may make in five minutes. */
  readonly signInSignUps: number
  /** Session refreshes that a network may make in five minutes. */
  readonly tokenRefresh: number
  /** Verifications of emailed links and codes that a network may make in five minutes. */
  readonly tokenVerifications: number
}

const windowSeconds = 5 * 60

/** @returns a function that takes a token and resolves to the seconds to wait; 0 when the request may proceed */
export function createAuthLimits(
  rateLimits: RateLimits,
  rates: AuthRates,
): (request: Request, url: URL, address: string) => Promise<number> {
  const signIns = rateLimits.limit('sign-ins', rates.signInSignUps, windowSeconds)
  const refreshes = rateLimits.limit('refreshes', rates.tokenRefresh, windowSeconds)
  const verifications = rateLimits.limit('verifications', rates.tokenVerifications, windowSeconds)

  const limitOf = (method: string, url: URL): RateLimit | undefined => {
    const path = url.pathname.slice('/auth/v1'.length).replace(/\/+$/, '')
    if (path === '/verify' || path === '/callback') return verifications
    if (path === '/authorize' || path === '/user/identities/authorize') return signIns
    if (method === 'PUT' && path === '/user') return signIns
    if (method !== 'POST') return undefined
    if (path === '/token') return url.searchParams.get('grant_type') === 'refresh_token' ? refreshes : signIns
    return ['/signup', '/otp', '/magiclink', '/recover', '/resend'].includes(path) ? signIns : undefined
  }

  return async (request, url, address) => (await limitOf(request.method, url)?.take(networkOf(address))) ?? 0
}
