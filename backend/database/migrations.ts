/** A project's own migrations: each once, in order, recorded as the Supabase CLI records them, by one process at a time. */
import type { Database } from './database.ts'
import { migrationLock, readScripts, refuseUnknown, runScript, versions } from './scripts.ts'

export { MigrationError } from './scripts.ts'

/**
 * Applies the `<version>_<name>.sql` files of a folder that the database has not had yet.
 * @returns the versions applied now, oldest first
 * @throws MigrationError, also when the database has had a migration that the folder does not hold
 */
export async function migrate(database: Database, folder: string): Promise<string[]> {
  const scripts = await readScripts(folder)
  return database.exclusively(migrationLock, async () => {
    await database.script(`
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (
        version text not null primary key,
        statements text[],
        name text
      );`)
    const applied = await versions(database, 'select version, name from supabase_migrations.schema_migrations')
    refuseUnknown(applied, scripts)
    const pending = scripts.filter(({ version }) => !applied.has(version))
    for (const { version, name, sql } of pending) {
      const quoted = dollarQuoted(sql)
      await runScript(
        database,
        `${version}_${name}`,
        `${sql};
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values ('${version}', '${name}', array[${quoted}]);`,
      )
    }
    return pending.map(({ version }) => version)
  })
}

/** A string literal that needs no escapes, whatever the text holds. */
function dollarQuoted(text: string): string {
  let tag = '$sql$'
  for (let n = 0; text.includes(tag); n += 1) tag = `$sql${n}$`
  return `${tag}${text}${tag}`
}
