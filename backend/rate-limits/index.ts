/** Rate limits: in the database when processes share it (PostgreSQL), else in memory (PGlite). */
import type { Database } from '#backend/database/database'
import { createDatabaseRateLimits } from './database-rate-limits.ts'
import { createMemoryRateLimits } from './memory-rate-limits.ts'
import type { RateLimits } from './rate-limits.ts'

export { createMemoryRateLimits } from './memory-rate-limits.ts'
export type { Counter, RateLimit, RateLimits } from './rate-limits.ts'

export function createRateLimits(
  database: Database,
  log: { error(context: object, message: string): void },
): RateLimits {
  return database.kind === 'postgres' ? createDatabaseRateLimits(database, log) : createMemoryRateLimits()
}
