/** The web app on the server: page rendering and files, from the build in production and from Vite in development. */
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest } from '#web/app/assets.ts'
import type { Rendered, RenderInput } from '#web/app/entry-server.tsx'
import type { PageVariant } from '#web/app/page-variant.ts'
import { openStaticFiles } from './static-files.ts'

export interface WebApp {
  readonly manifest: Manifest | null
  render(input: RenderInput): Promise<Rendered>
  /** What distinguishes the page of a request from others. Null for a page that is not cached. */
  variantOf(url: URL, cookies: string): PageVariant | null
  /** Paths of public pages that do not depend on the catalogue. */
  staticPages(): Promise<readonly string[]>
  /** The response with a built file, or undefined if there is none at the path. */
  file(request: Request, pathname: string): Response | undefined
  /** Vite's development server, which handles a request first. */
  readonly middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  close(): Promise<void>
}

interface ServerEntry {
  render(input: RenderInput): Promise<Rendered>
  pageVariant(url: URL, cookies: string): PageVariant | null
  staticPages: readonly string[]
}

export async function openBuiltWebApp(root: string): Promise<WebApp> {
  const folder = path.join(root, 'build/web')
  const manifest: Manifest = JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8'))
  const entry: ServerEntry = await import(pathToFileURL(path.join(root, 'build/ssr/entry-server.js')).href)
  return {
    manifest,
    render: (input) => entry.render(input),
    variantOf: entry.pageVariant,
    staticPages: async () => entry.staticPages,
    file: await openStaticFiles(folder),
    close: async () => {},
  }
}

export async function openDevelopmentWebApp(root: string): Promise<WebApp> {
  const { createServer } = await import('vite')
  const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true } })
  return {
    manifest: null,
    async render(input) {
      // Loaded for each page. Vite caches modules that have not changed.
      const entry = await vite.ssrLoadModule('/web/app/entry-server.tsx')
      return entry.render(input)
    },
    // A changed source shows at once.
    variantOf: () => null,
    staticPages: async () => (await vite.ssrLoadModule('/web/app/entry-server.tsx')).staticPages,
    file: () => undefined,
    middleware: vite.middlewares,
    close: () => vite.close(),
  }
}
