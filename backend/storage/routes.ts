/** The routes of storage. */
import { deleteBucket, getBucket, getBuckets, postBucket, postEmptyBucket, putBucket } from './buckets.ts'
import type { Endpoint } from './context.ts'
import { callerAccess, download, info, publicAccess } from './download.ts'
import { invalidKey, noSuchRoute } from './errors.ts'
import { renderBySignedUrl, renderImage } from './images/endpoint.ts'
import { list } from './list.ts'
import { listV2 } from './list-v2.ts'
import { purgeBucket, purgeObject } from './purge.ts'
import { copy, move } from './relocate.ts'
import { removeMany, removeOne } from './remove.ts'
import { createSignedUploadUrl, createSignedUrl, createSignedUrls, downloadBySignedUrl } from './signed-urls.ts'
import { update, upload, uploadToSignedUrl } from './upload.ts'

/** `:bucket` matches one segment, `*` the rest. The first match wins. GET routes also handle HEAD. */
const table: readonly (readonly [method: string, pattern: string, endpoint: Endpoint])[] = [
  ['GET', 'object/public/:bucket/*', download(publicAccess)],
  ['GET', 'object/authenticated/:bucket/*', download(callerAccess)],
  ['GET', 'object/sign/:bucket/*', downloadBySignedUrl],
  ['GET', 'object/info/public/:bucket/*', info(publicAccess)],
  ['GET', 'object/info/authenticated/:bucket/*', info(callerAccess)],
  ['GET', 'object/info/:bucket/*', info(callerAccess)],
  ['GET', 'object/:bucket/*', download(callerAccess)],
  ['GET', 'render/image/public/:bucket/*', renderImage(publicAccess)],
  ['GET', 'render/image/authenticated/:bucket/*', renderImage(callerAccess)],
  ['GET', 'render/image/sign/:bucket/*', renderBySignedUrl],
  ['POST', 'object/list/:bucket', list],
  ['POST', 'object/list-v2/:bucket', listV2],
  ['POST', 'object/move', move],
  ['POST', 'object/copy', copy],
  ['POST', 'object/sign/:bucket/*', createSignedUrl],
  ['POST', 'object/sign/:bucket', createSignedUrls],
  ['POST', 'object/upload/sign/:bucket/*', createSignedUploadUrl],
  ['PUT', 'object/upload/sign/:bucket/*', uploadToSignedUrl],
  ['POST', 'object/:bucket/*', upload],
  ['PUT', 'object/:bucket/*', update],
  ['DELETE', 'object/:bucket/*', removeOne],
  ['DELETE', 'object/:bucket', removeMany],
  ['DELETE', 'cdn/:bucket/*', purgeObject],
  ['DELETE', 'cdn/:bucket', purgeBucket],
  ['GET', 'bucket', getBuckets],
  ['POST', 'bucket', postBucket],
  ['POST', 'bucket/:bucket/empty', postEmptyBucket],
  ['GET', 'bucket/:bucket', getBucket],
  ['PUT', 'bucket/:bucket', putBucket],
  ['DELETE', 'bucket/:bucket', deleteBucket],
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
    // PostgreSQL's text cannot contain NUL, so no object has such a name.
    if (!decoded.includes('\0')) return decoded
  } catch (error) {
    if (!(error instanceof URIError)) throw error
  }
  throw invalidKey(text)
}

/** @param path after /storage/v1, still percent-encoded @throws StorageError */
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
