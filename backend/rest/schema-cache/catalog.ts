/** Reads PostgreSQL's catalogs, the only part of the schema cache that uses the database. */
import { z } from 'zod'
import type { Database, Transaction } from '../../database/database.ts'

const catalogTable = z.object({
  oid: z.string(),
  schema: z.string(),
  name: z.string(),
  updatable: z.number(),
  columns: z.array(
    z.object({
      number: z.number(),
      name: z.string(),
      type: z.string(),
      nullable: z.boolean(),
      default: z.string().nullable(),
    }),
  ),
})

const catalogKey = z.object({
  table: z.string(),
  name: z.string(),
  type: z.enum(['p', 'u', 'f']),
  columns: z.array(z.number()),
  foreignTable: z.string().nullable(),
  foreignColumns: z.array(z.number()).nullable(),
})

const catalogView = z.object({ oid: z.string(), definition: z.string() })

const catalogRoutine = z.object({
  schema: z.string(),
  name: z.string(),
  volatility: z.enum(['i', 's', 'v']),
  isSet: z.boolean(),
  rows: z.number(),
  isVariadic: z.boolean(),
  /** In order, with their modes: in, out, inout, variadic, table. */
  arguments: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      mode: z.enum(['i', 'o', 'b', 'v', 't']),
      table: z.string().nullable(),
    }),
  ),
  defaults: z.number(),
  returnsVoid: z.boolean(),
  returnsComposite: z.boolean(),
  returnTable: z.string().nullable(),
  returnsBytes: z.boolean(),
  /** The returned domain, if its name is a media type. */
  media: z.string().nullable(),
})

const catalogHandler = z.object({
  schema: z.string(),
  name: z.string(),
  media: z.string(),
  isBinary: z.boolean(),
  table: z.string().nullable(),
})

const catalogCast = z.object({
  domain: z.string(),
  /** The domain's counterpart, and whether the cast is to it. */
  kind: z.enum(['toJson', 'fromJson', 'fromText']),
  schema: z.string(),
  name: z.string(),
})

export type CatalogTable = z.infer<typeof catalogTable>
export type CatalogKey = z.infer<typeof catalogKey>
type CatalogView = z.infer<typeof catalogView>
export type CatalogRoutine = z.infer<typeof catalogRoutine>
export type CatalogHandler = z.infer<typeof catalogHandler>
export type CatalogCast = z.infer<typeof catalogCast>

export interface Catalog {
  readonly tables: readonly CatalogTable[]
  readonly keys: readonly CatalogKey[]
  readonly views: readonly CatalogView[]
  readonly routines: readonly CatalogRoutine[]
  readonly handlers: readonly CatalogHandler[]
  /** Implicit casts of domains, which define their representation in requests and responses. */
  readonly casts: readonly CatalogCast[]
  /** PostgREST's settings on the authenticator role, without the prefix `pgrst.`. */
  readonly settings: Readonly<Record<string, string>>
  /** Whether any SQL reads the request settings: method, path, headers or cookies. */
  readonly readsRequest: boolean
}

const notOfSystem = `n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname !~ '^pg_(toast_)?temp_'`

// Privileges are not read: the cache is shared by all roles, and the database checks them. 28 stands for insert, update and delete.
// Partitions are missing, as in PostgREST: read by its own name, a partition would not apply the policies of the partitioned table.
const tables = `
  select coalesce(json_agg(t), '[]')::text from (
    select c.oid::text as oid, n.nspname as schema, c.relname as name,
      case when c.relkind in ('r', 'p') then 28 else pg_relation_is_updatable(c.oid, true) end as updatable,
      (select coalesce(json_agg(json_build_object(
          'number', a.attnum, 'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'nullable', not a.attnotnull,
          'default', case
            when a.attidentity = 'd' then format('nextval(%L)', pg_get_serial_sequence(c.oid::regclass::text, a.attname))
            when a.attidentity = 'a' or a.attgenerated <> '' then null
            else coalesce(pg_get_expr(d.adbin, d.adrelid), pg_get_expr(ty.typdefaultbin, 0)) end
        ) order by a.attnum), '[]')
        from pg_attribute a
        join pg_type ty on ty.oid = a.atttypid
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition and ${notOfSystem}
  ) t`

// A partitioned table's foreign key represents those of its partitions, which would only make names ambiguous.
const keys = `
  select coalesce(json_agg(k), '[]')::text from (
    select conrelid::text as "table", conname as name, contype as type, conkey as columns,
      case when confrelid = 0 then null else confrelid::text end as "foreignTable", confkey as "foreignColumns"
    from (select con.oid, conrelid::oid::text as conrelid, conname, contype, conkey, confrelid, confkey
          from pg_constraint con where contype in ('p', 'u', 'f') and conrelid <> 0 and (contype <> 'f' or conparentid = 0)) con
    order by conname
  ) k`

const views = `
  select coalesce(json_agg(v), '[]')::text from (
    select c.oid::text as oid, r.ev_action::text as definition
    from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm') and r.rulename = '_RETURN' and ${notOfSystem}
  ) v`

/** Whether a type is a domain whose name is a media type (RFC 6838). */
const isMediaType = (type: string) =>
  `${type}.typtype = 'd' and ${type}.typname ~ '^([A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*|[*]/[*])$'`

const handlers = `
  select coalesce(json_agg(h), '[]')::text from (
    select n.nspname as schema, p.proname as name, mt.typname as media, mt.typbasetype = 'bytea'::regtype as "isBinary",
      nullif(at.typrelid, 0)::text as "table"
    from pg_aggregate a join pg_proc p on p.oid = a.aggfnoid join pg_namespace n on n.oid = p.pronamespace
    join pg_type mt on mt.oid = p.prorettype join pg_type at on at.oid = p.proargtypes[0]
    where p.pronargs = 1 and a.aggkind = 'n' and (at.typrelid <> 0 or at.oid = 'anyelement'::regtype) and ${isMediaType('mt')}
      and ${notOfSystem}
    order by n.nspname, p.proname
  ) h`

const casts = `
  select coalesce(json_agg(c), '[]')::text from (
    select format_type(d.oid, null) as domain, n.nspname as schema, p.proname as name,
      case when c.castsource = d.oid then 'toJson' when c.castsource = 'json'::regtype then 'fromJson' else 'fromText' end as kind
    from pg_cast c
    join pg_type d on d.typtype = 'd' and (
      (c.castsource = d.oid and c.casttarget = 'json'::regtype)
      or (c.casttarget = d.oid and c.castsource in ('json'::regtype, 'text'::regtype)))
    join pg_proc p on p.oid = c.castfunc join pg_namespace n on n.oid = p.pronamespace
    where c.castcontext = 'i'
  ) c`

// As PostgREST: the role's settings for all databases, overridden by those for this database.
const settings = `
  select coalesce(json_object_agg(name, value), '{}')::text from (
    select distinct on (name) substring(split_part(setting, '=', 1), 7) as name, substring(setting from position('=' in setting) + 1) as value
    from pg_db_role_setting s join pg_roles r on r.oid = s.setrole, unnest(s.setconfig) as setting
    where r.rolname = 'authenticator' and setting like 'pgrst.%'
      and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
    order by name, s.setdatabase desc
  ) set`

const routines = `
  select coalesce(json_agg(f), '[]')::text from (
    select n.nspname as schema, p.proname as name, p.provolatile as volatility, p.proretset as "isSet", p.prorows as rows,
      p.provariadic <> 0 as "isVariadic", p.pronargdefaults as defaults,
      (select coalesce(json_agg(json_build_object(
          'name', coalesce(p.proargnames[a.position], ''), 'type', format_type(a.type, -1),
          'mode', coalesce(p.proargmodes[a.position], 'i'), 'table', nullif(at.typrelid, 0)::text) order by a.position), '[]')
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality a(type, position)
        join pg_type at on at.oid = a.type) as arguments,
      p.prorettype = 'void'::regtype as "returnsVoid",
      (coalesce(base.typtype, rt.typtype) = 'c' or coalesce(p.proargmodes::text[] && '{t,b,o}', false)) as "returnsComposite",
      nullif(coalesce(base.typrelid, rt.typrelid), 0)::text as "returnTable",
      coalesce(nullif(rt.typbasetype, 0), rt.oid) = 'bytea'::regtype as "returnsBytes",
      case when ${isMediaType('rt')} then rt.typname end as media
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type rt on rt.oid = p.prorettype
    left join pg_type base on base.oid = rt.typbasetype
    where p.prokind = 'f' and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype) and ${notOfSystem}
      -- Functions of other schemas can only be computed relationships.
      and (n.nspname = any ($1::text[]) or p.pronargs = 1 and coalesce(base.typrelid, rt.typrelid) <> 0)
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid
        and d.deptype = 'e' and n.nspname <> all ($1::text[]))
    order by p.proname, p.pronargs, pg_get_function_identity_arguments(p.oid) collate "C"
  ) f`

/** A setting whose name is not a constant may be one of the request's. */
const mayReadRequest = (text: string) =>
  `(${text} ~ $$request.(method|path|header|cookie|')$$ or ${text} ~* $$current_setting"?\\s*\\(\\s*[^'\\s]$$)`

// All places with expressions that a request can evaluate: functions, policies, views, defaults and constraints. The texts of functions
// come first. The others are parsed expressions, whose conversion to text takes most of a second in PGlite.
const readsRequest = `
  select to_json(exists (
    select from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prokind in ('f', 'p') and ${notOfSystem} and ${mayReadRequest('p.prosrc')}
  ) or exists (
    select from (
      select pg_get_function_sqlbody(p.oid) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where p.prosqlbody is not null and ${notOfSystem}
      union all select coalesce(pg_get_expr(polqual, polrelid), '') || coalesce(pg_get_expr(polwithcheck, polrelid), '') from pg_policy
      union all select pg_get_viewdef(c.oid) from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'v' and ${notOfSystem}
      union all select pg_get_expr(adbin, adrelid) from pg_attrdef
      union all select pg_get_expr(conbin, conrelid) from pg_constraint where conbin is not null
    ) as expression(text)
    where ${mayReadRequest('text')}
  ))::text`

/** @throws DatabaseError */
export function readCatalog(database: Database, schemas: readonly string[]): Promise<Catalog> {
  return database.transaction(async (tx) => {
    // An empty search path makes types and expressions fully qualified.
    await tx.run({ text: `select set_config('search_path', '', true)`, values: [] })
    return {
      tables: z.array(catalogTable).parse(await readJson(tx, tables)),
      keys: z.array(catalogKey).parse(await readJson(tx, keys)),
      views: z.array(catalogView).parse(await readJson(tx, views)),
      routines: z.array(catalogRoutine).parse(await readJson(tx, routines, arrayLiteral(schemas))),
      handlers: z.array(catalogHandler).parse(await readJson(tx, handlers)),
      casts: z.array(catalogCast).parse(await readJson(tx, casts)),
      settings: z.record(z.string(), z.string()).parse(await readJson(tx, settings)),
      readsRequest: z.boolean().parse(await readJson(tx, readsRequest)),
    }
  })
}

async function readJson(tx: Transaction, text: string, ...values: string[]): Promise<unknown> {
  const { rows } = await tx.run({ text, values })
  return JSON.parse(rows[0]?.[0] ?? '[]')
}

const arrayLiteral = (values: readonly string[]) =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
