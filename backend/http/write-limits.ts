/** What one client may write in a while, where the database cannot count it: rows of visitors, whom it cannot tell apart, and files. */
import type { Caller } from './caller.ts'
import { createRateLimit, networkOf, type RateLimit } from './rate-limit.ts'

/** One client's writing: whether it has to wait, and that it was done. What is refused is not counted, having cost nobody anything. */
export interface Writing {
  /** Seconds to wait, 0 when it may go on. */
  readonly wait: number
  done(response: Response): void
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
const takesFile = /^\/storage\/v1\/*object\/(?!(?:list|sign|info|public|authenticated)\/)/

export function createWriteLimits(nowMs: () => number = Date.now): WriteLimits {
  const rows = createRateLimit(visitorRows, 10 * 60, nowMs)
  const calls = createRateLimit(silentCalls, 10 * 60, nowMs)
  const files = createRateLimit(uploads, 60 * 60, nowMs)
  const said = createRateLimit(broadcasts, 60, nowMs)

  const writing = (
    limit: RateLimit,
    client: string,
    counts: (response: Response) => boolean = () => true,
  ): Writing => ({
    wait: limit.wait(client),
    done: (response) => void (counts(response) && limit.take(client)),
  })

  return {
    rest(request, caller, address) {
      if (caller.role === 'service_role' || notWriting.has(request.method)) return null
      const called = functionOf(new URL(request.url).pathname)
      // A function that answers nothing was called for what it writes. Most others only read: whoever looks much goes on looking.
      if (called !== null)
        return writing(calls, `${called} ${caller.claims.sub ?? networkOf(address)}`, ({ status }) => status === 204)
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

const calling = '/rest/v1/rpc/'

/** The function that a path calls, however its name is written; null for a table. */
function functionOf(path: string): string | null {
  if (!path.startsWith(calling)) return null
  try {
    return decodeURIComponent(path.slice(calling.length))
  } catch {
    return ''
  }
}
