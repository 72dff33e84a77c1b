/** What search engines ask for before any page: robots.txt, and the sitemap, kept for a while since it costs many queries. */
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type Sitemap, sitemapIndex } from './sitemap.ts'

const zipped = promisify(gzip)
const unzipped = promisify(gunzip)

export interface CrawlersOptions {
  readonly sitemap: Sitemap
  /** Where whoever reached us at this origin is told that the site is. */
  readonly siteUrlFor: (origin: string) => string
  readonly log: { error(context: object, message: string): void }
  /** Milliseconds, for tests. */
  readonly now?: () => number
}

const keptForMs = 60 * 60 * 1_000
/** A full part is about a megabyte as kept. */
const mostKept = 32

interface Kept<T> {
  readonly until: number
  readonly value: Promise<T>
}

/** Pages that are somebody's own. Search results are not among them: crawlers have to fetch them to read that they stay out of the index. */
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
  '/dev/',
]

/** Answers robots.txt, sitemap.xml and the sitemap's parts; undefined for every other path. */
export function createCrawlers({
  sitemap,
  siteUrlFor,
  log,
  now = Date.now,
}: CrawlersOptions): (request: Request, url: URL) => Promise<Response | undefined> {
  const kept = new Map<string, Kept<Buffer | undefined>>()
  const keptNames = new Map<string, Kept<readonly string[]>>()
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other: whoever asks for all parts at once makes us do one of them at a time. */
  function inTurn<T>(make: () => Promise<T>): Promise<T> {
    const made = last.then(make)
    last = made.catch(() => {})
    return made
  }

  /** Made once for all who ask meanwhile; what failed is not kept. */
  function keep<T>(all: Map<string, Kept<T>>, key: string, make: () => Promise<T>): Promise<T> {
    const known = all.get(key)
    if (known && known.until > now()) return known.value
    const value = inTurn(make)
    value.catch(() => all.get(key)?.value === value && all.delete(key))
    all.delete(key)
    all.set(key, { until: now() + keptForMs, value })
    for (const oldest of all.keys()) {
      if (all.size <= mostKept) break
      all.delete(oldest)
    }
    return value
  }

  /** Undefined for names that the index does not have: those cost nothing, and push nothing out of what is kept. */
  async function sitemapFile(pathname: string, siteUrl: string): Promise<Buffer | undefined> {
    const name = /^\/sitemaps\/([a-z]+(?:-\d+)?)\.xml$/.exec(pathname)?.[1]
    if (pathname !== '/sitemap.xml' && name === undefined) return undefined
    const names = await keep(keptNames, 'names', () => sitemap.names())
    if (name === undefined) return zipped(sitemapIndex(names, siteUrl))
    if (!names.includes(name)) return undefined
    return keep(kept, `${siteUrl} ${name}`, async () => {
      const xml = await sitemap.part(name, siteUrl)
      return xml === undefined ? undefined : zipped(xml)
    })
  }

  return async (request, { pathname, origin }) => {
    if (pathname === '/robots.txt') return robots(siteUrlFor(origin))
    if (!pathname.startsWith('/sitemap')) return undefined
    try {
      const xml = await sitemapFile(pathname, siteUrlFor(origin))
      return xml && (await xmlResponse(xml, request))
    } catch (error) {
      log.error({ err: error, url: request.url }, 'the sitemap could not be made')
      return new Response('The sitemap cannot be made just now.\n', { status: 503, headers: { 'retry-after': '600' } })
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
  const isZipped = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  const body = request.method === 'HEAD' ? null : new Uint8Array(isZipped ? xml : await unzipped(xml))
  return new Response(body, {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      vary: 'Accept-Encoding',
      ...(isZipped ? { 'content-encoding': 'gzip' } : {}),
    },
  })
}
