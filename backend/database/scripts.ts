/** Folders of SQL scripts: reading them, knowing which a database has had, running one as a whole. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from './database.ts'
import { DatabaseError } from './errors.ts'

/** A database that this program must not touch, or a migration that failed; the message is for whoever started the program. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export interface Script {
  readonly version: string
  readonly name: string
  readonly sql: string
}

/** Key of the advisory lock that keeps two processes from migrating at once. Any number of our own. */
export const migrationLock = 7_215_330_001

/** The `<version>_<name>.sql` files of a folder, oldest first. */
export async function readScripts(folder: string | URL): Promise<Script[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const [, version, name] = /^(\d+)_([\w-]+)\.sql$/.exec(file) ?? []
      if (version === undefined || name === undefined)
        throw new MigrationError(`The migration ${file} is not named <version>_<name>.sql.`)
      const location = folder instanceof URL ? new URL(file, folder) : path.join(folder, file)
      return { version, name, sql: await readFile(location, 'utf8') }
    }),
  )
}

/** What `text` returns as a map from its first column to its second. */
export async function readVersions(database: Database, text: string): Promise<Map<string, string | null>> {
  const { rows } = await database.run({ text, values: [] })
  return new Map(rows.map(([version, other]) => [version ?? '', other ?? null]))
}

/**
 * Reads only, so that it can be asked before anything is written.
 * @param table where the versions that the database has had are recorded; it may be missing
 * @throws MigrationError where the database has had a script that is not here
 */
export async function refuseUnknownVersions(
  database: Database,
  table: string,
  scripts: readonly Script[],
): Promise<void> {
  const { rows } = await database.run({ text: 'select to_regclass($1) is not null', values: [table] })
  if (rows[0]?.[0] !== 't') return
  const applied = await readVersions(database, `select version from ${table} order by version`)
  const known = new Set(scripts.map(({ version }) => version))
  const unknown = [...applied.keys()].find((version) => !known.has(version))
  if (unknown !== undefined)
    throw new MigrationError(
      `The database was made by another version of this program (it has had migration ${unknown}, which is not here), so nothing in it was touched: start that version to take the data along, or begin anew with npm run db:reset.`,
    )
}

export function digestOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex')
}

/** @throws MigrationError naming the script */
export async function runScript(database: Database, name: string, sql: string): Promise<void> {
  try {
    await database.script(sql)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new MigrationError(`The migration ${name} failed and was rolled back: ${error.message}`, { cause: error })
  }
}
