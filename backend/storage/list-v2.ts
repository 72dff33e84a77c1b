/** Lists the objects that a caller may see under a prefix, flat or with folders, with keyset pagination. */
import { z } from 'zod'
import { asRecords } from '#backend/database/records'
import { type Endpoint, sessionOf } from './context.ts'
import { invalidRequest } from './errors.ts'
import { readJson } from './json-body.ts'
import { iso } from './object-rows.ts'

const text = z.string().refine((value) => !value.includes('\0'), 'must not contain NUL')
const columns = ['name', 'updated_at', 'created_at'] as const
const orders = ['asc', 'desc'] as const
/** Supabase's limit. */
const maximumRows = 1000

const schema = z.object({
  prefix: text.default(''),
  limit: z.number().int().min(1).default(maximumRows),
  cursor: z.string().max(8_000).nullish(),
  with_delimiter: z.boolean().default(false),
  sortBy: z.object({ column: z.enum(columns), order: z.enum(orders).default('asc') }).nullish(),
})

/** The last entry of a page. The next page starts after it, in the same order. */
const cursorSchema = z.object({
  name: text,
  at: z.iso.datetime({ offset: true }).nullable(),
  column: z.enum(columns),
  order: z.enum(orders),
})
type Cursor = z.infer<typeof cursorSchema>

interface Order {
  readonly column: Cursor['column']
  readonly order: Cursor['order']
}

/** Position of the next slash after the prefix; 0 without one. */
const slash = `strpos(substr(o.name, length($2) + 1), '/')`

const matching = `from storage.objects o
  where o.bucket_id = $1 and starts_with(o.name, $2)
    and o.name collate "C" >= $2 and ($3::text is null or o.name collate "C" < $3)`

const flat = `select o.name, false as is_folder, o.id, o.created_at, o.updated_at, o.last_accessed_at, o.metadata ${matching}`

/** A folder has the date of its oldest object. */
const foldered = `${flat} and ${slash} = 0
  union all
  select substr(o.name, 1, length($2) + ${slash}), true, null, min(o.created_at), min(o.created_at), null, null
  ${matching} and ${slash} > 0 group by 1`

function textFor({ column, order }: Order, hasFolders: boolean): string {
  const comparison = order === 'asc' ? '>' : '<'
  const name = 'e.name collate "C"'
  const afterCursor =
    column === 'name'
      ? `${name} ${comparison} $4::text`
      : `(e.${column}, ${name}) ${comparison} ($5::timestamptz, $4::text)`
  const by = column === 'name' ? `${name} ${order}` : `e.${column} ${order}, ${name} ${order}`
  return `with entries as (${hasFolders ? foldered : flat})
    select e.name, e.is_folder, e.id, ${iso('e.updated_at')}, ${iso('e.created_at')}, ${iso('e.last_accessed_at')}, e.metadata,
      to_char(e.${column === 'name' ? 'created_at' : column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from entries e where ($4::text is null and $5::text is null) or ${afterCursor} order by ${by} limit $6::int`
}

export const listV2: Endpoint = async ({ database }, { request, caller, bucket }) => {
  const { prefix, limit, cursor, with_delimiter: hasFolders, sortBy } = await readJson(request, schema)
  const wanted: Order = { column: sortBy?.column ?? 'name', order: sortBy?.order ?? 'asc' }
  const from = cursor ? readCursor(cursor, wanted) : null
  const most = Math.min(limit, maximumRows)
  const statement = {
    text: textFor(wanted, hasFolders),
    values: [bucket, prefix, upperBound(prefix), from?.name ?? null, from?.at ?? null, String(most + 1)],
  }
  const found = asRecords(await database.run(statement, sessionOf(caller)))
  const page = found.slice(0, most)
  const last = page.at(-1)
  const hasNext = found.length > most && last !== undefined
  return Response.json({
    hasNext,
    ...(hasNext && { nextCursor: writeCursor({ name: String(last.name), at: dateOf(last.at), ...wanted }) }),
    folders: page.filter(isFolder).map(({ name }) => ({ name, key: String(name).slice(0, -1) })),
    objects: page
      .filter((entry) => !isFolder(entry))
      .map(({ is_folder: _, at: __, ...entry }) => ({ ...entry, key: entry.name })),
  })
}

const isFolder = (entry: Readonly<Record<string, unknown>>) => entry.is_folder === true
const dateOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** The first text after all that start with the prefix, in byte order; null if it has no simple form. */
function upperBound(prefix: string): string | null {
  const last = prefix.charCodeAt(prefix.length - 1)
  return last < 0x7f ? prefix.slice(0, -1) + String.fromCharCode(last + 1) : null
}

const writeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** @throws StorageError InvalidRequest, also if the list had another order */
function readCursor(text: string, { column, order }: Order): Cursor {
  try {
    const cursor = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    if (cursor.column === column && cursor.order === order) return cursor
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error
  }
  throw invalidRequest('body/cursor does not belong to this list')
}
