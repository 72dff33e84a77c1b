/** Rate limits on writes the database cannot count per client: visitors' rows, uploads and broadcasts. */
import type { RateLimit, RateLimits } from '#backend/rate-limits/index'
import type { Caller } from './caller.ts'
import { networkOf } from './network.ts'

/** A rate-limited write. The token is taken before the write, so that parallel requests count, and refunded if the write fails. */
export interface Writing {
  /** @returns seconds to wait; 0 when it may proceed */
  take(): Promise<number>
  /** @param response null when the request failed without one */
  done(response: Response | null): Promise<void>
}

export interface WriteLimits {
  /** For a request to rest; null when it writes nothing that is limited. */
  rest(request: Request, caller: Caller, address: string): Writing | null
  /** For a request to storage. */
  storage(request: Request, caller: Caller | null, address: string): Writing | null
  /** For a broadcast over HTTP; the realtime module limits those over a socket. */
  broadcast(caller: Caller, address: string): Writing | null
}

export const noWriteLimits: WriteLimits = { rest: () => null, storage: () => null, broadcast: () => null }

/** Rows that the visitors of one network may write in ten minutes. */
const visitorRows = 30
/** Calls per ten minutes of a function that returns nothing, per member or per visitor's network. */
const silentCalls = 300
/** Files that one member may upload in an hour: enough for the pictures of a large shop. */
const uploads = 500

/** Broadcasts over HTTP that one member may send in a minute. */
const broadcasts = 300

const notWriting = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Uploads go to object/BUCKET/KEY, with any number of leading slashes. The names listed here take no upload. */
const takesFile = /^\/storage\/v1\/*object\/(?!(?:list|list-v2|sign|info|public|authenticated)\/)/

export function createWriteLimits(rateLimits: RateLimits): WriteLimits {
  const rows = rateLimits.limit('visitor rows', visitorRows, 10 * 60)
  const calls = rateLimits.limit('silent calls', silentCalls, 10 * 60)
  const files = rateLimits.limit('uploads', uploads, 60 * 60)
  const said = rateLimits.limit('broadcasts', broadcasts, 60)
  /** Functions that have returned 204 before. */
  const silent = new Set<string>()

  const writing = (limit: RateLimit, client: string): Writing => ({
    take: () => limit.take(client),
    done: async (response) => (response?.ok ? undefined : limit.refund(client)),
  })

  /** A function that returns 204 exists for its writes, so its calls are limited. Functions that return data mostly read. */
  const calling = (name: string, client: string): Writing => {
    const counted = writing(calls, `${name} ${client}`)
    if (silent.has(name))
      return { take: counted.take, done: (response) => counted.done(response?.status === 204 ? response : null) }
    return {
      take: async () => 0,
      async done(response) {
        if (response?.status !== 204) return
        silent.add(name)
        await counted.take()
      },
    }
  }

  return {
    rest(request, caller, address) {
      if (caller.role === 'service_role' || notWriting.has(request.method)) return null
      const called = functionOf(new URL(request.url).pathname)
      if (called !== null) return calling(called, caller.claims.sub ?? networkOf(address))
      return caller.role === 'anon' ? writing(rows, networkOf(address)) : null
    },
    storage(request, caller, address) {
      if (caller?.role === 'service_role' || (request.method !== 'POST' && request.method !== 'PUT')) return null
      if (!takesFile.test(new URL(request.url).pathname)) return null
      return writing(files, caller?.claims.sub ?? networkOf(address))
    },
    broadcast: (caller, address) =>
      caller.role === 'service_role' ? null : writing(said, caller.claims.sub ?? networkOf(address)),
  }
}

const restPath = '/rest/v1'

/** The name of the function that a path calls, decoded and with repeated slashes ignored; null for a table. */
function functionOf(path: string): string | null {
  const [first, name = '', ...others] = path.slice(restPath.length).split('/').filter(Boolean)
  if (first !== 'rpc' || others.length > 0) return null
  try {
    return decodeURIComponent(name)
  } catch {
    return ''
  }
}
