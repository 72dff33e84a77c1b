/** Responses with bytes: caching, conditions, ranges, and headers that sandbox an uploaded file. */
import type { BlobStore, ByteRange } from './blob-store.ts'
import { invalidRange } from './errors.ts'
import { parseRange } from './range.ts'
import { essence } from './sniff.ts'

export interface Representation {
  readonly contentType: string
  /** Includes the quotes. */
  readonly eTag: string
  readonly lastModified: Date | null
  readonly cacheControl: string
  readonly size: number
  /** Headers that this representation adds. */
  readonly headers?: Readonly<Record<string, string>>
}

export type ReadBytes = (range?: ByteRange) => ReturnType<BlobStore['read']>

/** Types a browser may display. Others are downloaded. SVG is safe because of the policy below. */
const inlineTypes = /^(?:(?:image|audio|video)\/[\w.+-]+|text\/plain|application\/json)$/

/** An uploaded file may not run scripts, load resources or share our origin, even when opened directly. */
const sandboxHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
}

/** HTML is served as text, as on Supabase. */
function servedType(contentType: string): string {
  return essence(contentType) === 'text/html' ? 'text/plain; charset=utf-8' : contentType
}

/** File systems refuse longer names, and some clients refuse long headers. */
const maxNameLength = 255

/** `?download` saves under the object's name, `?download=x` under x. */
function disposition(type: string, download: string | null): string | null {
  if (download === null) return inlineTypes.test(essence(type)) ? null : 'attachment'
  if (download === '') return 'attachment'
  const wanted = Array.from(download).slice(0, maxNameLength).join('')
  const name = encodeURIComponent(wanted).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${name}"; filename*=UTF-8''${name}`
}

function isUnmodified(request: Request, { eTag, lastModified }: Representation): boolean {
  const known = request.headers.get('if-none-match')
  if (known !== null) {
    const bare = eTag.replace(/^W\//, '')
    return known.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === bare)
  }
  const since = Date.parse(request.headers.get('if-modified-since') ?? '')
  return lastModified !== null && Math.floor(lastModified.getTime() / 1000) * 1000 <= since
}

/** A range is valid only for the version of which the client has a part. */
function wantedRange(request: Request, { eTag, lastModified, size }: Representation) {
  const condition = request.headers.get('if-range')
  const isSame = condition === null || condition === eTag || Date.parse(condition) === seconds(lastModified)
  return isSame ? parseRange(request.headers.get('range'), size) : null
}

const seconds = (date: Date | null) => (date === null ? null : Math.floor(date.getTime() / 1000) * 1000)

function headersOf(representation: Representation, download: string | null): Headers {
  const type = servedType(representation.contentType)
  const headers = new Headers({
    ...sandboxHeaders,
    'Content-Type': type,
    ETag: representation.eTag,
    'Cache-Control': representation.cacheControl,
    'Accept-Ranges': 'bytes',
    ...representation.headers,
  })
  if (representation.lastModified) headers.set('Last-Modified', representation.lastModified.toUTCString())
  const saveAs = disposition(type, download)
  if (saveAs !== null) headers.set('Content-Disposition', saveAs)
  return headers
}

/** A 304 if the client has this representation, else null. */
export function unmodified(request: Request, representation: Representation, download: string | null): Response | null {
  if (!isUnmodified(request, representation)) return null
  return new Response(null, { status: 304, headers: headersOf(representation, download) })
}

/**
 * @returns null if `read` finds no blob, because of a concurrent overwrite
 * @throws StorageError InvalidRange
 */
export async function serve(
  request: Request,
  representation: Representation,
  download: string | null,
  read: ReadBytes,
): Promise<Response | null> {
  const known = unmodified(request, representation, download)
  if (known !== null) return known

  const headers = headersOf(representation, download)
  const range = wantedRange(request, representation)
  if (range === 'unsatisfiable') throw invalidRange()
  const length = range === null ? representation.size : range.end - range.start + 1
  headers.set('Content-Length', String(length))
  if (range !== null) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${representation.size}`)

  const status = range === null ? 200 : 206
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const bytes = await read(range ?? undefined)
  return bytes === null ? null : new Response(bytes, { status, headers })
}
