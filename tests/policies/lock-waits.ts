/** Sessions of PostgreSQL that wait for each other. */
import { expect } from 'vitest'
import type { TestContext } from './test-context.ts'

/** Resolves when one session of this database waits for a lock, in a statement that matches the pattern. */
export async function lockWait({ database }: TestContext, pattern: string): Promise<void> {
  const text = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ~ $1`
  await expect.poll(async () => (await database.run({ text, values: [pattern] })).count).toBe(1)
}
