/** Applies a project's migrations, each once and in order, recorded as the Supabase CLI does, by one process at a time. */
import { release } from '../release.ts'
import { baseRecords, readBase } from './base.ts'
import type { Database } from './database.ts'
import {
  digestOf,
  hasReplaced,
  MigrationError,
  type Records,
  readScripts,
  readVersions,
  refuseUnknownVersions,
  runScript,
  type Script,
} from './scripts.ts'

export { MigrationError }

const table = 'supabase_migrations.schema_migrations'
const records: Records = { table, releases: 'backend.migration_digests' }

export interface MigrationResult {
  /** Versions applied now, oldest first. */
  readonly applied: readonly string[]
  /** Files that changed since they were applied; the database still has the old version. */
  readonly changed: readonly string[]
}

/** Read-only. @throws MigrationError when the database has a base script or migration that this version does not know */
export async function refuseOtherVersions(database: Database, folder: string): Promise<void> {
  await refuseUnknownVersions(database, baseRecords, await readBase())
  await refuseUnknownVersions(database, records, await readScripts(folder))
}

/** Read-only. @throws MigrationError when the database lacks a migration of the folder, or has one that is not in it */
export async function requireSameVersions(database: Database, folder: string): Promise<void> {
  await refuseOtherVersions(database, folder)
  const applied = await readVersions(database, `select version from ${table}`)
  const scripts = await readScripts(folder)
  const pending = scripts.find((script) => !applied.has(script.version) && !hasReplaced(script, applied))
  if (pending)
    throw new MigrationError(
      `The database lacks the migration ${pending.version}_${pending.name} of release ${release}. Start its server once, or use the release that made it. Nothing was changed.`,
    )
}

/**
 * Applies the pending `<version>_<name>.sql` files of a folder on top of the base.
 * @throws MigrationError when one fails, or when the database has a migration that is not in the folder
 */
export async function migrate(database: Database, folder: string): Promise<MigrationResult> {
  const scripts = await readScripts(folder)
  return database.withLock('migrations', async () => {
    await database.script(`
      create schema if not exists supabase_migrations;
      create table if not exists ${table} (
        version text not null primary key,
        statements text[],
        name text
      );`)
    await refuseUnknownVersions(database, records, scripts)
    const applied = await readVersions(database, `select version, name from ${table}`)
    for (const script of scripts) if (hasReplaced(script, applied)) await adopt(database, script)
    const digests = await readVersions(database, 'select version, digest from backend.migration_digests')
    const pending = scripts.filter((script) => !applied.has(script.version) && !hasReplaced(script, applied))
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
    insert into ${table} (version, name, statements) values ('${version}', '${name}', array[${dollarQuoted(sql)}]);
    insert into backend.migration_digests (version, digest, release) values ('${version}', '${digestOf(sql)}', '${release}');`,
  )
}

/** Records a file in place of those that it replaces. Without its digest it counts as changed: only a new database is sure to be as it says. */
async function adopt(database: Database, { version, name, replaces }: Script): Promise<void> {
  await runScript(
    database,
    `${version}_${name}`,
    `delete from ${table} where version between '${replaces?.first}' and '${replaces?.last}';
    delete from backend.migration_digests where version between '${replaces?.first}' and '${replaces?.last}';
    insert into ${table} (version, name, statements) values ('${version}', '${name}', '{}');
    insert into backend.migration_digests (version, digest, release) values ('${version}', 'replaced', '${release}');`,
  )
}

/** Migrations applied by the Supabase CLI have no digest: it records statements, not the file's text. */
function hasChanged({ version, sql }: Script, digests: ReadonlyMap<string, string | null>): boolean {
  const digest = digests.get(version)
  return digest !== undefined && digest !== digestOf(sql)
}

/** A dollar-quoted string literal, whose tag does not occur in the text. */
function dollarQuoted(text: string): string {
  let tag = '$sql$'
  for (let n = 0; text.includes(tag); n += 1) tag = `$sql${n}$`
  return `${tag}${text}${tag}`
}
