/** The base schema of a Supabase project: roles, schemas, extensions, and the tables of auth and storage. */

import { release } from '../release.ts'
import type { Database } from './database.ts'
import { digestOf, type Records, readScripts, readVersions, refuseUnknownVersions, runScript } from './scripts.ts'

export const readBase = () => readScripts(new URL('./base/', import.meta.url))

export const baseRecords: Records = { table: 'backend.base_scripts', releases: 'backend.base_scripts' }

/**
 * Applies `backend/database/base/*.sql`: each script is idempotent and runs again when its text changed. What a later release has
 * applied stays: this process may run beside processes of that release.
 * @throws MigrationError
 */
export async function applyBase(database: Database): Promise<void> {
  const scripts = await readBase()
  await database.withLock('migrations', async () => {
    await database.script(`
      create schema if not exists backend;
      comment on schema backend is 'The embedded backend''s own records.';
      create table if not exists backend.base_scripts (
        version text primary key,
        digest text not null,
        applied_at timestamptz not null default now()
      );
      create table if not exists backend.migration_digests (
        version text primary key,
        digest text not null
      );
      comment on table backend.migration_digests is 'The digest of each migration''s text when it was applied.';
      alter table backend.base_scripts add column if not exists release text;
      alter table backend.migration_digests add column if not exists release text;
      comment on column backend.migration_digests.release is 'The release of the program that applied the migration.';
      revoke all on schema backend from public;`)
    await refuseUnknownVersions(database, baseRecords, scripts)
    const applied = await readVersions(database, 'select version, digest from backend.base_scripts')
    const releases = await readVersions(database, 'select version, release from backend.base_scripts')
    for (const { version, name, sql } of scripts) {
      const digest = digestOf(sql)
      if (applied.get(version) === digest || isLater(releases.get(version) ?? '')) continue
      await runScript(
        database,
        `${version}_${name}`,
        `${sql};
        insert into backend.base_scripts (version, digest, release) values ('${version}', '${digest}', '${release}')
        on conflict (version) do update set digest = excluded.digest, release = excluded.release, applied_at = now();`,
      )
    }
  })
}

/** Whether a release is later than this one. A pre-release counts as its release. */
function isLater(other: string): boolean {
  const [theirs = '', ours = ''] = [other, release].map((version) => version.split('-')[0])
  return theirs.localeCompare(ours, 'en', { numeric: true }) > 0
}
