/** Test databases: copies of a template with the base and optionally a project's migrations. */
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
  /** A folder of migrations; by default only the base. */
  migrations?: string
  timeoutMs?: number
  roleTimeoutsMs?: RoleTimeouts
}

/** The server on which `npm test` makes test databases. Without it they are PGlite's. */
const server = process.env.TEST_POSTGRES_URL

/** A new database, deleted on close. */
export const openTestDatabase = (options?: TestDatabaseOptions): Promise<Database> =>
  server ? openTestPostgres(server, options) : openTestPglite(options)

/** A new PGlite database; its folder is deleted on close. */
export async function openTestPglite({ migrations, ...options }: TestDatabaseOptions = {}): Promise<Database> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tuckbox-test-database-'))
  const dataDir = path.join(folder, 'data')
  await copyTemplateFolder(dataDir, migrations)
  const database = await openPglite({ dataDir, ...options })
  return {
    ...database,
    close: () => database.close().finally(() => rm(folder, { recursive: true, force: true })),
  }
}

/** A new database on a PostgreSQL server, dropped on close. */
export async function openTestPostgres(
  server: string,
  { migrations, ...options }: TestDatabaseOptions = {},
): Promise<Database> {
  const url = await createTestDatabase(server, migrations === undefined ? {} : { migrations })
  const database = await openPostgres({ url, ...options })
  return { ...database, close: () => database.close().finally(() => dropTestDatabase(url)) }
}
