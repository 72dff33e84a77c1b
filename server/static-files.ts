/** Serves the built web app. Names under assets/ contain a hash, so browsers keep those files for a year, other files for an hour. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { accepts, type Coding } from './compression.ts'

interface StaticFile {
  readonly type: string
  readonly etag: string
  readonly cacheControl: string
  /** One body for each content coding, best first. */
  readonly bodies: readonly { coding: Coding; bytes: Buffer }[]
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webp': 'image/webp',
}

const oneYear = 'public, max-age=31536000, immutable'
const oneHour = 'public, max-age=3600'
/** A new service worker takes over at the next visit. */
const revalidate = 'no-cache'

/**
 * Reads the folder into memory, a few megabytes.
 * @returns a function that responds to GET and HEAD of its files, and returns undefined for any other request
 */
export async function openStaticFiles(
  folder: string,
): Promise<(request: Request, pathname: string) => Response | undefined> {
  const files = await readFolder(folder)
  return (request, pathname) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const file = files.get(pathname)
    return file && respond(file, request)
  }
}

async function readFolder(folder: string): Promise<Map<string, StaticFile>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, StaticFile>()
  await Promise.all(
    names.map(async (entry) => {
      const location = path.join(entry.parentPath, entry.name)
      const relative = path.relative(folder, location).split(path.sep).join('/')
      const type = types[path.extname(entry.name)]
      // Hidden folders belong to the build.
      if (!entry.isFile() || type === undefined || relative.startsWith('.')) return
      const identity = await readFile(location)
      const br = await readFile(`${location}.br`).catch(() => undefined)
      const gzip = await readFile(`${location}.gz`).catch(() => undefined)
      files.set(`/${relative}`, {
        type,
        etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
        cacheControl: cacheControlOf(relative),
        bodies: [
          ...(br ? [{ coding: 'br' as const, bytes: br }] : []),
          ...(gzip ? [{ coding: 'gzip' as const, bytes: gzip }] : []),
          { coding: 'identity' as const, bytes: identity },
        ],
      })
    }),
  )
  return files
}

function cacheControlOf(name: string): string {
  if (name.startsWith('assets/')) return oneYear
  return name === 'service-worker.js' ? revalidate : oneHour
}

function respond(file: StaticFile, request: Request): Response {
  const accepted = request.headers.get('accept-encoding') ?? ''
  const body = file.bodies.find(({ coding }) => coding === 'identity' || accepts(accepted, coding))
  if (!body) return new Response(null, { status: 406 })
  // Each coding is a separate representation (RFC 9110), with its own entity tag.
  const etag = `"${file.etag}-${body.coding}"`
  const headers = new Headers({
    'content-type': file.type,
    'cache-control': file.cacheControl,
    etag,
    vary: 'Accept-Encoding',
  })
  if (request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  if (body.coding !== 'identity') headers.set('content-encoding', body.coding)
  headers.set('content-length', String(body.bytes.byteLength))
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body.bytes), { headers })
}
