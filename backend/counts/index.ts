/** Counts by the database there is: one of several processes in its tables, one of this process in memory. */
import type { Database } from '#backend/database/database'
import type { Counts } from './counts.ts'
import { createDatabaseCounts } from './database-counts.ts'
import { createMemoryCounts } from './memory-counts.ts'

export type { Allowance, Counts, Tally } from './counts.ts'
export { createMemoryCounts } from './memory-counts.ts'

export function createCounts(database: Database, log: { error(context: object, message: string): void }): Counts {
  return database.kind === 'postgres' ? createDatabaseCounts(database, log) : createMemoryCounts()
}
