/** Serves robots.txt and the sitemap. The sitemap costs many queries, so it is cached. */
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { type Sitemap, sitemapIndex } from './sitemap.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

export interface CrawlersOptions {
  readonly sitemap: Sitemap
  /** The public URL of the site, given the origin of a request. */
  readonly siteUrlFor: (origin: string) => string
  readonly log: { error(context: object, message: string): void }
  /** Milliseconds, for tests. */
  readonly now?: () => number
}

const ttlMs = 60 * 60 * 1_000
/** A full part of the sitemap takes about a megabyte, compressed. */
const maxEntries = 32

/** Pages of one member. Search results are not in the list, because crawlers must fetch them to read their `noindex`. */
const privatePaths = [
  '/cart',
  '/checkout',
  '/pay/',
  '/profile',
  '/seller/',
  '/settings',
  '/messages',
  '/order',
  '/notifications',
  '/gift-voucher',
  '/subscriptions',
  '/household',
  '/following',
  '/unsubscribe',
  '/pay-order/',
  '/admin',
  '/dev/',
]

/** Responds to robots.txt, sitemap.xml and the parts of the sitemap. Returns undefined for any other path. */
export function createCrawlers({
  sitemap,
  siteUrlFor,
  log,
  now = Date.now,
}: CrawlersOptions): (request: Request, url: URL) => Promise<Response | undefined> {
  let last: Promise<unknown> = Promise.resolve()

  /** Runs one task at a time, so simultaneous requests for all parts cannot overload the database. */
  function enqueue<T>(task: () => Promise<T>): Promise<T> {
    const result = last.then(task)
    last = result.catch(() => {})
    return result
  }

  /** Simultaneous requests share one result, also one that is evicted meanwhile. A failure is not cached. */
  const options = { max: maxEntries, ttl: ttlMs, ttlResolution: 0, perf: { now }, ignoreFetchAbort: true }
  const partNames = new LRUCache<'names', readonly string[]>({
    ...options,
    fetchMethod: () => enqueue(() => sitemap.partNames()),
  })
  const parts = new LRUCache<string, Buffer, { name: string; siteUrl: string }>({
    ...options,
    fetchMethod: (_key, _stale, { context: { name, siteUrl } }) =>
      enqueue(async () => {
        const xml = await sitemap.part(name, siteUrl)
        return xml === undefined ? undefined : compress(xml)
      }),
  })

  /** Undefined for a name that is not in the index. Such a request costs no query and evicts no cache entry. */
  async function sitemapFile(pathname: string, siteUrl: string): Promise<Buffer | undefined> {
    const name = /^\/sitemaps\/([a-z]+(?:-\d+)?)\.xml$/.exec(pathname)?.[1]
    if (pathname !== '/sitemap.xml' && name === undefined) return undefined
    const names = (await partNames.fetch('names')) ?? []
    if (name === undefined) return compress(sitemapIndex(names, siteUrl))
    if (!names.includes(name)) return undefined
    return parts.fetch(`${siteUrl} ${name}`, { context: { name, siteUrl } })
  }

  return async (request, { pathname, origin }) => {
    if (pathname === '/robots.txt') return robots(siteUrlFor(origin))
    if (!pathname.startsWith('/sitemap')) return undefined
    try {
      const xml = await sitemapFile(pathname, siteUrlFor(origin))
      return xml && (await xmlResponse(xml, request))
    } catch (error) {
      log.error({ err: error, url: request.url }, 'the sitemap could not be generated')
      return new Response('The sitemap is not available at the moment.\n', {
        status: 503,
        headers: { 'retry-after': '600' },
      })
    }
  }
}

function robots(siteUrl: string): Response {
  const lines = [
    'User-agent: *',
    ...privatePaths.map((path) => `Disallow: ${path}`),
    'Allow: /seller/terms',
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}

async function xmlResponse(xml: Buffer, request: Request): Promise<Response> {
  const isGzip = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  const body = request.method === 'HEAD' ? null : new Uint8Array(isGzip ? xml : await decompress(xml))
  return new Response(body, {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      vary: 'Accept-Encoding',
      ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
    },
  })
}
