/** Every path of the site, in the order they are asked: the API, what scripts and operators read, built files, pages. */
import { avatarResponse } from './avatars.ts'
import { isLoopbackName } from './hosts.ts'
import type { Metrics } from './metrics.ts'

export interface Client {
  readonly address: string
  /** Whether the request came from this machine itself, through no proxy. */
  readonly isLocal: boolean
}

export interface SiteOptions {
  /** Whether a request for a host is for us. */
  readonly acceptsHost: (host: string) => boolean
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
  const { acceptsHost, api, file, crawlers, page, geocode, publicConfig, metrics, headers } = options
  const { unavailableReason, missingJobs, workers } = options

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
        return isFromHere(url.host, client) ? metrics.response() : undefined
      default:
        return avatarResponse(url.pathname) ?? crawlers(request, url)
    }
  }

  const answerOther = async (request: Request, client: Client): Promise<Response> => {
    if (!acceptsHost(hostOf(request.url))) return misdirected()
    const url = new URL(request.url)
    const found = (await operations(request, url, client)) ?? file(request, url.pathname)
    if (found) return found
    if (request.method === 'GET' || request.method === 'HEAD') return slashesAsOne(url) ?? page(request, client)
    return Response.json({ message: 'Method not allowed' }, { status: 405, headers: { allow: 'GET, HEAD' } })
  }

  return async (request, client) => {
    const host = hostOf(request.url)
    // The development mailbox opens to this machine alone, whatever stands between.
    const isRefused = !acceptsHost(host) || (isForDevelopment(request.url) && !isFromHere(host, client))
    const answer = isRefused ? undefined : api(request, client)
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

/** From this machine, by a name of its own: the name of another site may lead here too, with its page in somebody's browser. */
const isFromHere = (host: string, { isLocal }: Client) => isLocal && isLoopbackName(host)

/** Without parsing all of the URL: this runs for every request. */
function hostOf(url: string): string {
  const start = url.indexOf('//') + 2
  const end = url.indexOf('/', start)
  return end === -1 ? url.slice(start) : url.slice(start, end)
}

const misdirected = () =>
  new Response('This server does not go by that name. Whoever runs it sets PUBLIC_URL to the address people use.\n', {
    status: 421,
    headers: { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
  })

/** A path that begins with several slashes reads as another host where it is resolved; it means the one with one. */
function slashesAsOne({ pathname, search }: URL): Response | undefined {
  if (!pathname.startsWith('//')) return undefined
  return new Response(null, { status: 308, headers: { location: pathname.replace(/^\/+/, '/') + search } })
}

const isForDevelopment = (url: string) => url.includes('/dev/') && new URL(url).pathname.startsWith('/dev/')

const uncached = { headers: { 'cache-control': 'no-store' } }
