/** Reads the log of changed rows: each change once, in any commit order. */
import { z } from 'zod'
import type { Database } from '#backend/database/database'

type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

export interface Change {
  /** Increases with each change of a row. */
  readonly id: string
  readonly relation: string
  readonly schema: string
  readonly table: string
  readonly type: ChangeType
  /** In Supabase's format: 2026-11-21T09:00:00.000Z */
  readonly happenedAt: string
  /** Column -> value as JSON text, so that numbers keep all their digits. */
  readonly row: ReadonlyMap<string, string>
  /** The old row, if its table has replica identity full and no row-level security. */
  readonly oldRow: ReadonlyMap<string, string> | undefined
}

/** A position in the log: the last read's snapshot, and the server's start time, because a crash empties the log. */
export interface Position {
  readonly snapshot: string
  readonly server: string
}

export interface Reading {
  readonly changes: readonly Change[]
  readonly position: Position
}

/** Rows per query. */
const pageSize = 200
/** How long changes are kept for a process that falls behind. */
export const retentionSeconds = 300

export async function currentPosition(database: Database): Promise<Position> {
  const text = `select pg_current_snapshot(), to_char(pg_postmaster_start_time(), 'J SSSSS US')`
  const [row] = (await database.run({ text, values: [] })).rows
  return { snapshot: row?.[0] ?? '', server: row?.[1] ?? '' }
}

/**
 * Reads the changes committed since: rows visible to this read's snapshot and not to the last one's. Ids do not suffice, because
 * they are assigned before their transactions commit. @returns null if a restart of the server emptied the log
 */
export async function readSince(database: Database, since: Position): Promise<Reading | null> {
  const changes: Change[] = []
  let position: Position | undefined
  let lastId = '0'
  for (;;) {
    const page = await database.run(pageStatement(since, position, lastId))
    const [snapshot, server] = page.rows[0] ?? []
    position ??= { snapshot: snapshot ?? '', server: server ?? '' }
    if (server !== since.server) return null
    const read = page.rows.filter(([, , id]) => id !== null).map(toChange)
    changes.push(...read.filter((change) => change !== null))
    if (page.rows.length < pageSize) return { changes, position }
    lastId = page.rows.at(-1)?.[2] ?? lastId
  }
}

/** Later pages use the snapshot of the first, so that all pages show the same state. */
function pageStatement(since: Position, reading: Position | undefined, lastId: string) {
  const text = `
    select s.snapshot, to_char(pg_postmaster_start_time(), 'J SSSSS US'), c.*
    from (select coalesce($2::pg_snapshot, pg_current_snapshot()) as snapshot) s left join lateral (
      select l.id, l.relation, n.nspname, r.relname, l.type,
        to_char(l.happened_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        (select json_object_agg(key, value::text) from jsonb_each(l.record)),
        (select json_object_agg(key, value::text) from jsonb_each(l.old_record))
      from backend.realtime_changes l
        left join pg_catalog.pg_class r on r.oid = l.relation left join pg_catalog.pg_namespace n on n.oid = r.relnamespace
      where l.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(l.xid, $1::pg_snapshot)
        and pg_visible_in_snapshot(l.xid, s.snapshot) and l.id > $3::bigint
      order by l.id limit ${pageSize}
    ) c on true order by c.id`
  return { text, values: [since.snapshot, reading?.snapshot ?? null, lastId] }
}

const rowOfTexts = z.record(z.string(), z.string())
const changeType = z.enum(['INSERT', 'UPDATE', 'DELETE'])

/** @returns null if the table no longer exists */
function toChange(cells: readonly (string | null)[]): Change | null {
  const [, , id, relation, schema, table, type, happenedAt, row, oldRow] = cells
  if (!id || !relation || !schema || !table) return null
  return {
    id,
    relation,
    schema,
    table,
    type: changeType.parse(type),
    happenedAt: happenedAt ?? '',
    row: toRow(row ?? '{}'),
    oldRow: oldRow ? toRow(oldRow) : undefined,
  }
}

function toRow(json: string): ReadonlyMap<string, string> {
  return new Map(Object.entries(rowOfTexts.parse(JSON.parse(json))))
}

export async function deleteOldChanges(database: Database): Promise<void> {
  const text = `delete from backend.realtime_changes where happened_at < clock_timestamp() - interval '${retentionSeconds} seconds'`
  await database.run({ text, values: [] })
}
