/** What one client may write in a while, where the database cannot count it: rows of visitors, whom it cannot tell apart, and files. */
import type { RateLimit, RateLimits } from '#backend/rate-limits/index'
import type { Caller } from './caller.ts'
import { networkOf } from './network.ts'

/** One client's writing. It is taken before, so that many at once are no way around, and given back where it came to nothing. */
export interface Writing {
  /** @returns seconds to wait, 0 when it may go on */
  take(): Promise<number>
  /** @param response null where there is none */
  done(response: Response | null): Promise<void>
}

export interface WriteLimits {
  /** Of a table call; null where it writes nothing that is limited. */
  rest(request: Request, caller: Caller, address: string): Writing | null
  /** Of a call to storage. */
  storage(request: Request, caller: Caller | null, address: string): Writing | null
  /** Of a broadcast by HTTP; those over a socket are limited there. */
  broadcast(caller: Caller, address: string): Writing | null
}

export const noWriteLimits: WriteLimits = { rest: () => null, storage: () => null, broadcast: () => null }

/** Rows that one network may write in ten minutes without signing in. */
const visitorRows = 30
/** How often one person, or one network without an account, may call a function that answers nothing in ten minutes. */
const silentCalls = 300
/** Files that one person may upload in an hour: the pictures of a large shop, not a disk full. */
const uploads = 500

/** Broadcasts that one person may send by HTTP in a minute. */
const broadcasts = 300

const notWriting = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Storage takes a file at object/bucket/key, however many slashes stand before it; these under object/ take none. */
const takesFile = /^\/storage\/v1\/*object\/(?!(?:list|list-v2|sign|info|public|authenticated)\/)/

export function createWriteLimits(rateLimits: RateLimits): WriteLimits {
  const rows = rateLimits.limit('visitor rows', visitorRows, 10 * 60)
  const calls = rateLimits.limit('silent calls', silentCalls, 10 * 60)
  const files = rateLimits.limit('uploads', uploads, 60 * 60)
  const said = rateLimits.limit('broadcasts', broadcasts, 60)
  /** Functions that have answered nothing before. */
  const silent = new Set<string>()

  const writing = (limit: RateLimit, client: string): Writing => ({
    take: () => limit.take(client),
    done: async (response) => (response?.ok ? undefined : limit.refund(client)),
  })

  /** A function that answers nothing was called for what it writes. Most others only read: whoever looks much goes on looking. */
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

/** The function that a path calls, however its name is written and however many slashes stand between; null for a table. */
function functionOf(path: string): string | null {
  const [first, name = '', ...others] = path.slice(restPath.length).split('/').filter(Boolean)
  if (first !== 'rpc' || others.length > 0) return null
  try {
    return decodeURIComponent(name)
  } catch {
    return ''
  }
}
