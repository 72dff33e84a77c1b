/** Reading objects: who may is asked of the bucket (public), of the policies, or of a signed link. */
import { privateCacheControl, publicCacheControl } from './caching.ts'
import { type Call, type Endpoint, type StorageContext, sessionOf } from './context.ts'
import { accessDenied, noSuchBucket, noSuchKey } from './errors.ts'
import { findObject, lookUp, type ObjectRow } from './object-rows.ts'
import { type Representation, serve } from './serve.ts'

/** How a request proves that it may read, and who may keep a copy of what it gets. */
export interface Access {
  /** @throws StorageError */
  readonly find: (context: StorageContext, call: Call) => Promise<ObjectRow>
  readonly cacheControl: (stored: string | undefined) => string
}

/** For anybody, from public buckets. A private bucket is not told from a missing one. */
export const asAnybody: Access = {
  async find({ database }, { bucket, key }) {
    const found = await lookUp(database, { bucket, key })
    if (!found?.isPublic) throw noSuchBucket()
    if (found.object === null) throw noSuchKey()
    return found.object
  },
  cacheControl: publicCacheControl,
}

/** For the caller, where the bucket is public or a policy shows the object. */
export const asCaller: Access = {
  async find({ database }, { bucket, key, caller }) {
    const found = await lookUp(database, { bucket, key })
    if (caller === null && !found?.isPublic) throw accessDenied('Access denied to this bucket')
    if (found === null) throw noSuchBucket()
    if (!found.isPublic) return findObject(database, { bucket, key }, sessionOf(caller))
    if (found.object === null) throw noSuchKey()
    return found.object
  },
  cacheControl: (stored) => privateCacheControl(stored),
}

/** For whoever bears the link: signing it asked the policies. */
export const byLink = (expiresAt: number): Access => ({
  find: ({ database }, { bucket, key }) => findObject(database, { bucket, key }),
  cacheControl: (stored) => privateCacheControl(stored, expiresAt - Math.floor(Date.now() / 1000)),
})

/** What a row says of its bytes; null for a row that never had any. */
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

/** An overwrite between reading the row and opening the blob takes the blob away; the row then names the next one. */
const attempts = 3

/** Tries `answer` with the object's current row until it finds the bytes there. @throws StorageError NoSuchKey */
export async function withCurrentRow(
  find: () => Promise<ObjectRow>,
  answer: (row: ObjectRow) => Promise<Response | null>,
): Promise<Response> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const response = await answer(await find())
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

/** The object's facts as JSON. */
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
      metadata: row.user_metadata,
      last_modified: row.metadata?.lastModified ?? row.updated_at,
      created_at: row.created_at,
    })
  }
