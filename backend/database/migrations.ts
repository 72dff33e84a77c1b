/** A project's own migrations: each once, in order, recorded as the Supabase CLI records them, by one process at a time. */
import { readBase } from './base.ts'
import type { Database } from './database.ts'
import {
  digestOf,
  migrationLock,
  readScripts,
  readVersions,
  refuseUnknownVersions,
  runScript,
  type Script,
} from './scripts.ts'

export { MigrationError } from './scripts.ts'

const records = 'supabase_migrations.schema_migrations'

export interface MigrationResult {
  /** Versions applied now, oldest first. */
  readonly applied: readonly string[]
  /** Names of files that have changed since they were applied; the database is as the old text made it. */
  readonly changed: readonly string[]
}

/** Writes nothing. @throws MigrationError where the database has had a script of the base or of the project that is not here */
export async function refuseOtherVersions(database: Database, folder: string): Promise<void> {
  await refuseUnknownVersions(database, 'backend.base_scripts', await readBase())
  await refuseUnknownVersions(database, records, await readScripts(folder))
}

/**
 * Applies the `<version>_<name>.sql` files of a folder that the database has not had yet, upon the base.
 * @throws MigrationError, also when the database has had a migration that the folder does not hold
 */
export async function migrate(database: Database, folder: string): Promise<MigrationResult> {
  const scripts = await readScripts(folder)
  return database.withLock(migrationLock, async () => {
    await database.script(`
      create schema if not exists supabase_migrations;
      create table if not exists ${records} (
        version text not null primary key,
        statements text[],
        name text
      );`)
    await refuseUnknownVersions(database, records, scripts)
    const applied = await readVersions(database, `select version, name from ${records}`)
    const digests = await readVersions(database, 'select version, digest from backend.migration_digests')
    const pending = scripts.filter(({ version }) => !applied.has(version))
    for (const script of pending) await apply(database, script)
    return {
      applied: pending.map(({ version }) => version),
      changed: scripts
        .filter((script) => hasChanged(script, digests))
        .map(({ version, name }) => `${version}_${name}.sql`),
    }
  })
}

async function apply(database: Database, { version, name, sql }: Script): Promise<void> {
  await runScript(
    database,
    `${version}_${name}`,
    `${sql};
    insert into ${records} (version, name, statements) values ('${version}', '${name}', array[${dollarQuoted(sql)}]);
    insert into backend.migration_digests (version, digest) values ('${version}', '${digestOf(sql)}');`,
  )
}

/** What the Supabase CLI applied has no digest: it records statements, not the text of the file. */
function hasChanged({ version, sql }: Script, digests: ReadonlyMap<string, string | null>): boolean {
  const digest = digests.get(version)
  return digest !== undefined && digest !== digestOf(sql)
}

/** A string literal that needs no escapes, whatever the text holds. */
function dollarQuoted(text: string): string {
  let tag = '$sql$'
  for (let n = 0; text.includes(tag); n += 1) tag = `$sql${n}$`
  return `${tag}${text}${tag}`
}
