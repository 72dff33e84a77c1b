/** Renders pages on the server. Each page reads the data of its first view as a visitor, by the browser's queries. */
import type { Backend, PublicConfig } from '#platform/app-context.ts'
import { htmlResponse } from './compression.ts'
import type { WebApp } from './web-app.ts'

export interface PagesOptions {
  readonly webApp: WebApp
  /** The browser's configuration, given the origin of its request. */
  readonly configFor: (origin: string) => PublicConfig
  /** A client with the public key. */
  readonly supabase: Backend
  readonly log: { error(context: object, message: string): void }
}

/** Responds to every path, with a page, a redirect or the not-found page. */
export function createPages({
  webApp,
  configFor,
  supabase,
  log,
}: PagesOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url)
    const { status, html, redirect, error } = await webApp.render({
      url,
      config: configFor(url.origin),
      cookie: request.headers.get('cookie') ?? undefined,
      supabase,
      manifest: webApp.manifest,
      signal: request.signal,
    })
    if (error !== undefined) log.error({ err: error, url: request.url }, 'a page could not be rendered')
    if (redirect !== undefined) return new Response(null, { status, headers: { location: redirect } })
    return htmlResponse(request.method === 'HEAD' ? '' : html, status, request.headers.get('accept-encoding') ?? '')
  }
}
