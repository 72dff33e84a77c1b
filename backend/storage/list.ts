/** Lists the objects and folders that a caller may see under a prefix, one level deep. */
import { z } from 'zod'
import { asRecords } from '#backend/database/records'
import { type Endpoint, sessionOf } from './context.ts'
import { readJson } from './json-body.ts'
import { iso } from './object-rows.ts'

const text = z.string().refine((value) => !value.includes('\0'), 'must not contain NUL')

const listSchema = z.object({
  prefix: text.default(''),
  limit: z.number().int().min(1).default(100),
  offset: z.number().int().min(0).default(0),
  search: text.nullish(),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .nullish(),
})

/** Supabase's limit. */
const maximumRows = 1500

/** Normalizes a prefix to a folder with its slash: `a`, `/a/` and `a/` are all `a/`. */
const folderOf = (prefix: string) => {
  const bare = prefix.replace(/^\/+|\/+$/g, '')
  return bare === '' ? '' : `${bare}/`
}

/** The name below the folder up to the next slash, whether a slash follows, and the row. */
const childrenText = `select split_part(substr(o.name, length($2) + 1), '/', 1) as child,
    strpos(substr(o.name, length($2) + 1), '/') > 0 as is_folder, o.*
  from storage.objects o
  where o.bucket_id = $1 and starts_with(o.name, $2)
    and o.name collate "C" >= $2 and ($3::text is null or o.name collate "C" < $3)
    and starts_with(lower(substr(o.name, length($2) + 1)), lower($4))`

/** The first text after all that start with `prefix`, in byte order: `0` follows the slash at its end. */
const upperBound = (prefix: string) => (prefix === '' ? null : `${prefix.slice(0, -1)}0`)

export const list: Endpoint = async ({ database }, { request, caller, bucket }) => {
  const { prefix, limit, offset, search, sortBy } = await readJson(request, listSchema)
  const { column, order } = sortBy ?? { column: 'name', order: 'asc' }
  const folder = folderOf(prefix)
  // Folders have no dates. Sorted by a date, they come first, by name.
  const sort = column === 'name' ? '' : `e.is_folder desc, e.${column} ${order}, `
  const statement = {
    text: `with children as (${childrenText}), entries as (
        select child as name, true as is_folder, null::uuid as id, null::timestamptz as updated_at,
          null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
        from children where is_folder group by child
        union all
        select child, false, id, updated_at, created_at, last_accessed_at, metadata from children where not is_folder
      )
      select e.name, e.id, ${iso('e.updated_at')}, ${iso('e.created_at')}, ${iso('e.last_accessed_at')}, e.metadata
      from entries e order by ${sort}e.name collate "C" ${order} limit $5::int offset $6::bigint`,
    values: [bucket, folder, upperBound(folder), search ?? '', String(Math.min(limit, maximumRows)), String(offset)],
  }
  return Response.json(asRecords(await database.run(statement, sessionOf(caller))))
}
