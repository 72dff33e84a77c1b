/** Autovacuum and checkpoints for PGlite, which has neither: plans would get stale and the write-ahead log only grow. */
import type { Database } from './database.ts'

/** How often to check, and the changed rows that justify a run. */
const intervalMs = 10 * 60 * 1_000
const minChangedRows = 500

/** Vacuums, analyses and writes a checkpoint. It blocks the database meanwhile, so call it rarely. */
export async function refreshStatistics(database: Database): Promise<void> {
  await database.script('vacuum (analyze)')
  if (database.kind === 'pglite') await database.script('checkpoint')
}

/** Refreshes at intervals when enough rows have changed; does nothing on PostgreSQL. @returns a function that stops it */
export function startMaintenance(
  database: Database,
  log: { error(context: object, message: string): void },
): () => void {
  if (database.kind === 'postgres') return () => {}
  let changesAtRefresh = 0
  const refreshIfNeeded = async () => {
    const changes = await changedRows(database)
    if (changes - changesAtRefresh < minChangedRows) return
    await refreshStatistics(database)
    changesAtRefresh = await changedRows(database)
  }
  const timer = setInterval(() => {
    refreshIfNeeded().catch((error: unknown) => log.error({ err: error }, 'database maintenance failed'))
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

async function changedRows(database: Database): Promise<number> {
  const text = 'select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) from pg_catalog.pg_stat_user_tables'
  const { rows } = await database.run({ text, values: [] })
  return Number(rows[0]?.[0])
}
