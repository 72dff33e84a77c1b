/** The web app as the server needs it: what renders a page, and what serves its files. Built for production, live for development. */
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest } from '#web/app/assets.ts'
import type { Rendered, RenderInput } from '#web/entry-server.tsx'
import { openStaticFiles } from './static-files.ts'

export interface WebApp {
  readonly manifest: Manifest | null
  render(input: RenderInput): Promise<Rendered>
  /** Paths of public pages that are there whatever the market sells. */
  staticPages(): Promise<readonly string[]>
  /** A built file; undefined where there is none of that name. */
  file(request: Request, pathname: string): Response | undefined
  /** While developing, Vite has the first word. */
  readonly middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  close(): Promise<void>
}

interface ServerEntry {
  render(input: RenderInput): Promise<Rendered>
  staticPages: readonly string[]
}

export async function openBuiltWebApp(root: string): Promise<WebApp> {
  const folder = path.join(root, 'build/web')
  const manifest: Manifest = JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8'))
  const entry: ServerEntry = await import(pathToFileURL(path.join(root, 'build/ssr/entry-server.js')).href)
  return {
    manifest,
    render: (input) => entry.render(input),
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
      // Loaded anew for each page: Vite keeps what has not changed.
      const entry = await vite.ssrLoadModule('/web/entry-server.tsx')
      return entry.render(input)
    },
    staticPages: async () => (await vite.ssrLoadModule('/web/entry-server.tsx')).staticPages,
    file: () => undefined,
    middleware: vite.middlewares,
    close: () => vite.close(),
  }
}
