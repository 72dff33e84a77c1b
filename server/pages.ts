/**
 * Renders pages on the server. Each page reads the data of its first view as a visitor, by the browser's queries. A public page is the
 * same for every visitor with the same place, so it is cached for a short time (page-cache.ts).
 */
import { networkOf, type PublicChanges, pathWithoutSecrets } from '#backend'
import type { Backend, PublicConfig } from '#platform/app-context.ts'
import type { Rendered } from '#web/app/entry-server.tsx'
import { acceptedCoding, type Coding, encode } from './compression.ts'
import { bodyOf, type CachedPage, createPageCache, isCached } from './page-cache.ts'
import { type RenderQueue, TooManyPages } from './render-queue.ts'
import type { Client } from './site.ts'
import type { WebApp } from './web-app.ts'

export interface PagesOptions {
  readonly webApp: WebApp
  /** The browser's configuration, given the origin of its request. */
  readonly configFor: (origin: string) => PublicConfig
  /** A client with the public key. */
  readonly supabase: Backend
  /** Undefined with another backend, which does not report changes. */
  readonly changes: PublicChanges | undefined
  /** Whose turn it is to have a page rendered. */
  readonly queue: RenderQueue
  readonly log: { error(context: object, message: string): void }
}

/** Responds to every path, with a page, a redirect or the not-found page. */
export function createPages({
  webApp,
  configFor,
  supabase,
  changes,
  queue,
  log,
}: PagesOptions): (request: Request, client: Client) => Promise<Response> {
  const cache = createPageCache({ changes })

  const render = async (url: URL, config: PublicConfig, cookie: string, signal?: AbortSignal): Promise<Rendered> => {
    const rendered = await webApp.render({ url, config, cookie, supabase, manifest: webApp.manifest, signal })
    if (rendered.error !== undefined)
      log.error({ err: rendered.error, path: pathWithoutSecrets(url.pathname) }, 'a page could not be rendered')
    return rendered
  }

  const respond = async (request: Request, client: Client) => {
    const url = new URL(request.url)
    const inTurn = (rendering: () => Promise<Rendered>) => queue(networkOf(client.address), rendering)
    const config = configFor(url.origin)
    const cookie = request.headers.get('cookie') ?? ''
    const coding = acceptedCoding(request.headers.get('accept-encoding') ?? '')
    const variant = webApp.variantOf(url, cookie)
    if (!variant) {
      const rendered = await inTurn(() => render(url, config, cookie, request.signal))
      return renderedResponse(rendered, coding, request.method)
    }
    const { path } = variant
    const page = await cache.get({
      key: `${config.siteUrl} ${path} ${variant.cookie}`,
      isPlain: variant.cookie === '' && !path.includes('?'),
      coding,
      // A rendering for later waits for its turn too. Otherwise one client could start any number of them.
      render(isAwaited, turn) {
        const target = new URL(path, url.origin)
        turn.isWaiting = true
        return inTurn(() => {
          turn.isWaiting = false
          // Reading a request's signal takes time, so only a rendering does.
          return render(target, config, variant.cookie, isAwaited ? request.signal : undefined)
        })
      },
    })
    if (!isCached(page)) return renderedResponse(page, coding, request.method)
    return cachedResponse(page, coding, variant.cookie === '', request)
  }

  return async (request, client) => {
    try {
      return await respond(request, client)
    } catch (error) {
      if (!(error instanceof TooManyPages)) throw error
      const headers = { 'retry-after': `${error.retryAfterSeconds}`, 'cache-control': 'no-store' }
      return new Response('Too many pages at once. Please wait a moment.\n', { status: 429, headers })
    }
  }
}

const vary = 'Accept-Encoding, Cookie'
const html = 'text/html; charset=utf-8'
/** The chosen place is personal data, which shared caches must not store. */
const forOneVisitor = 'private, no-cache'
/** A shared cache adds a second to the age that a page may have here. Both together stay within two seconds. */
const forEveryVisitor = 'public, max-age=0, s-maxage=1'

/** A response that is not cached: pages of members, errors and redirects. */
async function renderedResponse(rendered: Rendered, coding: Coding, method: string): Promise<Response> {
  const { status, redirect } = rendered
  if (redirect !== undefined) return new Response(null, { status, headers: { location: redirect } })
  const headers = { 'content-type': html, 'cache-control': forOneVisitor, vary, ...codingHeader(coding) }
  if (method === 'HEAD') return new Response(null, { status, headers })
  return new Response(await encode(Buffer.from(rendered.html), coding), { status, headers })
}

async function cachedResponse(
  page: CachedPage,
  coding: Coding,
  isPublic: boolean,
  request: Request,
): Promise<Response> {
  const etag = `"${page.tag}-${coding}"`
  const headers = {
    'content-type': html,
    'cache-control': isPublic ? forEveryVisitor : forOneVisitor,
    vary,
    etag,
  }
  if (request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  const body = await bodyOf(page, coding)
  const withBody = { ...headers, 'content-length': String(body.byteLength), ...codingHeader(coding) }
  return new Response(request.method === 'HEAD' ? null : body, { headers: withBody })
}

const codingHeader = (coding: Coding): Record<string, string> =>
  coding === 'identity' ? {} : { 'content-encoding': coding }
