import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { release } from '../release.ts'
import { applyBase } from './base.ts'
import type { Database } from './database.ts'
import { MigrationError, migrate, refuseOtherVersions, requireSameVersions } from './migrations.ts'
import { openTestDatabase } from './testing.ts'

let database: Database
let folder: string
beforeEach(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'migrations-'))
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const write = (name: string, sql: string) => writeFile(path.join(folder, name), sql)
const read = async (text: string) => (await database.run({ text, values: [] })).rows

it('applies each migration once, in order, and records it as the Supabase CLI does', async () => {
  await write('20260102000000_second.sql', `insert into things values ('$sql$ ''quoted''');`)
  await write('20260101000000_first.sql', 'create table things (name text)')
  expect(await migrate(database, folder)).toEqual({ applied: ['20260101000000', '20260102000000'], changed: [] })
  expect(await migrate(database, folder)).toEqual({ applied: [], changed: [] })
  expect(await read('select name from things')).toEqual([["$sql$ 'quoted'"]])
  expect(await read('select version, name from supabase_migrations.schema_migrations order by version')).toEqual([
    ['20260101000000', 'first'],
    ['20260102000000', 'second'],
  ])
})

it('rolls back a failing migration entirely and names it', async () => {
  await write('20260101000000_broken.sql', 'create table half (a int); select nonsense;')
  await expect(migrate(database, folder)).rejects.toThrow(/20260101000000_broken failed.*nonsense/)
  expect(await read(`select to_regclass('half')`)).toEqual([[null]])
  expect(await read('select count(*) from supabase_migrations.schema_migrations')).toEqual([['0']])
})

it('lists files that changed since they were applied, until the change is undone', async () => {
  await write('20260101000000_first.sql', 'create table things (name text)')
  await write('20260102000000_second.sql', 'create table more (name text)')
  await migrate(database, folder)
  await write('20260101000000_first.sql', 'create table things (title text)')
  expect(await migrate(database, folder)).toEqual({ applied: [], changed: ['20260101000000_first.sql'] })
  await write('20260101000000_first.sql', 'create table things (name text)')
  expect((await migrate(database, folder)).changed).toEqual([])
})

it('does not compare migrations applied by the Supabase CLI, which records statements instead of text', async () => {
  await write('20260101000000_first.sql', 'create table things (name text); create table more (name text);')
  await migrate(database, folder)
  await database.script(`truncate backend.migration_digests;
    update supabase_migrations.schema_migrations set statements = array['create table things (name text)', 'create table more (name text)']`)
  expect(await migrate(database, folder)).toEqual({ applied: [], changed: [] })
})

it('refuses a database migrated by another version before writing anything', async () => {
  await write('20260101000000_first.sql', 'create table things (name text)')
  await migrate(database, folder)
  await rm(path.join(folder, '20260101000000_first.sql'))
  for (const attempt of [migrate, refuseOtherVersions]) {
    await expect(attempt(database, folder)).rejects.toThrow(MigrationError)
    await expect(attempt(database, folder)).rejects.toThrow('start over with npm run db:reset')
  }
  await database.script(`insert into backend.base_scripts values ('99', 'of a later base');
    truncate supabase_migrations.schema_migrations`)
  await expect(refuseOtherVersions(database, folder)).rejects.toThrow(
    'made by another release: migration 99 was applied',
  )
})

it('records a file in place of all files that it replaces, and counts it as changed', async () => {
  await write('20260101000000_first.sql', 'create table things (name text)')
  await write('20260102000000_second.sql', 'create table more (name text)')
  await migrate(database, folder)
  for (const name of ['20260101000000_first.sql', '20260102000000_second.sql']) await rm(path.join(folder, name))
  const sql =
    '-- Replaces the migrations 20260101000000 to 20260102000000.\ncreate table things (name text); create table more (name text)'
  await write('20260103000000_baseline.sql', sql)
  await refuseOtherVersions(database, folder)
  await requireSameVersions(database, folder)
  const changed = { applied: [], changed: ['20260103000000_baseline.sql'] }
  expect(await migrate(database, folder)).toEqual(changed)
  expect(await read('select version, name from supabase_migrations.schema_migrations')).toEqual([
    ['20260103000000', 'baseline'],
  ])
  expect(await migrate(database, folder)).toEqual(changed)
})

it('refuses a database that has only some of the files that one replaces', async () => {
  await write('20260101000000_first.sql', 'create table things (name text)')
  await migrate(database, folder)
  await rm(path.join(folder, '20260101000000_first.sql'))
  await write('20260103000000_baseline.sql', '-- Replaces the migrations 20260101000000 to 20260102000000.\nselect 1')
  for (const attempt of [migrate, refuseOtherVersions]) {
    await expect(attempt(database, folder)).rejects.toThrow('npm run move')
  }
})

it('accepts an empty database', async () => {
  await database.script('drop schema backend cascade; drop schema if exists supabase_migrations cascade')
  await refuseOtherVersions(database, folder)
  expect(await read(`select to_regnamespace('backend')`)).toEqual([[null]])
})

it('applies the base repeatedly', async () => {
  await applyBase(database)
  await database.script(`update backend.base_scripts set digest = 'older'`)
  await applyBase(database)
  const roles = `select rolname, rolbypassrls from pg_roles where rolname in ('anon', 'authenticated', 'service_role') order by 1`
  expect(await read(roles)).toEqual([
    ['anon', 'f'],
    ['authenticated', 'f'],
    ['service_role', 't'],
  ])
})

it('leaves the base scripts of a later release, and replaces those of an earlier one', async () => {
  await applyBase(database)
  const role = async () => read(`select auth.role()`)
  const change = (madeBy: string) =>
    database.script(`update backend.base_scripts set digest = 'another', release = '${madeBy}';
      create or replace function auth.role() returns text language sql stable as $$ select 'changed' $$`)
  for (const later of ['99.0.0', '99.0.0-rc.1']) {
    await change(later)
    await applyBase(database)
    expect(await role()).toEqual([['changed']])
  }
  expect(await read(`select count(*) from backend.base_scripts where digest <> 'another'`)).toEqual([['0']])
  // Another build and a pre-release of this release count as earlier.
  for (const earlier of ['0.0.99', release, `${release}-rc.1`]) {
    await change(earlier)
    await applyBase(database)
    expect(await role()).toEqual([[null]])
  }
})

it('gives policies the caller’s claims', async () => {
  await applyBase(database)
  const sub = '6f2b2d0e-3c53-4f0b-9f70-0f1f5a3b7c11'
  const claims = JSON.stringify({ sub, role: 'authenticated', email: 'ann@example.com' })
  const who = { text: 'select auth.uid(), auth.role(), auth.email(), auth.jwt() is null', values: [] }
  expect((await database.run(who, { role: 'authenticated', claims })).rows).toEqual([
    [sub, 'authenticated', 'ann@example.com', 'f'],
  ])
  expect((await database.run(who)).rows).toEqual([[null, null, null, 't']])
})
