/** The rate limits of requests. A limit is taken first, so that parallel requests count, and before the body is read. */
import type { RateLimits } from '#backend/rate-limits/index'
import type { Caller } from './caller.ts'
import { networkOf, subnetOf } from './network.ts'

/** How many requests auth allows a network in five minutes; config.toml's [auth.rate_limit] sets the numbers. */
export interface AuthRates {
  /** Sign-ups, sign-ins and requests for an email. */
  readonly signInSignUps: number
  /** Session refreshes. */
  readonly tokenRefresh: number
  /** Verifications of emailed links and codes. */
  readonly tokenVerifications: number
}

interface Definition {
  readonly capacity: number
  readonly windowSeconds: number
  /**
   * `caller` is the member from every network, else the visitor's network. The service role has no limit. The /56 of an IPv6 address has
   * the limit, and its network a few times as much. So one client
   * does not use up what the customers of a mobile carrier share.
   */
  readonly per: 'network' | 'caller'
  /** Whether a request that fails counts, too. A write that fails has written nothing. */
  readonly countsFailures: boolean
}

const perNetwork = { per: 'network', countsFailures: true } as const
const writes = { per: 'caller', countsFailures: false } as const
const minutes = (count: number) => count * 60

const definitions = ({ signInSignUps, tokenRefresh, tokenVerifications }: AuthRates) =>
  ({
    'sign-ins': { capacity: signInSignUps, windowSeconds: minutes(5), ...perNetwork },
    refreshes: { capacity: tokenRefresh, windowSeconds: minutes(5), ...perNetwork },
    verifications: { capacity: tokenVerifications, windowSeconds: minutes(5), ...perNetwork },
    /** Of auth and storage. */
    'unknown paths': { capacity: 300, windowSeconds: minutes(5), ...perNetwork },
    /** Rows that visitors write, since the database cannot count them per client. */
    'visitor rows': { capacity: 30, windowSeconds: minutes(10), ...writes },
    /** Of each volatile function. An open conversation calls one about twenty times in ten minutes. */
    calls: { capacity: 300, windowSeconds: minutes(10), ...writes },
    /** Enough for the pictures of a large shop. */
    uploads: { capacity: 500, windowSeconds: minutes(60), ...writes },
    /** Of each function that needs no token. Stripe sends its events, and calendar services fetch all feeds, from few networks. */
    'open functions': { capacity: 3_000, windowSeconds: minutes(5), ...perNetwork },
    /** Of each other function. Payments call their provider, so that failures cost as much. */
    functions: { capacity: 120, windowSeconds: minutes(10), per: 'caller', countsFailures: true },
    /** Over HTTP; the realtime module limits those over a socket. */
    broadcasts: { capacity: 300, windowSeconds: minutes(1), ...writes },
  }) satisfies Record<string, Definition>

type LimitName = keyof ReturnType<typeof definitions>

/** The rate limit of a route. A route without one says so. */
export type RouteLimit = LimitName | 'none'

interface LimitedRequest {
  readonly limit: RouteLimit
  /** Null without a key. */
  readonly caller: Caller | null
  readonly address: string
  /** What is counted apart from others, e.g. the name of a function. */
  readonly about?: string
}

export interface RequestLimits {
  /** Runs the request, unless its limit is exhausted. @param refuse responds with the seconds to wait */
  run(request: LimitedRequest, run: () => Promise<Response>, refuse: (seconds: number) => Response): Promise<Response>
}

export const noRequestLimits: RequestLimits = { run: (_request, run) => run() }

/** What an IPv6 network has, as a multiple of the limit. */
const networkFactor = 8

export function createRequestLimits(rateLimits: RateLimits, rates: AuthRates): RequestLimits {
  const limits = new Map(
    Object.entries<Definition>(definitions(rates)).map(([name, definition]) => [
      name,
      {
        ...definition,
        bucket: rateLimits.limit(name, definition.capacity, definition.windowSeconds),
        ofNetwork: rateLimits.limit(
          `${name} of a network`,
          definition.capacity * networkFactor,
          definition.windowSeconds,
        ),
      },
    ]),
  )
  return {
    async run({ limit: name, caller, address, about = '' }, run, refuse) {
      const limit = limits.get(name)
      if (!limit || caller?.role === 'service_role') return run()
      const member = limit.per === 'caller' ? caller?.claims.sub : undefined
      const subnet = member === undefined ? subnetOf(address) : undefined
      const key = `${about} ${member ?? subnet ?? networkOf(address)}`
      const networkKey = subnet === undefined ? undefined : `${about} ${networkOf(address)}`
      const refund = async () => {
        await limit.bucket.refund(key)
        if (networkKey !== undefined) await limit.ofNetwork.refund(networkKey)
      }
      const seconds = await limit.bucket.take(key)
      if (seconds > 0) return refuse(seconds)
      const networkSeconds = networkKey === undefined ? 0 : await limit.ofNetwork.take(networkKey)
      if (networkSeconds > 0) return refuse(networkSeconds)
      if (limit.countsFailures) return run()
      let hasSucceeded = false
      try {
        const response = await run()
        hasSucceeded = response.ok
        return response
      } finally {
        if (!hasSucceeded) await refund()
      }
    },
  }
}
