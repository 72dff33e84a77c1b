/** The base that a Supabase project stands on: roles, schemas, extensions, and the tables of auth and storage. */
import { createHash } from 'node:crypto'
import type { Database } from './database.ts'
import { migrationLock, readScripts, refuseUnknown, runScript, versions } from './scripts.ts'

/** Applies `backend/database/base/*.sql`: each script is idempotent and runs again when its text has changed. @throws MigrationError */
export async function applyBase(database: Database): Promise<void> {
  const scripts = await readScripts(new URL('./base/', import.meta.url))
  await database.exclusively(migrationLock, async () => {
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
