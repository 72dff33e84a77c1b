/** Databases for tests: each a copy of a template with the base and, where they are given, a project's migrations in it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database, RoleTimeouts } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'
import { createTestDatabase, dropTestDatabase } from './template-database.ts'
import { copyTemplateFolder } from './template-folder.ts'

export { createTestDatabase, dropTestDatabase } from './template-database.ts'
export { copyTemplateFolder } from './template-folder.ts'

export interface TestDatabaseOptions {
  /** A folder of migrations; without, there is the base alone. */
  migrations?: string
  timeoutMs?: number
  roleTimeoutsMs?: RoleTimeouts
}

/** A database of its own in PGlite; its folder goes when it is closed. */
export async function openTestDatabase({ migrations, ...options }: TestDatabaseOptions = {}): Promise<Database> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tuckbox-test-database-'))
  const dataDir = path.join(folder, 'data')
  await copyTemplateFolder(dataDir, migrations)
  const database = await openPglite({ dataDir, ...options })
  return {
    ...database,
    close: () => database.close().finally(() => rm(folder, { recursive: true, force: true })),
  }
}

/** A database of its own on a PostgreSQL server; it is dropped when it is closed. */
export async function openTestPostgres(
  server: string,
  { migrations, ...options }: TestDatabaseOptions = {},
): Promise<Database> {
  const url = await createTestDatabase(server, migrations === undefined ? {} : { migrations })
  const database = await openPostgres({ url, ...options })
  return { ...database, close: () => database.close().finally(() => dropTestDatabase(url)) }
}
