/** Uploads: check the policies, store and inspect the bytes, then write the row. */
import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Session } from '#backend/database/database'
import { DatabaseError } from '#backend/database/errors'
import { type BucketRow, findBucket } from './bucket-rows.ts'
import { type Call, type CleanUpload, type Endpoint, ownerOf, type StorageContext, sessionOf } from './context.ts'
import { entityTooLarge, invalidMimeType, StorageError } from './errors.ts'
import { isReadableImage } from './images/probe.ts'
import { validKey } from './keys.ts'
import { checkWrite, type NewObject, type WriteMode, writeObject } from './object-rows.ts'
import { isAllowedType, sniffBytes, verifiedType } from './sniff.ts'
import { readUploadBody, type UploadBody } from './upload-body.ts'

/** How an upload becomes a row. */
interface WriteOptions {
  readonly mode: WriteMode
  readonly owner: string | null
  /** The session whose policies apply. */
  readonly session: Session
}

const asCaller = (mode: WriteMode, { caller }: Call): WriteOptions => ({
  mode,
  owner: ownerOf(caller),
  session: sessionOf(caller),
})

/** POST: a new object, or with `x-upsert: true` a new or existing one. */
export const upload: Endpoint = (context, call) =>
  store(context, call, asCaller(call.request.headers.get('x-upsert') === 'true' ? 'upsert' : 'insert', call))

/** PUT: an existing object. */
export const update: Endpoint = (context, call) => store(context, call, asCaller('update', call))

/** PUT with a token from `upload/sign`. */
export const uploadToSignedUrl: Endpoint = async (context, call) => {
  const { owner, isUpsert, session } = await context.signer.verifyUpload(call.query.get('token') ?? '', call)
  return store(context, call, { mode: isUpsert ? 'upsert' : 'insert', owner, session })
}

/** A provisional row, to check the policies before the bytes arrive. */
export const draftOf = ({ bucket, key }: Pick<Call, 'bucket' | 'key'>, owner: string | null): NewObject => ({
  bucket,
  key: validKey(key),
  owner,
  version: randomUUID(),
  metadata: {},
  userMetadata: null,
})

async function store(context: StorageContext, call: Call, { mode, owner, session }: WriteOptions): Promise<Response> {
  const draft = draftOf(call, owner)
  const bucket = await findBucket(context.database, call.bucket)
  await checkWrite(context.database, mode, draft, session)
  const object = await storeBody(context, call.request, bucket, draft, session)
  const id = await commit(context, mode, object, session)
  return Response.json({ Id: id, Key: `${object.bucket}/${object.key}` })
}

/**
 * Writes the row of a stored blob and removes the replaced version. @returns the object's id
 * @throws StorageError, DatabaseError
 */
export async function commit(
  { database, blobs, cleanup }: StorageContext,
  mode: WriteMode,
  object: NewObject,
  session: Session,
): Promise<string> {
  try {
    const id = await writeObject(database, mode, object, session)
    cleanup.removeDue()
    return id
  } catch (error) {
    if (isRolledBack(error)) await blobs.remove(object.version)
    throw error
  }
}

/** After a lost connection the row may have been committed, so the blob stays. Its removal is decided hours later. */
const isRolledBack = (error: unknown) =>
  error instanceof StorageError || (error instanceof DatabaseError && !/^(?:08|57)/.test(error.code))

/** Stores the bytes under the draft's version and completes the draft. Removes the blob if it throws. */
async function storeBody(
  context: StorageContext,
  request: Request,
  bucket: BucketRow,
  draft: NewObject,
  session: Session,
) {
  const { blobs, cleanup, settings } = context
  const clean = session.role === 'service_role' || !acceptsOnlyImages(bucket) ? undefined : context.cleanUpload
  const limit = Math.min(bucket.file_size_limit ?? Number.POSITIVE_INFINITY, settings.fileSizeLimitBytes)
  const body = await readUploadBody(request, limit)
  try {
    await cleanup.expectRow(draft.version)
    const received = await receive(context, body, bucket, draft.version, clean)
    const { cacheControl, userMetadata } = await body.readMetadata()
    const metadata = {
      eTag: `"${received.hash}"`,
      size: received.size,
      mimetype: received.type,
      cacheControl,
      lastModified: new Date().toISOString(),
      contentLength: received.size,
      httpStatusCode: 200,
    }
    return { ...draft, metadata, userMetadata } satisfies NewObject
  } catch (error) {
    await blobs.remove(draft.version)
    throw error
  }
}

const acceptsOnlyImages = ({ allowed_mime_types: types }: BucketRow) =>
  types?.every((type) => type.startsWith('image/')) ?? false

async function receive(
  { blobs, settings }: StorageContext,
  body: UploadBody,
  bucket: BucketRow,
  version: string,
  clean: CleanUpload | undefined,
) {
  const hash = createHash('sha256')
  let size = 0
  let type = ''

  async function* inspected(): AsyncGenerator<Uint8Array> {
    const source = body.bytes[Symbol.asyncIterator]()
    try {
      const head = await peek(source)
      type = verifiedType(body.claimedType, head.subarray(0, sniffBytes))
      if (!isAllowedType(type, bucket.allowed_mime_types)) throw invalidMimeType(type)
      const chunks = clean ? cleaned(head, source, type, clean) : restOf(head, source)
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    } finally {
      await source.return?.()
    }
  }

  await blobs.put(version, inspected())
  const verdict = await blobs.withFile(version, (path) => isReadableImage(path, type, settings.imageLimits))
  if (verdict === 'unreadable') throw invalidMimeType(type)
  if (verdict === 'too large') throw entityTooLarge('image', 'the size that can be decoded')
  return { type, size, hash: hash.digest('hex').slice(0, 32) }
}

async function* restOf(head: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let chunk = head; chunk.length > 0; chunk = await nextChunk(source)) yield chunk
}

/** Reads everything, because pictures are small. @throws StorageError if the upload is refused */
async function* cleaned(
  head: Uint8Array,
  source: AsyncIterator<Uint8Array>,
  type: string,
  clean: CleanUpload,
): AsyncGenerator<Uint8Array> {
  const bytes = clean(new Uint8Array(await buffer(restOf(head, source))), type)
  if (bytes === null) throw invalidMimeType(type)
  yield bytes
}

const nothing = Buffer.alloc(0)

/** The next chunk that is not empty, or an empty one at the end. */
async function nextChunk(source: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  for (;;) {
    const next = await source.next()
    if (next.done) return nothing
    if (next.value.length > 0) return next.value
  }
}

/** Reads enough chunks to detect the type. */
async function peek(source: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  while (length < sniffBytes) {
    const chunk = await nextChunk(source)
    if (chunk.length === 0) break
    chunks.push(chunk)
    length += chunk.length
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}
