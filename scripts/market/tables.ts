/** The tables and sequences of a market, read and written as text, so that both drivers and every type give the same values. */
import { createHash } from 'node:crypto'
import type { Database, Transaction } from '../../backend/database/database.ts'

interface Column {
  readonly name: string
  /** As in a cast, e.g. `timestamp with time zone`. */
  readonly type: string
}

export interface Table {
  /** Quoted, with its schema. */
  readonly name: string
  /** Without generated columns, in alphabetical order, because databases order them differently. */
  readonly columns: readonly Column[]
}

export interface Sequence {
  readonly name: string
  readonly value: string
  readonly isCalled: boolean
}

export type Row = readonly (string | null)[]

/** Equal for tables with equal rows, in any order. */
export interface Digest {
  readonly rows: number
  readonly sum: string
}

/**
 * What a market's rows are. Accounts in `auth`, the marketplace in `public` and `private`. Objects are copied through the storage
 * API, because their bytes are elsewhere.
 */
const schemas = ['auth', 'public', 'private']

/** Sign-ins of the last minutes, and Supabase's own records. */
const skipped = ['auth.flow_state', 'auth.schema_migrations']

const tablesText = `
  select format('%I.%I', n.nspname, c.relname), a.attname, format_type(a.atttypid, a.atttypmod)
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and n.nspname = any (string_to_array($1, ',')) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  order by 1, 2`

const sequencesText = `
  select format('%I.%I', schemaname, sequencename), coalesce(last_value, start_value)::text, last_value is not null
  from pg_sequences where schemaname = any (string_to_array($1, ',')) order by 1`

/** Sets what the text of a value depends on. @param isLocal for this transaction only */
const textSettings = (isLocal: boolean) =>
  `select ${[
    ['timezone', 'UTC'],
    ['datestyle', 'ISO, MDY'],
    ['intervalstyle', 'postgres'],
    ['bytea_output', 'hex'],
    ['extra_float_digits', '1'],
  ]
    .map(([name, value]) => `set_config('${name}', '${value}', ${isLocal})`)
    .join(', ')}`

const query = (text: string, ...values: string[]) => ({ text, values })

/**
 * Reads one snapshot, with fixed formats. An embedded database needs no transaction, because nobody else has it open. Without one,
 * `work` may use its storage API meanwhile.
 */
export async function readMarket<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  if (database.kind === 'pglite') {
    await database.run(query(textSettings(false)))
    return work(database)
  }
  return database.transaction(async (tx) => {
    await tx.run(query('set transaction isolation level repeatable read, read only'))
    await tx.run(query(textSettings(true)))
    return work(tx)
  })
}

/**
 * Writes with triggers and foreign keys off: they would create profiles twice and queue emails about old events again.
 * @throws DatabaseError 42501 if the user may not do that
 */
export function writeMarket<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await tx.run(query('set local session_replication_role = replica'))
    await tx.run(query(textSettings(true)))
    return work(tx)
  })
}

export async function tablesOf(tx: Transaction): Promise<readonly Table[]> {
  const { rows } = await tx.run(query(tablesText, schemas.join(',')))
  const tables = new Map<string, Column[]>()
  for (const [table, name, type] of rows) {
    if (table && name && type && !skipped.includes(table))
      tables.set(table, [...(tables.get(table) ?? []), { name, type }])
  }
  return [...tables].map(([name, columns]) => ({ name, columns }))
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const listOf = ({ columns }: Table) => columns.map(({ name }) => quoted(name)).join(', ')

const separator = '\u001f'

/** The text of a row that its digest is of. Without nulls, so that a column which only one side has may be null. */
const rowText = ({ columns }: Table) =>
  `concat_ws(e'\\x1f', ${columns.map(({ name }) => `${literal(`${name}=`)} || ${quoted(name)}::text`).join(', ')})`

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

export async function digestOf(tx: Transaction, table: Table): Promise<Digest> {
  const { rows } = await tx.run(
    query(
      `select count(*), coalesce(sum(('x' || left(md5(${rowText(table)}), 16))::bit(64)::bigint::numeric), 0) from ${table.name}`,
    ),
  )
  return { rows: Number(rows[0]?.[0] ?? 0), sum: rows[0]?.[1] ?? '' }
}

/** Computes the same digest of rows outside a database. */
export function createDigest({ columns }: Table): { add(rows: readonly Row[]): void; digest(): Digest } {
  let [count, sum] = [0, 0n]
  return {
    add(rows) {
      for (const row of rows) {
        const text = columns.flatMap(({ name }, n) => (row[n] === null ? [] : `${name}=${row[n]}`)).join(separator)
        sum += createHash('md5').update(text).digest().readBigInt64BE()
        count += 1
      }
    },
    digest: () => ({ rows: count, sum: String(sum) }),
  }
}

export const isSame = (a: Digest, b: Digest) => a.rows === b.rows && a.sum === b.sum

/** Pages of a table that are read at once: few, because its texts may be long and are elsewhere. */
const batchPages = 16

/** Yields batches of rows, with the cells in the order of the table's columns. */
export async function* rowsOf(tx: Transaction, table: Table): AsyncGenerator<readonly Row[]> {
  const size = await tx.run(
    query(`select pg_relation_size($1::regclass) / current_setting('block_size')::int`, table.name),
  )
  const pages = Number(size.rows[0]?.[0] ?? 0)
  const cells = table.columns.map(({ name }) => `${quoted(name)}::text`).join(', ')
  const text = `select ${cells} from ${table.name} where ctid >= $1::tid and ctid < $2::tid`
  for (let page = 0; page < pages; page += batchPages) {
    const { rows } = await tx.run(query(text, `(${page},0)`, `(${page + batchPages},0)`))
    if (rows.length > 0) yield rows
  }
}

/** Replaces the rows of a table. */
export async function replaceRows(
  tx: Transaction,
  table: Table,
  batches: AsyncIterable<readonly Row[]>,
): Promise<void> {
  await tx.run(query(`delete from ${table.name}`))
  const cells = table.columns.map(({ type }, n) => `(cells ->> ${n})::${type}`).join(', ')
  const text = `insert into ${table.name} (${listOf(table)}) overriding system value
    select ${cells} from jsonb_array_elements($1::jsonb) cells`
  for await (const rows of batches) await tx.run(query(text, JSON.stringify(rows)))
}

export async function sequencesOf(tx: Transaction): Promise<readonly Sequence[]> {
  const { rows } = await tx.run(query(sequencesText, schemas.join(',')))
  return rows.map(([name, value, isCalled]) => ({ name: name ?? '', value: value ?? '', isCalled: isCalled === 't' }))
}

export async function setSequences(tx: Transaction, sequences: readonly Sequence[]): Promise<void> {
  const values = JSON.stringify(sequences.map(({ name, value, isCalled }) => [name, value, isCalled]))
  await tx.run(
    query(
      `select setval((s ->> 0)::regclass, (s ->> 1)::bigint, (s ->> 2)::boolean) from jsonb_array_elements($1::jsonb) s
      where to_regclass(s ->> 0) is not null`,
      values,
    ),
  )
}

/** The versions of the applied migrations. */
export async function versionsOf(tx: Transaction): Promise<readonly string[]> {
  const { rows } = await tx.run(query('select version from supabase_migrations.schema_migrations order by 1'))
  return rows.map(([version]) => version ?? '')
}
