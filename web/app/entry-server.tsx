/** Renders the first HTML of a page on the server, with the data of its first view. */
import { dehydrate } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { createServerHouseholdStore } from '#features/discover/household'
import { createServerPlaceStore } from '#features/discover/location'
import type { AppContext, Backend, PublicConfig } from '#platform/app-context.ts'
import { createClock } from '#platform/clock.ts'
import { createLoaderContext } from '#platform/page.ts'
import { createQueryClient } from '#platform/query-client.ts'
import { App } from './app.tsx'
import { type Assets, developmentAssets, type Manifest, pageAssets } from './assets.ts'
import { Document } from './document.tsx'
import { ErrorPage } from './error-page.tsx'
import { serializeState } from './page-state.ts'
import { routes } from './routes.tsx'

export { pageVariant } from './page-variant.ts'

export interface RenderInput {
  /** The requested URL. Only its path and query are used. */
  url: URL
  config: PublicConfig
  /** The request's Cookie header, which holds the visitor's place. */
  cookie?: string | undefined
  /** A client with the visitor's permissions. Its fetch may call the backend in process. */
  supabase: Backend
  /** The manifest of the client build; null in development, where Vite serves the sources. */
  manifest: Manifest | null
  /** Aborts the loaders when the visitor has gone. */
  signal?: AbortSignal | undefined
}

export interface Rendered {
  status: number
  html: string
  /** The target of a redirect. The status is then 3xx and the HTML is empty. */
  redirect?: string
  /** The error to log when the error page was rendered. */
  error?: unknown
}

export { sitemapPaths as staticPages } from './sitemap-paths.ts'

const handler = createStaticHandler(routes)

export async function render({ url, config, cookie, supabase, manifest, signal }: RenderInput): Promise<Rendered> {
  const server = { status: 200 }
  const app: AppContext = {
    queryClient: createQueryClient('server'),
    supabase: () => Promise.resolve(supabase),
    config,
    place: createServerPlaceStore(cookie ?? ''),
    household: createServerHouseholdStore(),
    clock: createClock(Date.now()),
    server,
  }
  const path = url.pathname + url.search
  const assetsFor = (pages: string[]) => (manifest ? pageAssets(manifest, pages) : developmentAssets)
  try {
    const request = new Request(new URL(path, config.siteUrl), { signal })
    const context = await handler.query(request, { requestContext: createLoaderContext(app) })
    if (context instanceof Response) return redirectTo(context)
    const [failure] = Object.values(context.errors ?? {})
    if (failure !== undefined) return errorDocument(path, assetsFor([]), failure)

    const assets = assetsFor(context.matches.map((match) => match.route.id))
    const stateText = serializeState({
      config,
      assets,
      queries: dehydrate(app.queryClient),
      place: app.place.current(),
      renderedAt: app.clock.renderedAt,
    })
    const html = toHtml(
      <Document assets={assets} stateText={stateText}>
        <App app={app}>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </App>
      </Document>,
    )
    return { status: server.status, html }
  } catch (error) {
    return errorDocument(path, assetsFor([]), error)
  } finally {
    app.queryClient.clear()
  }
}

function redirectTo(response: Response): Rendered {
  return { status: response.status, html: '', redirect: response.headers.get('location') ?? '/' }
}

/** The error page has no script, so that it works when everything else has failed. */
function errorDocument(path: string, assets: Assets, error: unknown): Rendered {
  const html = toHtml(
    <Document assets={assets} stateText={null}>
      <main>
        <ErrorPage retryUrl={path} />
      </main>
    </Document>,
  )
  return { status: 500, html, error }
}

/**
 * Renders synchronously. Nothing suspends, because the handler loads lazy pages first. Streaming would need inline
 * scripts, which the content security policy forbids.
 */
function toHtml(document: React.ReactElement): string {
  const html = renderToString(document)
  return html.startsWith('<!DOCTYPE') ? html : `<!DOCTYPE html>${html}`
}
