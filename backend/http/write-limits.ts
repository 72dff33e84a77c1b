/** What one client may write in a while, where the database cannot count it: rows of visitors, whom it cannot tell apart, and files. */
import type { Caller } from './caller.ts'
import { createRateLimit, networkOf, type RateLimit } from './rate-limit.ts'

/** One client's writing: whether it has to wait, and that it was done. What is refused is not counted, having cost nobody anything. */
export interface Writing {
  /** Seconds to wait, 0 when it may go on. */
  readonly wait: number
  done(): void
}

export interface WriteLimits {
  /** Of a table call; null where it writes nothing that is limited. */
  rest(request: Request, caller: Caller, address: string): Writing | null
  /** Of a call to storage. */
  storage(request: Request, caller: Caller | null, address: string): Writing | null
}

export const noWriteLimits: WriteLimits = { rest: () => null, storage: () => null }

/** Rows that one network may write in ten minutes without signing in. */
const visitorRows = 30
/** Files that one person may upload in an hour: the pictures of a large shop, not a disk full. */
const uploads = 500

const notWriting = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Storage takes a file at object/bucket/key, however many slashes stand before it; these under object/ take none. */
const takesFile = /^\/storage\/v1\/*object\/(?!(?:list|sign|info|public|authenticated)\/)/

export function createWriteLimits(nowMs: () => number = Date.now): WriteLimits {
  const rows = createRateLimit(visitorRows, 10 * 60, nowMs)
  const files = createRateLimit(uploads, 60 * 60, nowMs)

  const writing = (limit: RateLimit, client: string): Writing => ({
    wait: limit.wait(client),
    done: () => void limit.take(client),
  })

  return {
    rest(request, caller, address) {
      if (caller.role !== 'anon' || notWriting.has(request.method)) return null
      // Functions decide for themselves what they give whom; most only read.
      if (new URL(request.url).pathname.startsWith('/rest/v1/rpc/')) return null
      return writing(rows, networkOf(address))
    },
    storage(request, caller, address) {
      if (caller?.role === 'service_role' || (request.method !== 'POST' && request.method !== 'PUT')) return null
      if (!takesFile.test(new URL(request.url).pathname)) return null
      return writing(files, caller?.claims.sub ?? networkOf(address))
    },
  }
}
