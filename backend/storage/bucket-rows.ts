/** The statements on `storage.buckets`, except its delete. */
import { z } from 'zod'
import type { Database, Session } from '#backend/database/database'
import { asRecords } from '#backend/database/records'
import { noSuchBucket } from './errors.ts'
import { iso } from './object-rows.ts'

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string().nullable(),
  public: z.boolean().nullable().transform(Boolean),
  type: z.string(),
  /** bigint and text[] are selected as JSON, for one parser. */
  file_size_limit: z.number().nullable(),
  allowed_mime_types: z.array(z.string()).nullable(),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
})
export type BucketRow = z.infer<typeof rowSchema>

const columns = [
  "id, name, coalesce(owner_id, owner::text, '') as owner, public, type",
  'to_jsonb(file_size_limit) as file_size_limit, to_jsonb(allowed_mime_types) as allowed_mime_types',
  iso('created_at'),
  iso('updated_at'),
].join(', ')

/** Without a session, row-level security does not apply. @throws StorageError NoSuchBucket */
export async function findBucket(database: Database, id: string, session?: Session): Promise<BucketRow> {
  const statement = { text: `select ${columns} from storage.buckets where id = $1`, values: [id] }
  const [record] = asRecords(await database.run(statement, session))
  if (record === undefined) throw noSuchBucket()
  return rowSchema.parse(record)
}

export interface BucketListing {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly search?: string | undefined
  readonly sortColumn: 'id' | 'name' | 'created_at' | 'updated_at'
  readonly sortOrder: 'asc' | 'desc'
}

export async function listBuckets(database: Database, listing: BucketListing, session: Session): Promise<BucketRow[]> {
  const statement = {
    text: `select ${columns} from storage.buckets b
      where $1::text is null or strpos(lower(b.name), lower($1::text)) > 0
      order by b.${listing.sortColumn} ${listing.sortOrder}, b.id limit $2::bigint offset $3::bigint`,
    values: [listing.search ?? null, listing.limit?.toString() ?? null, String(listing.offset ?? 0)],
  }
  return asRecords(await database.run(statement, session)).map((record) => rowSchema.parse(record))
}

export interface BucketSettings {
  readonly public?: boolean | undefined
  readonly fileSizeLimit?: number | null | undefined
  readonly allowedMimeTypes?: readonly string[] | null | undefined
}

const mimeTypes = 'case when $1::jsonb is null then null else array(select jsonb_array_elements_text($1::jsonb)) end'
const json = (value: readonly string[] | null | undefined) => (value == null ? null : JSON.stringify(value))

/** @throws DatabaseError 23505 if it exists, 42501 if the caller may not create it */
export async function createBucket(
  database: Database,
  bucket: BucketSettings & { id: string; name: string; owner: string | null },
  session: Session,
): Promise<void> {
  const statement = {
    text: `insert into storage.buckets (id, name, owner_id, public, file_size_limit, allowed_mime_types)
      values ($2, $3, $4, $5::boolean, $6::bigint, ${mimeTypes})`,
    values: [
      json(bucket.allowedMimeTypes),
      bucket.id,
      bucket.name,
      bucket.owner,
      String(bucket.public ?? false),
      bucket.fileSizeLimit?.toString() ?? null,
    ],
  }
  await database.run(statement, session)
}

/** Changes only the settings that are given. @throws StorageError NoSuchBucket */
export async function updateBucket(database: Database, id: string, settings: BucketSettings, session: Session) {
  const statement = {
    text: `update storage.buckets set
        public = coalesce($3::boolean, public),
        file_size_limit = case when $4::boolean then $5::bigint else file_size_limit end,
        allowed_mime_types = case when $6::boolean then ${mimeTypes} else allowed_mime_types end,
        updated_at = now()
      where id = $2`,
    values: [
      json(settings.allowedMimeTypes),
      id,
      settings.public === undefined ? null : String(settings.public),
      String(settings.fileSizeLimit !== undefined),
      settings.fileSizeLimit?.toString() ?? null,
      String(settings.allowedMimeTypes !== undefined),
    ],
  }
  if ((await database.run(statement, session)).count === 0) throw noSuchBucket()
}
