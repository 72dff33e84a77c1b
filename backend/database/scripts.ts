/** Folders of SQL scripts: reads them, compares them with the applied ones and runs them. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { release } from '../release.ts'
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
  /** The versions of earlier files that this one was made of, as its line `-- Replaces the migrations FIRST to LAST.` says. */
  readonly replaces?: { readonly first: string; readonly last: string }
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
      const sql = await readFile(location, 'utf8')
      const [, first, last] = /^-- Replaces the migrations (\d+) to (\d+)\.$/m.exec(sql) ?? []
      return first === undefined || last === undefined
        ? { version, name, sql }
        : { version, name, sql, replaces: { first, last } }
    }),
  )
}

/** Whether a database has all that a file replaces, and so what it creates. */
export function hasReplaced({ replaces }: Script, applied: ReadonlyMap<string, unknown>): boolean {
  return replaces !== undefined && applied.has(replaces.last)
}

/** Applied versions as these scripts have them: those that a file replaces are that file. */
export function currentVersions(scripts: readonly Script[], versions: readonly string[]): string[] {
  const applied = new Map(versions.map((version) => [version, null]))
  const replacing = scripts.flatMap((script) =>
    script.replaces && hasReplaced(script, applied) ? [{ version: script.version, ...script.replaces }] : [],
  )
  return [
    ...versions.filter((version) => !replacing.some(({ first, last }) => first <= version && version <= last)),
    ...replacing.map(({ version }) => version),
  ].sort()
}

/** Query results as a map from the first column to the second. */
export async function readVersions(database: Database, text: string): Promise<Map<string, string | null>> {
  const { rows } = await database.run({ text, values: [] })
  return new Map(rows.map(([version, other]) => [version ?? '', other ?? null]))
}

/** A table that records the applied scripts, and the one that records the release that applied each. */
export interface Records {
  readonly table: string
  readonly releases: string
}

/**
 * Read-only, so that it can run before anything is written.
 * @param records tables that may not exist
 * @throws MigrationError when the database has a script that is not in `scripts`
 */
export async function refuseUnknownVersions(
  database: Database,
  records: Records,
  scripts: readonly Script[],
): Promise<void> {
  if (!(await exists(database, records.table))) return
  const applied = await readVersions(database, `select version from ${records.table} order by version`)
  const known = new Set(scripts.map(({ version }) => version))
  const unknown = currentVersions(scripts, [...applied.keys()]).find((version) => !known.has(version))
  if (unknown === undefined) return
  const madeBy = await releaseOf(database, records.releases, unknown)
  throw new MigrationError(
    `This is release ${release}, and the database was made by ${madeBy}: migration ${unknown} was applied, but its file does not exist here. Nothing was changed. Start ${madeBy}, restore a backup that release ${release} made (npm run restore) into a new database, move its market into one (npm run move), or start over with npm run db:reset.`,
  )
}

async function exists(database: Database, table: string): Promise<boolean> {
  const { rows } = await database.run({ text: 'select to_regclass($1) is not null', values: [table] })
  return rows[0]?.[0] === 't'
}

/** Which release applied a script, in words. The Supabase CLI records none. */
async function releaseOf(database: Database, table: string, version: string): Promise<string> {
  if (!(await exists(database, table))) return 'another release'
  // By way of JSON, because a database of an older commit has no such column.
  const text = `select to_jsonb(applied) ->> 'release' from ${table} applied where version = $1`
  const { rows } = await database.run({ text, values: [version] })
  const found = rows[0]?.[0]
  if (!found) return 'another release'
  return found === release ? `another build of release ${found}` : `release ${found}`
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
