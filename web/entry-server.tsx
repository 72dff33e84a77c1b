/** Renders the first HTML of a page on the server, with the data its first view needs. */
import { dehydrate } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { createServerPlaceStore } from '#features/place'
import { App } from './app/app.tsx'
import type { AppContext, Backend, PublicConfig } from './app/app-context.ts'
import { type Assets, developmentAssets, type Manifest, pageAssets } from './app/assets.ts'
import { Document } from './app/document.tsx'
import { ErrorPage } from './app/error-page.tsx'
import { serializeState } from './app/page-state.ts'
import { createQueryClient } from './app/query-client.ts'
import { createRoutes, pageRoutes } from './app/routes.tsx'

export interface RenderInput {
  /** The address asked for; only its path and query matter. */
  url: URL
  config: PublicConfig
  /** The request's Cookie header: says where the visitor is. */
  cookie?: string | undefined
  /** A client that reads as a visitor; its fetch may go straight into the backend. */
  supabase: Backend
  /** The client build's manifest; null while developing, when Vite serves the sources. */
  manifest: Manifest | null
  /** Ends the rendering's loaders when the visitor has gone. */
  signal?: AbortSignal
}

export interface Rendered {
  status: number
  html: string
  /** Where to go instead, with a 3xx status and empty HTML. */
  redirect?: string
  /** What went wrong, for the log, when the page is the error page. */
  error?: unknown
}

/** Paths of public pages that are there whatever the market sells. */
export const staticPages: readonly string[] = pageRoutes.filter(({ isStatic }) => isStatic).map(({ path }) => path)

export async function render({ url, config, cookie, supabase, manifest, signal }: RenderInput): Promise<Rendered> {
  const server = { status: 200 }
  const app: AppContext = {
    queryClient: createQueryClient('server'),
    supabase: () => Promise.resolve(supabase),
    config,
    place: createServerPlaceStore(cookie ?? ''),
    server,
  }
  const path = url.pathname + url.search
  const assetsFor = (pages: string[]) => (manifest ? pageAssets(manifest, pages) : developmentAssets)
  try {
    const handler = createStaticHandler(createRoutes(app))
    const context = await handler.query(new Request(new URL(path, config.siteUrl), { signal }))
    if (context instanceof Response) return redirectTo(context)
    const [failure] = Object.values(context.errors ?? {})
    if (failure !== undefined) return errorDocument(path, assetsFor([]), failure)

    const assets = assetsFor(context.matches.map((match) => match.route.id))
    const stateText = serializeState({
      config,
      assets,
      queries: dehydrate(app.queryClient),
      place: app.place.current(),
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

/** A page without any script: it must work when everything else has failed. */
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
 * Rendered in one go: nothing here suspends, since lazy pages are loaded by the handler; and streaming would reveal its parts by
 * inline scripts, which the site's policy forbids.
 */
function toHtml(document: React.ReactElement): string {
  const html = renderToString(document)
  return html.startsWith('<!DOCTYPE') ? html : `<!DOCTYPE html>${html}`
}
