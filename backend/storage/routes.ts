/** The routes under /storage/v1, with their rate limits and endpoints. */
import { createRoutes, type Found, type Route } from '#backend/http/routes'
import { deleteBucket, getBucket, getBuckets, postBucket, postEmptyBucket, putBucket } from './buckets.ts'
import type { Endpoint } from './context.ts'
import { callerAccess, download, info, publicAccess } from './download.ts'
import { invalidKey } from './errors.ts'
import { renderBySignedUrl, renderImage } from './images/endpoint.ts'
import { list } from './list.ts'
import { listV2 } from './list-v2.ts'
import { purgeBucket, purgeObject } from './purge.ts'
import { copy, move } from './relocate.ts'
import { removeMany, removeOne } from './remove.ts'
import { createSignedUploadUrl, createSignedUrl, createSignedUrls, downloadBySignedUrl } from './signed-urls.ts'
import { update, upload, uploadToSignedUrl } from './upload.ts'

// biome-ignore format: a table reads better in columns
const table: readonly Route<[endpoint: Endpoint]>[] = [
  ['GET',    '/object/public/:bucket/*',               'none',    download(publicAccess)],
  ['GET',    '/object/authenticated/:bucket/*',        'none',    download(callerAccess)],
  ['GET',    '/object/sign/:bucket/*',                 'none',    downloadBySignedUrl],
  ['GET',    '/object/info/public/:bucket/*',          'none',    info(publicAccess)],
  ['GET',    '/object/info/authenticated/:bucket/*',   'none',    info(callerAccess)],
  ['GET',    '/object/info/:bucket/*',                 'none',    info(callerAccess)],
  ['GET',    '/object/:bucket/*',                      'none',    download(callerAccess)],
  ['GET',    '/render/image/public/:bucket/*',         'none',    renderImage(publicAccess)],
  ['GET',    '/render/image/authenticated/:bucket/*',  'none',    renderImage(callerAccess)],
  ['GET',    '/render/image/sign/:bucket/*',           'none',    renderBySignedUrl],
  ['POST',   '/object/list/:bucket',                   'none',    list],
  ['POST',   '/object/list-v2/:bucket',                'none',    listV2],
  ['POST',   '/object/move',                           'uploads', move],
  ['POST',   '/object/copy',                           'uploads', copy],
  ['POST',   '/object/sign/:bucket/*',                 'none',    createSignedUrl],
  ['POST',   '/object/sign/:bucket',                   'none',    createSignedUrls],
  ['POST',   '/object/upload/sign/:bucket/*',          'uploads', createSignedUploadUrl],
  ['PUT',    '/object/upload/sign/:bucket/*',          'uploads', uploadToSignedUrl],
  ['POST',   '/object/:bucket/*',                      'uploads', upload],
  ['PUT',    '/object/:bucket/*',                      'uploads', update],
  ['DELETE', '/object/:bucket/*',                      'none',    removeOne],
  ['DELETE', '/object/:bucket',                        'none',    removeMany],
  ['DELETE', '/cdn/:bucket/*',                         'none',    purgeObject],
  ['DELETE', '/cdn/:bucket',                           'none',    purgeBucket],
  ['GET',    '/bucket',                                'none',    getBuckets],
  ['POST',   '/bucket',                                'none',    postBucket],
  ['POST',   '/bucket/:bucket/empty',                  'none',    postEmptyBucket],
  ['GET',    '/bucket/:bucket',                        'none',    getBucket],
  ['PUT',    '/bucket/:bucket',                        'none',    putBucket],
  ['DELETE', '/bucket/:bucket',                        'none',    deleteBucket],
]

export const routes = createRoutes(table)

export const prefix = '/storage/v1'

/** The route of a request. GET routes also handle HEAD. */
export function findRoute(request: Request): Found<(typeof table)[number]> {
  const url = new URL(request.url)
  // Supabase has /bucket with and without a trailing slash, and no other route with one.
  const path = url.pathname
    .slice(prefix.length)
    .replace(/^\/+/, '/')
    .replace(/^\/bucket\/$/, '/bucket')
  return routes.find(request.method === 'HEAD' ? 'GET' : request.method, path, url)
}

/** A percent-encoded part of a path. @throws StorageError InvalidKey */
export function decodePart(text = ''): string {
  try {
    const decoded = decodeURIComponent(text)
    // PostgreSQL's text cannot contain NUL, so no object has such a name.
    if (!decoded.includes('\0')) return decoded
  } catch (error) {
    if (!(error instanceof URIError)) throw error
  }
  throw invalidKey(text)
}
