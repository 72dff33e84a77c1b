/** GET /health/details: what the server does now, for administrators. */
import { z } from 'zod'
import type { Load } from '#backend'
import type { MarketFigures } from './market-figures.ts'

export interface HealthDetailsOptions {
  /** Calls the backend, with the rate limits of the client. */
  readonly fetch: typeof globalThis.fetch
  /** The backend's address. */
  readonly url: string
  readonly anonKey: string
  readonly release: string
  readonly load: (() => Load) | undefined
  readonly figures: (() => Promise<MarketFigures | null | undefined>) | undefined
  /** How many lines each level of the log has had. */
  readonly lines: ReadonlyMap<string, number>
  /** Why the server is not ready. Undefined if it is. */
  readonly unavailableReason: () => Promise<string | undefined>
  readonly missingJobs: () => Promise<readonly string[]>
  readonly workers: () => number | undefined
}

const uncached = { 'cache-control': 'no-store' }

/** @returns 403 for everybody but administrators, who need a second factor where the settings require it */
export function createHealthDetails(options: HealthDetailsOptions): (request: Request) => Promise<Response> {
  const { fetch, url, anonKey, release, load, figures, lines, unavailableReason, missingJobs, workers } = options

  /** The database knows the rule. */
  const isAdministrator = async ({ headers }: Request): Promise<boolean> => {
    const authorization = headers.get('authorization')
    if (authorization === null) return false
    const response = await fetch(`${url}/rest/v1/rpc/is_administrator`, { headers: { apikey: anonKey, authorization } })
    return response.ok && z.boolean().parse(await response.json())
  }

  return async (request) => {
    if (!(await isAdministrator(request)))
      return Response.json({ message: 'Only administrators can do this.' }, { status: 403, headers: uncached })
    const [reason, figuresNow, missing] = await Promise.all([unavailableReason(), figures?.(), missingJobs()])
    const memory = process.memoryUsage()
    const details = {
      status: reason ?? 'ready',
      release,
      node: process.version,
      workers: workers(),
      // The worker that answers, if there are several.
      process: {
        uptimeSeconds: Math.round(process.uptime()),
        residentBytes: memory.rss,
        heapBytes: memory.heapUsed,
        logLines: Object.fromEntries(lines),
        ...load?.(),
      },
      marketplace: figuresNow ?? undefined,
      missingJobs: missing,
    }
    return Response.json(details, { headers: uncached })
  }
}
