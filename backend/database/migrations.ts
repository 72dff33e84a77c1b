/**
 * Brings a database up to what this program expects: first the base that a Supabase project stands on, then the project's own
 * migrations, each once, in order, recorded as the Supabase CLI records them. One process at a time does it.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from './database.ts'
import { DatabaseError } from './errors.ts'

/** A database that this program must not touch, or a migration that failed; the message is for whoever started the program. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

interface Script {
  readonly version: string
  readonly name: string
  readonly sql: string
}

/** Key of the advisory lock that keeps two processes from migrating at once. Any number of our own. */
const lockKey = 7_215_330_001

/** Applies `backend/database/base/*.sql`: each script is idempotent and runs again when its text has changed. @throws MigrationError */
export async function applyBase(database: Database): Promise<void> {
  const scripts = await readScripts(new URL('./base/', import.meta.url))
  await database.exclusively(lockKey, async () => {
    await database.script(`
      create schema if not exists backend;
      comment on schema backend is 'The embedded backend''s own records.';
      create table if not exists backend.base_scripts (
        version text primary key,
        digest text not null,
        applied_at timestamptz not null default now()
      );
      revoke all on schema backend from public;`)
    const applied = await versions(database, 'select version, digest from backend.base_scripts')
    refuseUnknown(applied, scripts)
    for (const { version, name, sql } of scripts) {
      const digest = createHash('sha256').update(sql).digest('hex')
      if (applied.get(version) === digest) continue
      await runScript(
        database,
        `${version}_${name}`,
        `${sql};
        insert into backend.base_scripts (version, digest) values ('${version}', '${digest}')
        on conflict (version) do update set digest = excluded.digest, applied_at = now();`,
      )
    }
  })
}

/**
 * Applies the `<version>_<name>.sql` files of a folder that the database has not had yet.
 * @returns the versions applied now, oldest first
 * @throws MigrationError, also when the database has had a migration that the folder does not hold
 */
export async function migrate(database: Database, folder: string): Promise<string[]> {
  const scripts = await readScripts(folder)
  return database.exclusively(lockKey, async () => {
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

async function readScripts(folder: string | URL): Promise<Script[]> {
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

async function versions(database: Database, text: string): Promise<Map<string, string | null>> {
  const { rows } = await database.run({ text, values: [] })
  return new Map(rows.map(([version, other]) => [version ?? '', other ?? null]))
}

function refuseUnknown(applied: ReadonlyMap<string, unknown>, scripts: readonly Script[]): void {
  const known = new Set(scripts.map(({ version }) => version))
  const unknown = [...applied.keys()].filter((version) => !known.has(version))
  if (unknown.length > 0)
    throw new MigrationError(
      `The database was made by a newer version: it has had migration ${unknown[0]}, which is not here. Nothing in it was changed.`,
    )
}

async function runScript(database: Database, name: string, sql: string): Promise<void> {
  try {
    await database.script(sql)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new MigrationError(`The migration ${name} failed and was rolled back: ${error.message}`, { cause: error })
  }
}

/** A string literal that needs no escapes, whatever the text holds. */
function dollarQuoted(text: string): string {
  let tag = '$sql$'
  for (let n = 0; text.includes(tag); n += 1) tag = `$sql${n}$`
  return `${tag}${text}${tag}`
}
