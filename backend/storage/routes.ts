/** The table of storage's endpoints, and finding the one that a request means. */
import { bucketCreated, bucketEmptied, bucketRemoved, bucketShown, bucketsListed, bucketUpdated } from './buckets.ts'
import type { Endpoint } from './context.ts'
import { asAnybody, asCaller, download, info } from './download.ts'
import { invalidKey, noSuchRoute } from './errors.ts'
import { renderByLink, renderImage } from './images/endpoint.ts'
import { downloadByLink, signMany, signOne, signUpload } from './links.ts'
import { list } from './list.ts'
import { listV2 } from './list-v2.ts'
import { purgeBucket, purgeObject } from './purge.ts'
import { copy, move } from './relocate.ts'
import { removeMany, removeOne } from './remove.ts'
import { update, upload, uploadByLink } from './upload.ts'

/** `:bucket` stands for one segment, `*` for all that follow; the first that fits wins. GET answers HEAD too. */
const table: readonly (readonly [method: string, pattern: string, endpoint: Endpoint])[] = [
  ['GET', 'object/public/:bucket/*', download(asAnybody)],
  ['GET', 'object/authenticated/:bucket/*', download(asCaller)],
  ['GET', 'object/sign/:bucket/*', downloadByLink],
  ['GET', 'object/info/public/:bucket/*', info(asAnybody)],
  ['GET', 'object/info/authenticated/:bucket/*', info(asCaller)],
  ['GET', 'object/info/:bucket/*', info(asCaller)],
  ['GET', 'object/:bucket/*', download(asCaller)],
  ['GET', 'render/image/public/:bucket/*', renderImage(asAnybody)],
  ['GET', 'render/image/authenticated/:bucket/*', renderImage(asCaller)],
  ['GET', 'render/image/sign/:bucket/*', renderByLink],
  ['POST', 'object/list/:bucket', list],
  ['POST', 'object/list-v2/:bucket', listV2],
  ['POST', 'object/move', move],
  ['POST', 'object/copy', copy],
  ['POST', 'object/sign/:bucket/*', signOne],
  ['POST', 'object/sign/:bucket', signMany],
  ['POST', 'object/upload/sign/:bucket/*', signUpload],
  ['PUT', 'object/upload/sign/:bucket/*', uploadByLink],
  ['POST', 'object/:bucket/*', upload],
  ['PUT', 'object/:bucket/*', update],
  ['DELETE', 'object/:bucket/*', removeOne],
  ['DELETE', 'object/:bucket', removeMany],
  ['DELETE', 'cdn/:bucket/*', purgeObject],
  ['DELETE', 'cdn/:bucket', purgeBucket],
  ['GET', 'bucket', bucketsListed],
  ['POST', 'bucket', bucketCreated],
  ['POST', 'bucket/:bucket/empty', bucketEmptied],
  ['GET', 'bucket/:bucket', bucketShown],
  ['PUT', 'bucket/:bucket', bucketUpdated],
  ['DELETE', 'bucket/:bucket', bucketRemoved],
]

const routes = table.map(([method, pattern, endpoint]) => ({ method, segments: pattern.split('/'), endpoint }))

/** Every endpoint, as `METHOD /path`. */
export const endpointNames: readonly string[] = table.map(([method, pattern]) => `${method} /${pattern}`)

export interface Match {
  readonly endpoint: Endpoint
  readonly bucket: string
  readonly key: string
}

interface Captures {
  bucket: string
  key: string
}

function capture(pattern: readonly string[], path: readonly string[]): Captures | null {
  const captures = { bucket: '', key: '' }
  for (const [index, wanted] of pattern.entries()) {
    const segment = path[index]
    if (segment === undefined || segment === '') return null
    if (wanted === '*') return { ...captures, key: path.slice(index).join('/') }
    if (wanted === ':bucket') captures.bucket = segment
    else if (wanted !== segment) return null
  }
  return path.length === pattern.length ? captures : null
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text)
    // No name holds NUL (PostgreSQL's text cannot), so nothing is to be found there.
    if (!decoded.includes('\0')) return decoded
  } catch (error) {
    if (!(error instanceof URIError)) throw error
  }
  throw invalidKey(text)
}

/** @param path behind /storage/v1, still percent-encoded. @throws StorageError */
export function matchRoute(method: string, path: string): Match {
  const segments = path.replace(/^\/+/, '').split('/')
  const wanted = method === 'HEAD' ? 'GET' : method
  for (const route of routes) {
    const captures = route.method === wanted ? capture(route.segments, segments) : null
    if (captures === null) continue
    return { endpoint: route.endpoint, bucket: decode(captures.bucket), key: decode(captures.key) }
  }
  throw noSuchRoute(`${method}:${path}`)
}
