/** Moves and copies objects, within a bucket or to another. */
import { z } from 'zod'
import { findBucket } from './bucket-rows.ts'
import { type Endpoint, ownerOf, type StorageContext, sessionOf } from './context.ts'
import { entityTooLarge, invalidMimeType, noSuchKey } from './errors.ts'
import { readJson } from './json-body.ts'
import { validBucketName, validKey } from './keys.ts'
import { checkWrite, findObject, moveObject, type ObjectPath, type ObjectRow } from './object-rows.ts'
import { isAllowedType } from './sniff.ts'
import { commit, draftOf } from './upload.ts'

const schema = z.object({
  bucketId: z.string().min(1),
  sourceKey: z.string().min(1),
  destinationKey: z.string().min(1),
  destinationBucket: z.string().min(1).nullish(),
  copyMetadata: z.boolean().default(true),
})

async function readPaths(request: Request) {
  const { bucketId, sourceKey, destinationKey, destinationBucket, copyMetadata } = await readJson(request, schema)
  const from: ObjectPath = { bucket: validBucketName(bucketId), key: validKey(sourceKey) }
  const to: ObjectPath = { bucket: validBucketName(destinationBucket ?? bucketId), key: validKey(destinationKey) }
  return { from, to, copyMetadata }
}

/** Applies the limits of an upload to the bucket. */
async function checkBucketLimits(
  { database }: StorageContext,
  bucketId: string,
  { metadata }: ObjectRow,
): Promise<void> {
  const bucket = await findBucket(database, bucketId)
  const type = metadata?.mimetype ?? 'application/octet-stream'
  if (!isAllowedType(type, bucket.allowed_mime_types)) throw invalidMimeType(type)
  if (bucket.file_size_limit !== null && (metadata?.size ?? 0) > bucket.file_size_limit) throw entityTooLarge()
}

export const move: Endpoint = async (context, { request, caller }) => {
  const { from, to } = await readPaths(request)
  const session = sessionOf(caller)
  if (from.bucket !== to.bucket)
    await checkBucketLimits(context, to.bucket, await findObject(context.database, from, session))
  const id = await moveObject(context.database, from, to, session)
  return Response.json({ message: 'Successfully moved', Id: id, Key: `${to.bucket}/${to.key}` })
}

export const copy: Endpoint = async (context, { request, caller }) => {
  const { database, blobs, cleanup } = context
  const { from, to, copyMetadata } = await readPaths(request)
  const session = sessionOf(caller)
  const source = await findObject(database, from, session)
  await checkBucketLimits(context, to.bucket, source)

  const mode = request.headers.get('x-upsert') === 'true' ? 'upsert' : 'insert'
  const draft = {
    ...draftOf(to, ownerOf(caller)),
    metadata: { ...source.metadata, lastModified: new Date().toISOString() },
    userMetadata: copyMetadata ? source.user_metadata : null,
  }
  await checkWrite(database, mode, draft, session)
  await cleanup.expectRow(draft.version)
  if (source.version === null || !(await blobs.copy(source.version, draft.version))) throw noSuchKey()
  const id = await commit(context, mode, draft, session)
  return Response.json({ Id: id, Key: `${to.bucket}/${to.key}`, name: to.key, bucket_id: to.bucket })
}
