/** Downloads. A public bucket, the policies or a signed URL allow them. */
import { privateCacheControl, publicCacheControl } from './cache-control.ts'
import { type Call, type Endpoint, type StorageContext, sessionOf } from './context.ts'
import { accessDenied, noSuchBucket, noSuchKey } from './errors.ts'
import { findInBucket, findObject, findSignedObject, type ObjectRow } from './object-rows.ts'
import { type Representation, serve } from './serve.ts'
import type { ReadGrant } from './url-signer.ts'

/** How a request is authorized, and which caches may store the response. */
export interface Access {
  /** @throws StorageError */
  readonly find: (context: StorageContext, call: Call) => Promise<ObjectRow>
  readonly cacheControl: (stored: string | undefined) => string
}

/** Access to public buckets without a key. A private bucket looks like a missing one. */
export const publicAccess: Access = {
  async find({ database }, { bucket, key }) {
    const found = await findInBucket(database, { bucket, key })
    if (!found?.isPublic) throw noSuchBucket()
    if (found.object === null) throw noSuchKey()
    return found.object
  },
  cacheControl: publicCacheControl,
}

/** Access for the caller, if the bucket is public or a policy shows the object. */
export const callerAccess: Access = {
  async find({ database }, { bucket, key, caller }) {
    const found = await findInBucket(database, { bucket, key })
    if (caller === null && !found?.isPublic) throw accessDenied('Access denied to this bucket')
    if (found === null) throw noSuchBucket()
    if (!found.isPublic) return findObject(database, { bucket, key }, sessionOf(caller))
    if (found.object === null) throw noSuchKey()
    return found.object
  },
  cacheControl: (stored) => privateCacheControl(stored),
}

/** Access by a signed URL, while the session in which it was signed lasts. The policies were checked at signing. */
export const signedUrlAccess = ({ expiresAt, sessionId }: Pick<ReadGrant, 'expiresAt' | 'sessionId'>): Access => ({
  find: ({ database }, { bucket, key }) => findSignedObject(database, { bucket, key }, sessionId),
  cacheControl: (stored) => privateCacheControl(stored, expiresAt - Math.floor(Date.now() / 1000)),
})

/** The representation of a row's blob; null for a row without one. */
export function representationOf(
  row: ObjectRow,
  { cacheControl }: Access,
): (Representation & { version: string }) | null {
  const { metadata, version } = row
  if (version === null || metadata?.size === undefined) return null
  const modified = new Date(metadata.lastModified ?? row.updated_at ?? '')
  return {
    version,
    contentType: metadata.mimetype ?? 'application/octet-stream',
    eTag: metadata.eTag ?? `"${version}"`,
    lastModified: Number.isNaN(modified.getTime()) ? null : modified,
    cacheControl: cacheControl(metadata.cacheControl),
    size: metadata.size,
  }
}

/** An overwrite after reading the row may remove its blob. The row then names the next one. */
const maxAttempts = 3

/** Calls `respond` with the object's current row until it finds the blob. @throws StorageError NoSuchKey */
export async function withCurrentRow(
  find: () => Promise<ObjectRow>,
  respond: (row: ObjectRow) => Promise<Response | null>,
): Promise<Response> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const response = await respond(await find())
    if (response !== null) return response
  }
  throw noSuchKey()
}

export const download =
  (access: Access): Endpoint =>
  (context, call) =>
    withCurrentRow(
      () => access.find(context, call),
      async (row) => {
        const representation = representationOf(row, access)
        if (representation === null) return null
        return serve(call.request, representation, call.query.get('download'), (range) =>
          context.blobs.read(representation.version, representation.size, range),
        )
      },
    )

/** The object's metadata as JSON. */
export const info =
  (access: Access): Endpoint =>
  async (context, call) => {
    const row = await access.find(context, call)
    return Response.json({
      id: row.id,
      name: row.name,
      version: row.version,
      bucket_id: row.bucket_id,
      size: row.metadata?.size ?? null,
      content_type: row.metadata?.mimetype ?? null,
      cache_control: row.metadata?.cacheControl ?? null,
      etag: row.metadata?.eTag ?? null,
      metadata: row.user_metadata ?? {},
      last_modified: row.metadata?.lastModified ?? row.updated_at,
      created_at: row.created_at,
    })
  }
