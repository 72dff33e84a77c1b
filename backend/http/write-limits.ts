/** Rate limits on writes the database cannot count per client: visitors' rows, uploads and broadcasts. */
import type { RateLimit, RateLimits } from '#backend/rate-limits/index'
import type { Caller } from './caller.ts'
import { networkOf } from './network.ts'

/** A rate-limited write. The token is taken first, so that parallel requests count, and refunded if the write fails. */
export interface LimitedWrite {
  /** @returns seconds to wait; 0 when it may proceed */
  take(): Promise<number>
  /** @param response null when the request failed without one */
  finish(response: Response | null): Promise<void>
}

export interface WriteLimits {
  /** For a request to rest; null when it writes nothing that is limited. */
  rest(request: Request, caller: Caller, address: string): LimitedWrite | null
  /** For a request to storage. */
  storage(request: Request, caller: Caller | null, address: string): LimitedWrite | null
  /** For a broadcast over HTTP; the realtime module limits those over a socket. */
  broadcast(caller: Caller, address: string): LimitedWrite | null
}

export const noWriteLimits: WriteLimits = { rest: () => null, storage: () => null, broadcast: () => null }

/** Rows that the visitors of one network may write in ten minutes. */
const rowsPerVisitorNetwork = 30
/** Calls per ten minutes of a function that returns nothing, per member or per visitor's network. */
const callsReturningNothing = 300
/** Files that one member may upload in an hour: enough for the pictures of a large shop. */
const uploadsPerHour = 500

/** Broadcasts over HTTP that one member may send in a minute. */
const broadcastsPerMinute = 300

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Uploads go to object/BUCKET/KEY, with any number of leading slashes. The names listed here are other endpoints. */
const uploadPath = /^\/storage\/v1\/*object\/(?!(?:list|list-v2|sign)\/)/

export function createWriteLimits(rateLimits: RateLimits): WriteLimits {
  const rowLimit = rateLimits.limit('visitor rows', rowsPerVisitorNetwork, 10 * 60)
  const callLimit = rateLimits.limit('silent calls', callsReturningNothing, 10 * 60)
  const uploadLimit = rateLimits.limit('uploads', uploadsPerHour, 60 * 60)
  const broadcastLimit = rateLimits.limit('broadcasts', broadcastsPerMinute, 60)
  /** Functions that have returned 204 before. */
  const returningNothing = new Set<string>()

  const limitedWrite = (limit: RateLimit, client: string): LimitedWrite => ({
    take: () => limit.take(client),
    finish: async (response) => (response?.ok ? undefined : limit.refund(client)),
  })

  /** A function that returns 204 exists for its writes, so its calls are limited. Functions that return data mostly read. */
  const limitedCall = (name: string, client: string): LimitedWrite => {
    const write = limitedWrite(callLimit, `${name} ${client}`)
    if (returningNothing.has(name))
      return { take: write.take, finish: (response) => write.finish(response?.status === 204 ? response : null) }
    return {
      take: async () => 0,
      async finish(response) {
        if (response?.status !== 204) return
        returningNothing.add(name)
        await write.take()
      },
    }
  }

  return {
    rest(request, caller, address) {
      if (caller.role === 'service_role' || readMethods.has(request.method)) return null
      const called = functionName(new URL(request.url).pathname)
      if (called !== null) return limitedCall(called, caller.claims.sub ?? networkOf(address))
      return caller.role === 'anon' ? limitedWrite(rowLimit, networkOf(address)) : null
    },
    storage(request, caller, address) {
      if (caller?.role === 'service_role' || (request.method !== 'POST' && request.method !== 'PUT')) return null
      if (!uploadPath.test(new URL(request.url).pathname)) return null
      return limitedWrite(uploadLimit, caller?.claims.sub ?? networkOf(address))
    },
    broadcast: (caller, address) =>
      caller.role === 'service_role' ? null : limitedWrite(broadcastLimit, caller.claims.sub ?? networkOf(address)),
  }
}

const restPath = '/rest/v1'

/** The name of the function that a path calls, decoded and with repeated slashes ignored; null for a table. */
function functionName(path: string): string | null {
  const [first, name = '', ...others] = path.slice(restPath.length).split('/').filter(Boolean)
  if (first !== 'rpc' || others.length > 0) return null
  try {
    return decodeURIComponent(name)
  } catch {
    return ''
  }
}
