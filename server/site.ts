/** Every path of the site, in the order they are asked: the API, what scripts and operators read, built files, pages. */
import { avatarResponse } from './avatars.ts'
import type { Metrics } from './metrics.ts'

export interface Client {
  readonly address: string
  /** Whether the request came from this machine itself, through no proxy. */
  readonly isLocal: boolean
}

export interface SiteOptions {
  readonly api: (request: Request, client: Client) => Promise<Response> | undefined
  readonly file: (request: Request, pathname: string) => Response | undefined
  /** What search engines ask for before any page; undefined for other paths. */
  readonly crawlers: (request: Request, url: URL) => Promise<Response | undefined>
  readonly page: (request: Request, client: Client) => Promise<Response>
  readonly geocode: (request: Request, client: Client) => Promise<Response>
  /** What a script needs to call the API, for whoever reached us at this origin. */
  readonly publicConfig: (origin: string) => { supabaseUrl: string; supabaseAnonKey: string }
  /** Why nobody should be sent here yet, or no longer; undefined once everything is there. */
  readonly unavailableReason: () => Promise<string | undefined>
  /** Names of scheduled jobs that the database does not run. */
  readonly missingJobs: () => Promise<readonly string[]>
  readonly metrics: Metrics
  /** Workers that take connections, where there are several processes. */
  readonly workers?: () => number | undefined
  readonly headers: Readonly<Record<string, string>>
}

export function createSite(options: SiteOptions): (request: Request, client: Client) => Promise<Response> {
  const {
    api,
    file,
    crawlers,
    page,
    geocode,
    publicConfig,
    unavailableReason,
    missingJobs,
    metrics,
    workers,
    headers,
  } = options

  const operations = async (request: Request, url: URL, client: Client): Promise<Response | undefined> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    switch (url.pathname) {
      case '/health':
        return Response.json({ status: 'up', workers: workers?.() }, uncached)
      case '/ready': {
        const reason = await unavailableReason()
        if (reason !== undefined) return Response.json({ status: reason }, { ...uncached, status: 503 })
        const missing = await missingJobs()
        return Response.json({ status: 'ready', missingJobs: missing.length > 0 ? missing : undefined }, uncached)
      }
      case '/config.json':
        return Response.json(publicConfig(url.origin), uncached)
      case '/geocode':
        return geocode(request, client)
      case '/metrics':
        return client.isLocal ? metrics.response() : undefined
      default:
        return avatarResponse(url.pathname) ?? crawlers(request, url)
    }
  }

  const answerOther = async (request: Request, client: Client): Promise<Response> => {
    const url = new URL(request.url)
    const found = (await operations(request, url, client)) ?? file(request, url.pathname)
    if (found) return found
    if (request.method === 'GET' || request.method === 'HEAD') return page(request, client)
    return Response.json({ message: 'Method not allowed' }, { status: 405, headers: { allow: 'GET, HEAD' } })
  }

  return async (request, client) => {
    // The development mailbox opens to this machine alone, whatever stands between.
    const answer = isForDevelopment(request.url) && !client.isLocal ? undefined : api(request, client)
    const done = metrics.begin(answer ? 'api' : 'site', request.method)
    let status: number | undefined
    try {
      const response = await (answer ?? answerOther(request, client))
      // Answers of the API have their own.
      if (!answer)
        for (const [name, value] of Object.entries(headers))
          if (!response.headers.has(name)) response.headers.set(name, value)
      status = response.status
      return response
    } finally {
      done(status)
    }
  }
}

const isForDevelopment = (url: string) => url.includes('/dev/') && new URL(url).pathname.startsWith('/dev/')

const uncached = { headers: { 'cache-control': 'no-store' } }
