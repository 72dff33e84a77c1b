/** The objects of a market, read and written through the storage API. */
import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import type { Database, Transaction } from '../../backend/database/database.ts'
import { writeMarket } from './tables.ts'

/** Fetches a path below /storage/v1 with the service key. */
export type StorageApi = (path: string, init?: RequestInit) => Promise<Response>

export interface StoredObject {
  readonly bucket: string
  readonly name: string
  readonly bytes: number
  readonly ownerId: string | null
  readonly createdAt: string
  readonly updatedAt: string
  /** JSON. */
  readonly userMetadata: string | null
  readonly contentType: string
  /** As it was uploaded. A response has another, which depends on its route. */
  readonly cacheControl: string
}

export interface Bucket {
  readonly id: string
  readonly public: boolean
  readonly fileSizeLimit: number | null
  readonly allowedMimeTypes: readonly string[] | null
}

/** A read or a write that the storage API refused. */
export class ObjectError extends Error {
  override readonly name = 'ObjectError'
}

const objectsText = `select bucket_id, name, coalesce(metadata ->> 'size', '0'), owner_id, created_at::text, updated_at::text, user_metadata::text,
    coalesce(metadata ->> 'mimetype', 'application/octet-stream'), coalesce(metadata ->> 'cacheControl', 'no-cache')
  from storage.objects where version is not null and metadata is not null`
const orderText = ` order by bucket_id collate "C", name collate "C"`
const bucketsText = `select id, public, file_size_limit, to_json(allowed_mime_types)::text from storage.buckets order by id`

/** @param only one of them, by its bucket and name */
export async function objectsOf(
  tx: Transaction,
  only?: Pick<StoredObject, 'bucket' | 'name'>,
): Promise<readonly StoredObject[]> {
  const { rows } = await tx.run(
    only
      ? { text: `${objectsText} and bucket_id = $1 and name = $2`, values: [only.bucket, only.name] }
      : { text: objectsText + orderText, values: [] },
  )
  return rows.map(([bucket, name, bytes, ownerId, createdAt, updatedAt, userMetadata, contentType, cacheControl]) => ({
    bucket: bucket ?? '',
    name: name ?? '',
    bytes: Number(bytes),
    ownerId: ownerId ?? null,
    createdAt: createdAt ?? '',
    updatedAt: updatedAt ?? '',
    userMetadata: userMetadata ?? null,
    contentType: contentType ?? '',
    cacheControl: cacheControl ?? '',
  }))
}

export async function bucketsOf(tx: Transaction): Promise<readonly Bucket[]> {
  const { rows } = await tx.run({ text: bucketsText, values: [] })
  return rows.map(([id, isPublic, limit, types]) => ({
    id: id ?? '',
    public: isPublic === 't',
    fileSizeLimit: limit ? Number(limit) : null,
    allowedMimeTypes: types ? (JSON.parse(types) as string[]) : null,
  }))
}

export const keyOf = ({ bucket, name }: Pick<StoredObject, 'bucket' | 'name'>) => `${bucket}/${name}`

/** A copy gets its times after its bytes were verified, so equal times mean a complete copy. */
export const isCopied = (object: StoredObject, copy: StoredObject | undefined) =>
  copy?.bytes === object.bytes && copy.updatedAt === object.updatedAt && copy.createdAt === object.createdAt

export async function createBucket(api: StorageApi, bucket: Bucket): Promise<void> {
  const body = JSON.stringify({
    id: bucket.id,
    name: bucket.id,
    public: bucket.public,
    file_size_limit: bucket.fileSizeLimit,
    allowed_mime_types: bucket.allowedMimeTypes,
  })
  const response = await api('/bucket', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })
  await requireSuccess(response, `bucket ${bucket.id}`)
  await response.body?.cancel()
}

/** @returns its bytes, or undefined if there is no such object. @throws ObjectError */
export async function readObject(api: StorageApi, object: StoredObject): Promise<Uint8Array | undefined> {
  const response = await api(pathOf(object))
  if (await isMissing(response)) return undefined
  await requireSuccess(response, keyOf(object))
  return new Uint8Array(await response.arrayBuffer())
}

/** Supabase's storage responds with 400 and the real status in the body. */
export const isMissing = async (response: Response) =>
  response.status === 404 || (response.status === 400 && (await response.clone().text()).includes('"404"'))

/** Whether the row of an object exists in the market that the API serves now. @throws ObjectError */
export async function hasRow(api: StorageApi, object: StoredObject): Promise<boolean> {
  const response = await api(pathOf(object, '/object/info'))
  if (await isMissing(response)) return false
  await requireSuccess(response, keyOf(object))
  await response.body?.cancel()
  return true
}

/** Works on one object. A failure is listed, so that the others are still worked on. */
export async function attempt<T>(failures: string[], work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ObjectError)) throw error
    failures.push(error.message)
    return undefined
  }
}

/** Writes the bytes and reads them back. @throws ObjectError */
export async function writeObject(api: StorageApi, object: StoredObject, bytes: Uint8Array): Promise<void> {
  const headers = {
    'Content-Type': object.contentType,
    'Cache-Control': object.cacheControl,
    'x-upsert': 'true',
    ...(object.userMetadata && { 'x-metadata': Buffer.from(object.userMetadata).toString('base64') }),
  }
  const body = new Uint8Array(bytes)
  const written = await api(pathOf(object), { method: 'POST', body, headers })
  await requireSuccess(written, keyOf(object))
  await written.body?.cancel()
  const copy = await readObject(api, object)
  if (!copy || sha256(copy) !== sha256(bytes)) throw new ObjectError(`${keyOf(object)} differs after it was copied.`)
}

/** @throws ObjectError */
export async function removeObject(api: StorageApi, object: StoredObject): Promise<void> {
  const response = await api(pathOf(object), { method: 'DELETE' })
  await requireSuccess(response, keyOf(object))
  await response.body?.cancel()
}

const pathOf = ({ bucket, name }: StoredObject, route = '/object') =>
  `${route}/${[bucket, ...name.split('/')].map(encodeURIComponent).join('/')}`

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function requireSuccess(response: Response, what: string): Promise<void> {
  if (response.ok) return
  throw new ObjectError(
    `${what}: the storage API responded ${response.status} ${(await response.text()).slice(0, 200)}`,
  )
}

/** Gives copies the owner and times of their originals. Policies depend on the owner. @returns those without a row */
export async function finishObjects(
  database: Database,
  objects: readonly StoredObject[],
): Promise<readonly StoredObject[]> {
  const values = JSON.stringify(
    objects.map(({ bucket, name, ownerId, createdAt, updatedAt }) => [bucket, name, ownerId, createdAt, updatedAt]),
  )
  const { rows } = await writeMarket(database, (tx) =>
    tx.run({
      text: `update storage.objects o
        set owner_id = c ->> 2, created_at = (c ->> 3)::timestamptz, updated_at = (c ->> 4)::timestamptz
        from jsonb_array_elements($1::jsonb) c where o.bucket_id = c ->> 0 and o.name = c ->> 1
        returning o.bucket_id, o.name`,
      values: [values],
    }),
  )
  const finished = new Set(rows.map(([bucket, name]) => keyOf({ bucket: bucket ?? '', name: name ?? '' })))
  return objects.filter((object) => !finished.has(keyOf(object)))
}

/** Finished together, so that an interruption repeats few objects. */
const objectBatch = 50
const objectsAtOnce = 4

/** Works on a few items at a time. @param finish is called after each batch, with how many items are done */
export async function inBatches<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  finish?: (batch: readonly T[], done: number) => Promise<void>,
): Promise<void> {
  const limit = pLimit(objectsAtOnce)
  for (let start = 0; start < items.length; start += objectBatch) {
    const batch = items.slice(start, start + objectBatch)
    await Promise.all(batch.map((item) => limit(work, item)))
    await finish?.(batch, start + batch.length)
  }
}
