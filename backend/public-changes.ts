/** Tells whether a table that visitors may read has changed, in this process or any other. Cached pages depend on it. */
import type { Database } from '#backend/database/database'

/** A time without changes. Its end moves on with each check that finds none; after a change a new period begins. */
export interface Period {
  /** Up to this time, by `performance.now()`, no change was committed since the period began. */
  readonly unchangedUntilMs: number
}

export interface PublicChanges {
  /** The period at the last check. Undefined until the first check, and while the database does not respond. */
  readonly period: Period | undefined
  /** Whether a change may have been committed since the last check: there was a notification. */
  readonly isNotified: boolean
  /** Looks for changes. Simultaneous callers share one query. Never rejects. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface PublicChangesOptions {
  readonly database: Database
  /** The schemas of the table API. */
  readonly schemas: readonly string[]
  readonly log: { warn(context: object, message: string): void; error(context: object, message: string): void }
}

const retentionSeconds = 300
const cleanupIntervalMs = 60_000
/** A process that checks later than this finds a log that may be incomplete. */
const longestGapMs = retentionSeconds * 1_000 * 0.8

/** The last check's snapshot, and the server's start time, because a crash empties the log. */
interface Position {
  readonly snapshot: string
  readonly server: string
}

/** Creates the triggers and starts to listen. @throws DatabaseError */
export async function startPublicChanges({ database, schemas, log }: PublicChangesOptions): Promise<PublicChanges> {
  await database.withLock('publicTables', () =>
    database.run({
      text: 'select backend.follow_public_tables(array(select json_array_elements_text($1::json)))',
      values: [JSON.stringify(schemas)],
    }),
  )
  let period: { unchangedUntilMs: number } | undefined
  let position: Position | undefined
  let isNotified = false
  let checking: Promise<void> | undefined
  const stopListening = await database.listen('backend_public_changes', () => {
    isNotified = true
  })

  const read = async () => {
    const startedMs = performance.now()
    isNotified = false
    const { hasChanged, ...found } = await readSince(database, position)
    const isComplete = period !== undefined && startedMs - period.unchangedUntilMs < longestGapMs
    if (period && isComplete && found.server === position?.server && !hasChanged) period.unchangedUntilMs = startedMs
    else period = { unchangedUntilMs: startedMs }
    position = found
  }

  const check = async () => {
    try {
      await read()
    } catch (error) {
      if (period) log.warn({ err: error }, 'changes of public tables could not be read; pages are cached for a second')
      period = undefined
      position = undefined
    }
  }

  const cleanup = setInterval(() => {
    deleteOldChanges(database).catch((error: unknown) =>
      log.error({ err: error }, 'old changes of public tables could not be deleted'),
    )
  }, cleanupIntervalMs)
  cleanup.unref()

  return {
    get period() {
      return period
    },
    get isNotified() {
      return isNotified
    },
    check() {
      checking ??= check().finally(() => {
        checking = undefined
      })
      return checking
    },
    async close() {
      clearInterval(cleanup)
      await stopListening()
      await checking
    },
  }
}

/** A change counts as new if this statement's snapshot sees it and the last one did not, so commits may be in any order. */
async function readSince(
  database: Database,
  since: Position | undefined,
): Promise<Position & { readonly hasChanged: boolean }> {
  const text = `
    select pg_current_snapshot(), to_char(pg_postmaster_start_time(), 'J SSSSS US'), exists (
      select from backend.public_changes c
      where c.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(c.xid, $1::pg_snapshot)
    )`
  const [row] = (await database.run({ text, values: [since?.snapshot ?? null] })).rows
  return { snapshot: row?.[0] ?? '', server: row?.[1] ?? '', hasChanged: row?.[2] === 't' }
}

async function deleteOldChanges(database: Database): Promise<void> {
  const text = `delete from backend.public_changes where happened_at < clock_timestamp() - interval '${retentionSeconds} seconds'`
  await database.run({ text, values: [] })
}
