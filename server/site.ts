/** Routes a request: the API, then paths for scripts and operators, then built files, then pages. */
import { avatarResponse } from './avatars.ts'
import type { Metrics } from './metrics.ts'

export interface Client {
  readonly address: string
  /** Whether the request came from this machine, not through a proxy. */
  readonly isLocal: boolean
}

export interface SiteOptions {
  /** Whether a host name is the site's. */
  readonly acceptsHost: (host: string) => boolean
  /** Whether a host name can only mean this server: the page of another site can resolve its name to this machine (DNS rebinding). */
  readonly isOwnName: (host: string) => boolean
  readonly api: (request: Request, client: Client) => Promise<Response> | undefined
  readonly file: (request: Request, pathname: string) => Response | undefined
  /** Responds to robots.txt and the sitemap, else undefined. */
  readonly crawlers: (request: Request, url: URL) => Promise<Response | undefined>
  /** Responds to short links and to documents that other sites may frame, else undefined. */
  readonly embeds: (request: Request, url: URL, client: Client) => Promise<Response | undefined>
  readonly page: (request: Request, client: Client) => Promise<Response>
  readonly geocode: (request: Request, client: Client) => Promise<Response>
  /** The public settings for API clients, given the origin of a request. */
  readonly publicConfig: (origin: string) => { supabaseUrl: string; supabaseAnonKey: string }
  /** Why the server is not ready. Undefined if it is. */
  readonly unavailableReason: () => Promise<string | undefined>
  /** Names of scheduled jobs that are missing in the database. */
  readonly missingJobs: () => Promise<readonly string[]>
  /** Takes a browser's report of an error. */
  readonly browserErrors: (request: Request, client: Client) => Promise<Response>
  /** Describes the server to administrators. */
  readonly healthDetails: (request: Request, client: Client) => Promise<Response>
  readonly metrics: Metrics
  /** Copies the embedded database for the owner of the service key. */
  readonly snapshot: (request: Request) => Promise<Response>
  /** Workers that accept connections. Undefined without a cluster. */
  readonly workers?: () => number | undefined
  readonly headers: Readonly<Record<string, string>>
}

export function createSite(options: SiteOptions): (request: Request, client: Client) => Promise<Response> {
  const { acceptsHost, isOwnName, api, file, crawlers, embeds, page, geocode, publicConfig, metrics, headers } = options
  const { unavailableReason, missingJobs, browserErrors, healthDetails, snapshot, workers } = options

  const isFromThisMachine = (host: string, { isLocal }: Client) => isLocal && isOwnName(host)

  const operations = async (request: Request, url: URL, client: Client): Promise<Response | undefined> => {
    if (request.method === 'POST' && url.pathname === '/snapshot')
      return isFromThisMachine(url.host, client) ? snapshot(request) : undefined
    if (request.method === 'POST' && url.pathname === '/browser-errors') return browserErrors(request, client)
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    switch (url.pathname) {
      case '/health':
        return Response.json({ status: 'up', workers: workers?.() }, uncached)
      case '/health/details':
        return healthDetails(request, client)
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
        return isFromThisMachine(url.host, client) ? metrics.response() : undefined
      default:
        return avatarResponse(url.pathname) ?? (await crawlers(request, url)) ?? embeds(request, url, client)
    }
  }

  const respondFromSite = async (request: Request, client: Client): Promise<Response> => {
    if (!acceptsHost(hostOf(request.url))) return misdirected()
    const url = new URL(request.url)
    const response = (await operations(request, url, client)) ?? file(request, url.pathname)
    if (response) return response
    if (request.method === 'GET' || request.method === 'HEAD') return collapseSlashes(url) ?? page(request, client)
    return Response.json({ message: 'Method not allowed' }, { status: 405, headers: { allow: 'GET, HEAD' } })
  }

  return async (request, client) => {
    const host = hostOf(request.url)
    // The development mailbox is for this machine only.
    const isRefused = !acceptsHost(host) || (isForDevelopment(request.url) && !isFromThisMachine(host, client))
    const apiResponse = isRefused ? undefined : api(request, client)
    const end = metrics.begin(handlerOf(request.url, apiResponse !== undefined), request.method)
    let status: number | undefined
    try {
      const response = await (apiResponse ?? respondFromSite(request, client))
      // The API sets its own headers.
      if (!apiResponse)
        for (const [name, value] of Object.entries(headers))
          if (!response.headers.has(name)) response.headers.set(name, value)
      status = response.status
      return response
    } finally {
      end(status)
    }
  }
}

/** The label of a request's metrics, from a few names. It runs for every request, so it does not parse the whole URL. */
export function handlerOf(url: string, isApi: boolean): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  if (!isApi) return url.startsWith('/assets/', start) ? 'file' : 'site'
  if (url.startsWith('/rest/v1/rpc/', start)) return 'rpc'
  return apiHandlers.find((name) => url.startsWith(`/${name}/`, start)) ?? 'api'
}

const apiHandlers = ['rest', 'auth', 'storage', 'functions', 'realtime']

/** Runs for every request, so it does not parse the whole URL. */
function hostOf(url: string): string {
  const start = url.indexOf('//') + 2
  const end = url.indexOf('/', start)
  return end === -1 ? url.slice(start) : url.slice(start, end)
}

const misdirected = () =>
  new Response(
    'This server does not serve that host name. Its operator can set PUBLIC_URL to the public address of the site.\n',
    {
      status: 421,
      headers: { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
    },
  )

/** A path that begins with `//` resolves to another host, so it is redirected to the path with one slash. */
function collapseSlashes({ pathname, search }: URL): Response | undefined {
  if (!pathname.startsWith('//')) return undefined
  return new Response(null, { status: 308, headers: { location: pathname.replace(/^\/+/, '/') + search } })
}

const isForDevelopment = (url: string) => url.includes('/dev/') && new URL(url).pathname.startsWith('/dev/')

const uncached = { headers: { 'cache-control': 'no-store' } }
