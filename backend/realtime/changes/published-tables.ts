/** The tables of the publication supabase_realtime, with a role's privileges. */
import { z } from 'zod'
import type { Database } from '#backend/database/database'

export interface TableColumn {
  readonly name: string
  /** The type's plain name, e.g. int4. */
  readonly type: string
  /** The type in SQL, with schema and modifiers. */
  readonly fullType: string
  readonly isEnum: boolean
  readonly isWholeNumber: boolean
  readonly isReadable: boolean
}

export interface PublishedTable {
  readonly schema: string
  readonly table: string
  readonly hasKey: boolean
  readonly hasRowSecurity: boolean
  readonly columns: ReadonlyMap<string, TableColumn>
}

export interface PublishedTables {
  /** The published tables of a schema, or one of them. Used only to validate requests: access is checked again at each change. */
  find(role: string, schema: string, table: string | null): Promise<readonly PublishedTable[]>
}

/** After a restart all clients subscribe at once, to the same few tables. */
const cacheTtlMs = 5_000

const columnsSchema = z.array(
  z.object({ name: z.string(), type: z.string(), fullType: z.string(), isEnum: z.boolean(), isReadable: z.boolean() }),
)
const wholeNumbers = new Set(['int2', 'int4', 'int8'])

export function publishedTables(database: Database): PublishedTables {
  const cache = new Map<string, { readonly found: readonly PublishedTable[]; readonly untilMs: number }>()
  return {
    async find(role, schema, table) {
      const key = JSON.stringify([role, schema, table])
      const known = cache.get(key)
      if (known && known.untilMs > Date.now()) return known.found
      const found = await read(database, role, schema, table)
      // Clients choose the names, so missing tables are not cached and the cache stays small.
      if (cache.size > 100) cache.clear()
      if (found.length > 0) cache.set(key, { found, untilMs: Date.now() + cacheTtlMs })
      return found
    },
  }
}

async function read(database: Database, role: string, schema: string, table: string | null): Promise<PublishedTable[]> {
  const text = `
    select n.nspname, c.relname, c.relrowsecurity,
      exists (select from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary),
      (select json_agg(json_build_object(
          'name', a.attname, 'type', t.typname, 'fullType', format_type(a.atttypid, a.atttypmod), 'isEnum', t.typtype = 'e',
          'isReadable', has_schema_privilege(role.oid, n.oid, 'usage') and has_column_privilege(role.oid, c.oid, a.attnum, 'select')
        )) from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
    from (
        -- A partition's changes are sent under the name of its partitioned table.
        select distinct coalesce(pg_partition_root(listed.relation), listed.relation) as relation
        from pg_catalog.pg_publication_tables p, lateral (select format('%I.%I', p.schemaname, p.tablename)::regclass) listed (relation)
        where p.pubname = 'supabase_realtime'
      ) published
      join pg_catalog.pg_class c on c.oid = published.relation
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_roles role on role.rolname = $1
    where n.nspname = $2 and c.relname = coalesce($3, c.relname)`
  const { rows } = await database.run({ text, values: [role, schema, table] })
  return rows.map(([schemaName, tableName, hasRowSecurity, hasKey, columns]) => ({
    schema: schemaName ?? '',
    table: tableName ?? '',
    hasRowSecurity: hasRowSecurity === 't',
    hasKey: hasKey === 't',
    columns: new Map(
      columnsSchema
        .parse(JSON.parse(columns ?? '[]'))
        .map((column) => [column.name, { ...column, isWholeNumber: wholeNumbers.has(column.type) }]),
    ),
  }))
}
