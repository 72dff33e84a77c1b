/** The statements on `storage.objects`. Row-level security applies to the session. Without one they see all rows. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database, Result, Session, Transaction } from '#backend/database/database'
import { asRecords } from '#backend/database/records'
import { isUuid } from '#backend/uuid'
import { noSuchKey } from './errors.ts'

/** Metadata of the bytes, with Supabase's names. */
const metadataSchema = z.looseObject({
  eTag: z.string().optional(),
  size: z.number().optional(),
  mimetype: z.string().optional(),
  cacheControl: z.string().optional(),
  lastModified: z.string().optional(),
})
type ObjectMetadata = z.infer<typeof metadataSchema>

const rowSchema = z.object({
  id: z.string(),
  bucket_id: z.string(),
  name: z.string(),
  owner: z.string().nullable(),
  owner_id: z.string().nullable(),
  version: z.string().nullable(),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
  last_accessed_at: z.string().nullable(),
  metadata: metadataSchema.nullable().catch(null),
  user_metadata: z.record(z.string(), z.unknown()).nullable().catch(null),
})
export type ObjectRow = z.infer<typeof rowSchema>

/** Timestamps in the format of Supabase's JSON. */
export const iso = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column.slice(column.indexOf('.') + 1)}`

const columns = [
  'o.id, o.bucket_id, o.name, o.owner, o.owner_id, o.version, o.metadata, o.user_metadata',
  iso('o.created_at'),
  iso('o.updated_at'),
  iso('o.last_accessed_at'),
].join(', ')

const rowsOf = (result: Result): ObjectRow[] => asRecords(result).map((record) => rowSchema.parse(record))

export interface ObjectPath {
  readonly bucket: string
  readonly key: string
}

const findText = `select ${columns} from storage.objects o where o.bucket_id = $1 and o.name = $2`

/** @throws StorageError NoSuchKey, also if it exists but the caller's policies hide it */
export async function findObject(database: Database, path: ObjectPath, session?: Session): Promise<ObjectRow> {
  const [row] = rowsOf(await database.run({ text: findText, values: [path.bucket, path.key] }, session))
  if (row === undefined) throw noSuchKey()
  return row
}

/** Without policies. @throws StorageError NoSuchKey, also if the session (`auth.sessions.id`) has ended */
export async function findSignedObject(
  database: Database,
  path: ObjectPath,
  sessionId: string | null,
): Promise<ObjectRow> {
  const text = `${findText} and ($3::uuid is null or exists (
    select from auth.sessions s where s.id = $3::uuid and coalesce(s.not_after > now(), true)))`
  const [row] = rowsOf(await database.run({ text, values: [path.bucket, path.key, sessionId] }))
  if (row === undefined) throw noSuchKey()
  return row
}

/**
 * Finds a bucket and an object in one round trip without policies, for public buckets.
 * @returns null if there is no such bucket
 */
export async function findInBucket(database: Database, path: ObjectPath) {
  const statement = {
    text: `select b.public as is_public, ${columns} from storage.buckets b
      left join storage.objects o on o.bucket_id = b.id and o.name = $2 where b.id = $1`,
    values: [path.bucket, path.key],
  }
  const [record] = asRecords(await database.run(statement))
  if (record === undefined) return null
  return { isPublic: record.is_public === true, object: record.id === null ? null : rowSchema.parse(record) }
}

/** The versions of all objects in a bucket, without policies. */
export async function versionsIn(database: Database, bucket: string): Promise<string[]> {
  const text = 'select version from storage.objects where bucket_id = $1 and version is not null'
  const { rows } = await database.run({ text, values: [bucket] })
  return rows.flatMap(([version]) => version ?? [])
}

/** Finds objects by path. Missing and hidden ones are left out. */
export async function findKeys(database: Database, bucket: string, keys: readonly string[], session: Session) {
  const statement = {
    text: `select o.name from storage.objects o
      where o.bucket_id = $1 and o.name = any (array(select jsonb_array_elements_text($2::jsonb)))`,
    values: [bucket, JSON.stringify(keys)],
  }
  const { rows } = await database.run(statement, session)
  return new Set(rows.map(([name]) => name))
}

export interface NewObject extends ObjectPath {
  readonly version: string
  /** The token's subject. */
  readonly owner: string | null
  readonly metadata: ObjectMetadata
  readonly userMetadata: Record<string, unknown> | null
}

/** `insert` refuses an existing object, `upsert` overwrites it, `update` requires it. */
export type WriteMode = 'insert' | 'upsert' | 'update'

const insertText = `insert into storage.objects (id, bucket_id, name, owner_id, owner, version, metadata, user_metadata)
  values ($8::uuid, $1, $2, $3, $4::uuid, $5, $6::jsonb, $7::jsonb)`
const changes = (source: (column: string) => string) =>
  ['owner_id', 'owner', 'version', 'metadata', 'user_metadata']
    .map((column) => `${column} = ${source(column)}`)
    .join(', ')

const writeTexts: Readonly<Record<WriteMode, string>> = {
  // No `returning`: it would require a select policy, which an upload does not need on Supabase.
  insert: insertText,
  upsert: `${insertText} on conflict (bucket_id, name) do update
    set ${changes((column) => `excluded.${column}`)} returning id`,
  update: `update storage.objects
    set owner_id = $3, owner = $4::uuid, version = $5, metadata = $6::jsonb, user_metadata = $7::jsonb
    where bucket_id = $1 and name = $2 returning id`,
}

/** Writes the row that makes an uploaded blob the object's current one. @returns the object's id. @throws StorageError, DatabaseError */
export async function writeObject(
  runner: Database | Transaction,
  mode: WriteMode,
  object: NewObject,
  session?: Session,
): Promise<string> {
  const id = randomUUID()
  const values = [
    object.bucket,
    object.key,
    object.owner,
    object.owner !== null && isUuid(object.owner) ? object.owner : null,
    object.version,
    JSON.stringify(object.metadata),
    object.userMetadata === null ? null : JSON.stringify(object.userMetadata),
    ...(mode === 'update' ? [] : [id]),
  ]
  const { rows } = await runner.run({ text: writeTexts[mode], values }, session)
  if (mode === 'insert') return id
  const written = rows[0]?.[0]
  if (written === undefined || written === null) throw noSuchKey()
  return written
}

class DryRunRollback extends Error {}

/** Checks the policies with a write that is rolled back, before the client uploads the bytes. */
export async function checkWrite(database: Database, mode: WriteMode, object: NewObject, session: Session) {
  try {
    await database.transaction(async (tx) => {
      await writeObject(tx, mode, object)
      throw new DryRunRollback()
    }, session)
  } catch (error) {
    if (!(error instanceof DryRunRollback)) throw error
  }
}

/** Allows the delete, which a trigger otherwise forbids, as on Supabase. */
const allowDelete = { text: "select set_config('storage.allow_delete_query', 'true', true)", values: [] }

/** @returns the removed objects, without keys that are missing or that the caller may not remove */
export function removeObjects(database: Database, bucket: string, keys: readonly string[], session: Session) {
  const statement = {
    text: `delete from storage.objects o
      where o.bucket_id = $1 and o.name = any (array(select jsonb_array_elements_text($2::jsonb)))
      returning ${columns}`,
    values: [bucket, JSON.stringify(keys)],
  }
  return database.transaction(async (tx) => {
    await tx.run(allowDelete)
    return rowsOf(await tx.run(statement))
  }, session)
}

/** Removes the objects of a bucket that the caller may remove. */
export async function emptyBucket(database: Database, bucket: string, session: Session): Promise<void> {
  const statement = { text: 'delete from storage.objects where bucket_id = $1', values: [bucket] }
  await database.transaction(async (tx) => {
    await tx.run(allowDelete)
    await tx.run(statement)
  }, session)
}

/** Removes the bucket's row. @returns false if the caller may remove none. @throws DatabaseError 23503 while it contains objects */
export function removeBucket(database: Database, bucket: string, session: Session): Promise<boolean> {
  const statement = { text: 'delete from storage.buckets where id = $1', values: [bucket] }
  return database.transaction(async (tx) => {
    await tx.run(allowDelete)
    return (await tx.run(statement)).count > 0
  }, session)
}

/** Moves an object to another path. The blob is named by version and stays. @returns its id. @throws StorageError, DatabaseError */
export async function moveObject(database: Database, from: ObjectPath, to: ObjectPath, session: Session) {
  const statement = {
    text: 'update storage.objects set bucket_id = $3, name = $4 where bucket_id = $1 and name = $2 returning id',
    values: [from.bucket, from.key, to.bucket, to.key],
  }
  const id = (await database.run(statement, session)).rows[0]?.[0]
  if (id === undefined || id === null) throw noSuchKey()
  return id
}
