/** Folders of SQL scripts: reads them, compares them with the applied ones and runs them. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from './database.ts'
import { DatabaseError } from './errors.ts'

/** An incompatible database or a failed migration; the message is for the administrator. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export interface Script {
  readonly version: string
  readonly name: string
  readonly sql: string
}

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

/** Query results as a map from the first column to the second. */
export async function readVersions(database: Database, text: string): Promise<Map<string, string | null>> {
  const { rows } = await database.run({ text, values: [] })
  return new Map(rows.map(([version, other]) => [version ?? '', other ?? null]))
}

/**
 * Read-only, so that it can run before anything is written.
 * @param table records the applied versions; it may not exist
 * @throws MigrationError when the database has a script that is not in `scripts`
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
      `The database was made by another version of this program: migration ${unknown} was applied, but its file does not exist here. Nothing was changed. Start that version to export the data, or start over with npm run db:reset.`,
    )
}

export function digestOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex')
}

/** @throws MigrationError with the script's name */
export async function runScript(database: Database, name: string, sql: string): Promise<void> {
  try {
    await database.script(sql)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new MigrationError(`The migration ${name} failed and was rolled back: ${error.message}`, { cause: error })
  }
}
