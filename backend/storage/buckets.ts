/** Bucket endpoints. Policies on `storage.buckets` decide who may use them: by default only service_role. */
import { z } from 'zod'
import { DatabaseError } from '#backend/database/errors'
import { createBucket, findBucket, listBuckets, updateBucket } from './bucket-rows.ts'
import { type Endpoint, ownerOf, sessionOf } from './context.ts'
import { bucketNotEmpty, invalidFileSizeLimit, invalidRequest, noSuchBucket } from './errors.ts'
import { readJson } from './json-body.ts'
import { validBucketName } from './keys.ts'
import { emptyBucket, removeBucket } from './object-rows.ts'

const units: Readonly<Record<string, number>> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 }

/** Converts 5242880, '5242880' or '5MB' to bytes. Units are decimal, as on Supabase. @throws StorageError */
function parseFileSize(size: string | number): number {
  const match = /^(\d+(?:\.\d+)?)(b|kb|mb|gb)?$/i.exec(String(size))
  const bytes = Math.floor(Number(match?.[1]) * (units[match?.[2]?.toLowerCase() ?? 'b'] ?? 1))
  if (match === null || !Number.isSafeInteger(bytes)) throw invalidFileSizeLimit()
  return bytes
}

const mimeType = z
  .string()
  .regex(/^(?:\*|\*\/\*|[\w.+-]+\/(?:\*|[\w.+-]+))$/, 'must be a mime type such as image/png or image/*')

const settingsSchema = z.object({
  public: z.boolean().optional(),
  file_size_limit: z.union([z.string(), z.number().int().min(0)]).nullish(),
  allowed_mime_types: z.array(mimeType).max(200).nullish(),
})
const newBucketSchema = settingsSchema.extend({
  name: z.string(),
  id: z.string().optional(),
  type: z.literal('STANDARD').nullish(),
})

const settingsOf = (body: z.output<typeof settingsSchema>) => ({
  public: body.public,
  fileSizeLimit: body.file_size_limit == null ? body.file_size_limit : parseFileSize(body.file_size_limit),
  allowedMimeTypes: body.allowed_mime_types,
})

const count = z.coerce.number().int().min(0).max(1_000_000)
const listingSchema = z.object({
  limit: count.optional(),
  offset: count.optional(),
  search: z.string().max(100).optional(),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
})

export const getBuckets: Endpoint = async ({ database }, { query, caller }) => {
  const listing = listingSchema.safeParse(Object.fromEntries(query))
  if (!listing.success) throw invalidRequest(`querystring/${listing.error.issues[0]?.path.join('/')} is invalid`)
  return Response.json(await listBuckets(database, listing.data, sessionOf(caller)))
}

export const getBucket: Endpoint = async ({ database }, { bucket, caller }) =>
  Response.json(await findBucket(database, bucket, sessionOf(caller)))

export const postBucket: Endpoint = async ({ database }, { request, caller }) => {
  const body = await readJson(request, newBucketSchema)
  const id = validBucketName(body.id ?? body.name)
  const bucket = { ...settingsOf(body), id, name: validBucketName(body.name), owner: ownerOf(caller) }
  await createBucket(database, bucket, sessionOf(caller))
  return Response.json({ name: id })
}

export const putBucket: Endpoint = async ({ database }, { request, bucket, caller }) => {
  const settings = settingsOf(await readJson(request, settingsSchema))
  await updateBucket(database, bucket, settings, sessionOf(caller))
  return Response.json({ message: 'Successfully updated' })
}

export const postEmptyBucket: Endpoint = async ({ database, cleanup }, { bucket, caller }) => {
  const session = sessionOf(caller)
  await findBucket(database, bucket, session)
  await emptyBucket(database, bucket, session)
  cleanup.removeDue()
  return Response.json({ message: 'Successfully emptied' })
}

export const deleteBucket: Endpoint = async ({ database }, { bucket, caller }) => {
  const session = sessionOf(caller)
  await findBucket(database, bucket, session)
  const wasRemoved = await removeBucket(database, bucket, session).catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === '23503') throw bucketNotEmpty()
    throw error
  })
  if (!wasRemoved) throw noSuchBucket()
  return Response.json({ message: 'Successfully deleted' })
}
